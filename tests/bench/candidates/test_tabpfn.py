import os
import socket
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from smoothtab.bench.candidates import Unavailable, assemble
from smoothtab.bench.candidates.tabpfn import CANDIDATE, build, describe

WEIGHTS = "SMOOTHTAB_TABPFN_WEIGHTS"


def test_without_the_package_it_says_what_to_install():
    if find_spec("tabpfn"):
        pytest.skip("tabpfn is installed")
    with pytest.raises(Unavailable, match=r"pip install 'smoothtab\[tabpfn\]'"):
        build(0)


@pytest.fixture
def no_network(monkeypatch):
    """Fails the test that tries to reach another machine, also where the failure is caught."""
    asked = []

    def refuse(*args, **kwargs):
        asked.append(args)
        raise OSError("no network")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    yield
    assert not asked


def table(n=60):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 3))
    return X, X @ [1.0, -2.0, 0.5] + 0.1 * rng.normal(size=n)


@pytest.fixture(scope="module")
def original():
    """Fitted regressor of the package with a tiny model of random weights."""
    import torch
    from tabpfn import ModelSpecs, TabPFNRegressor
    from tabpfn.architectures.shared.bar_distribution import FullSupportBarDistribution
    from tabpfn.architectures.tabpfn_v2_5 import TabPFNV2p5Config, get_architecture
    from tabpfn.constants import ModelVersion
    from tabpfn.inference_config import InferenceConfig

    config = TabPFNV2p5Config(emsize=24, nlayers=2, nhead=2, num_thinking_rows=2, num_buckets=10)
    model = get_architecture(config)
    generator = torch.Generator().manual_seed(0)
    for weights in model.parameters():  # some begin at zero, and then no feature matters
        torch.nn.init.normal_(weights, generator=generator)
    settings = InferenceConfig.get_default("regression", ModelVersion.V2_5)
    distribution = FullSupportBarDistribution(torch.linspace(-3, 3, config.num_buckets + 1))
    specs = ModelSpecs(model, config, settings, distribution)
    return TabPFNRegressor(model_path=specs, device="cpu", random_state=0).fit(*table())


@pytest.fixture(scope="module")
def checkpoint(original, tmp_path_factory):
    from tabpfn.model_loading import save_tabpfn_model

    path = tmp_path_factory.mktemp("weights") / "tiny.ckpt"
    save_tabpfn_model(original, path)
    return path


@pytest.mark.tabpfn
@pytest.mark.usefixtures("no_network")
class TestWithThePackage:
    def test_a_checkpoint_predicts_as_the_model_that_was_saved(
        self, original, checkpoint, monkeypatch
    ):
        X, y = table()
        expected = original.predict(X)
        assert np.isfinite(expected).all() and len(np.unique(expected)) == len(X)
        assert_array_equal(build(0, model_path=checkpoint).fit(X, y).predict(X), expected)
        monkeypatch.setenv(WEIGHTS, str(checkpoint))
        assert_array_equal(build(0).fit(X, y).predict(X), expected)

    def test_safetensors_are_as_good(self, original, checkpoint):
        from tabpfn.checkpoint import Checkpoint, save_as_safetensors

        path = checkpoint.with_suffix(".safetensors")
        save_as_safetensors(Checkpoint(checkpoint).load(), path)
        X, y = table()
        assert_array_equal(build(0, model_path=path).fit(X, y).predict(X), original.predict(X))

    def test_the_seed_decides(self, checkpoint):
        X, y = table()
        first, second, other = (
            build(seed, model_path=checkpoint).fit(X, y).predict(X) for seed in (1, 1, 2)
        )
        assert_array_equal(first, second)
        assert (first != other).any()

    def test_in_the_bench(self, checkpoint, monkeypatch):
        monkeypatch.setenv(WEIGHTS, str(checkpoint))
        X, y = table()
        model = assemble(CANDIDATE, {"n_estimators": 3}, 0).fit(X, y)
        assert np.isfinite(model.predict(X)).all()
        assert describe(model.regressor_)["n_estimators"] == 3

    def test_many_rows_are_taken_without_a_word(self, checkpoint):
        build(0, model_path=checkpoint, n_estimators=1).fit(*table(1100))

    def test_more_rows_than_the_weights_are_made_for_are_refused(self, checkpoint):
        with pytest.raises(ValueError, match="50,000"):
            build(0, model_path=checkpoint, n_estimators=1).fit(*table(50_001))

    def test_without_weights_it_says_where_they_come_from(self, monkeypatch):
        monkeypatch.delenv(WEIGHTS, raising=False)
        with pytest.raises(Unavailable, match=rf"{WEIGHTS} name .* from https://"):
            build(0)

    @pytest.mark.parametrize(
        "name", ["tabpfn-v2.5-regressor-v2.5_default.ckpt", "none.safetensors", ""]
    )
    def test_a_missing_file_is_not_fetched(self, name, tmp_path, monkeypatch):
        monkeypatch.setenv(WEIGHTS, str(tmp_path / name))
        with pytest.raises(Unavailable, match=f"cannot use .* {WEIGHTS} name"):
            build(0)
        assert not list(tmp_path.iterdir())

    @pytest.mark.parametrize("suffix", [".ckpt", ".safetensors"])
    @pytest.mark.parametrize("end", [0, 99, -99])
    def test_a_damaged_file_is_named(self, end, suffix, checkpoint, tmp_path):
        path = tmp_path / f"damaged{suffix}"
        path.write_bytes(checkpoint.read_bytes()[:end])
        with pytest.raises(Unavailable, match=f"cannot use {path} .* {WEIGHTS} name"):
            build(0, model_path=path)

    def test_one_thread_also_where_a_limit_was_set_before(self, checkpoint):
        script = (
            "from sys import argv\n"
            "from threadpoolctl import threadpool_info, threadpool_limits\n"
            "from smoothtab.bench.candidates.tabpfn import build\n"
            "with threadpool_limits(1):\n"
            "    build(0, model_path=argv[1])\n"
            "    print(max(library['num_threads'] for library in threadpool_info()))\n"
        )
        free = {name: value for name, value in os.environ.items() if "_NUM_THREADS" not in name}
        command = [sys.executable, "-c", script, str(checkpoint)]
        assert subprocess.check_output(command, env=free, text=True) == "1\n"
