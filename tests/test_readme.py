"""What the README shows, run as a user would: from the wheel, in an empty folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

ROOT = Path(__file__).parents[1]


def blocks(language):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with nothing but the installed wheel; the tools that it needs come from outside."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", folder, ROOT], cwd=ROOT, check=True)
    (wheel,) = folder.glob("smoothtab-*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", folder / "site", wheel], check=True)
    return folder / "site"


@pytest.fixture
def run(installed, tmp_path):
    """Run a command in an empty folder."""
    environment = os.environ | {
        "PYTHONPATH": str(installed),
        "PATH": f"{installed / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "SMOOTHTAB_DATA": str(tmp_path / "tables"),
    }

    def run(*command):
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
        )

    return run


def test_the_wheel_is_what_is_run(run, installed):
    done = run(sys.executable, "-c", "import smoothtab; print(smoothtab.__file__)")
    assert Path(done.stdout.strip()).is_relative_to(installed)


@pytest.mark.parametrize("code", blocks("python"))
def test_python(run, code):
    done = run(sys.executable, "-W", "error", "-c", code)
    assert (done.returncode, done.stderr) == (0, "")
    shown = re.search(r"print\(model.score.*# (\d\.\d+)\n", code).group(1)
    assert done.stdout.split()[0].startswith(shown)


@pytest.mark.parametrize("block", blocks("console"))
def test_command_line(run, tmp_path, block):
    for line in block.splitlines():
        done = run(*line.removeprefix("$ ").split())
        assert done.returncode == 0, done.stderr
    predictions = pd.read_csv(tmp_path / "predictions.csv")
    table = pd.read_csv(tmp_path / "concrete.csv")
    assert predictions["prediction"].corr(table["target"]) > 0.95
    assert (tmp_path / "smoothtab-concrete" / "report.html").stat().st_size > 10_000
