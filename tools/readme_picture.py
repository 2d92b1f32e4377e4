"""Draw docs/picture.png of the README: two surfaces of the same data, and the leaderboard."""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from sklearn.ensemble import HistGradientBoostingRegressor

from smoothtab import ERBFRegressorCV, compare
from smoothtab.datasets import load

PICTURE = Path(__file__).parents[1] / "docs" / "picture.png"
STEPPED, SMOOTH = "#8c8c8c", "#0072b2"
N = 60


def grid(X):
    """Rows that differ in age and water only, about the middle of the table."""
    water, age = np.meshgrid(np.linspace(145, 215, N), np.linspace(3, 90, N))
    rows = np.tile(X.median(), (N * N, 1))
    rows[:, X.columns.get_loc("Water")] = water.ravel()
    rows[:, X.columns.get_loc("Age")] = age.ravel()
    return water, age, rows


def surface(axes, title, water, age, strength, colour):
    strength = strength.reshape(N, N)
    axes.plot_surface(
        *(water, age, strength), color=colour, rcount=N, ccount=N, linewidth=0, antialiased=False
    )
    axes.set_title(title, y=0.98)
    axes.set(xlabel="water, kg/m³", ylabel="age, days", zlim=(10, 55))
    axes.view_init(26, -128)
    axes.set_box_aspect(None, zoom=0.88)
    axes.locator_params(nbins=4)
    axes.tick_params(labelsize=8)


def bars(axes, board):
    board = board[board["r2"] > 0][::-1]
    colours = np.where(board["smooth"], SMOOTH, STEPPED)
    axes.barh(board.index, board["r2"], xerr=board["r2_sd"], color=colours, ecolor="0.3")
    axes.set_xlim(0.5, 1.0)
    axes.set_title("smoothtab compare\nR² over the folds (blue: smooth)")
    axes.spines[["top", "right"]].set_visible(False)


def main():
    dataset = load("concrete_strength")
    board = compare(dataset).leaderboard
    X, y = dataset.X, dataset.y
    water, age, rows = grid(X)
    figure = Figure(figsize=(11, 3.6), layout="constrained")
    models = {
        "strength of concrete, MPa\ngradient boosting: steps": (
            HistGradientBoostingRegressor(random_state=0),
            STEPPED,
        ),
        "strength of concrete, MPa\nERBF: a surface": (ERBFRegressorCV(random_state=0), SMOOTH),
    }
    for i, (title, (model, colour)) in enumerate(models.items(), 1):
        axes = figure.add_subplot(1, 3, i, projection="3d")
        strength = model.fit(X.to_numpy(), y).predict(rows)
        surface(axes, title, water, age, strength, colour)
    bars(figure.add_subplot(1, 3, 3), board)
    figure.savefig(PICTURE, dpi=110)


if __name__ == "__main__":
    main()
