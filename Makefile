PYTHON ?= python3

# pip reads both: the first for packages, the second (newer pip) for build tools.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt

.PHONY: help venv demo test test-slow test-tabpfn lint docs perf clean

help:  ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

venv: .venv/.installed  ## make .venv and install smoothtab and its tools into it

demo: .venv/.installed  ## compare models on a small real table, into the folder demo
	.venv/bin/smoothtab compare src/smoothtab/datasets/data/concrete_strength.csv --target Strength --out demo

test: lint  ## lint, then run every test and every docstring example
	.venv/bin/pytest

test-slow: .venv/.installed  ## run the tests that take minutes
	.venv/bin/pytest -m slow

test-tabpfn: .venv/.tabpfn  ## run the tests that need torch
	.venv/bin/pytest -m tabpfn

lint: .venv/.installed  ## check style, types and docstrings
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/numpydoc lint src/smoothtab/*/_regressor.py src/smoothtab/*/_expander.py src/smoothtab/*/_tree.py src/smoothtab/*/*_cv.py src/smoothtab/datasets/_bundled.py src/smoothtab/datasets/_catalogue.py src/smoothtab/datasets/_load.py src/smoothtab/datasets/_read_table.py src/smoothtab/bench/preprocess.py src/smoothtab/bench/_clipping.py src/smoothtab/bench/_early_stopping.py

docs: .venv/.docs  ## build the documentation into docs/_build
	@# one thread: on a busy machine those of boosted trees wait for each other for minutes
	OMP_NUM_THREADS=1 .venv/bin/sphinx-build -W --keep-going docs docs/_build

perf: .venv/.perf  ## measure speed, memory and accuracy into perf/RESULTS.md
	.venv/bin/python -m perf.results

clean:  ## remove .venv and everything that was built
	rm -rf .venv .*_cache .hypothesis demo dist docs/_build docs/auto_examples docs/sg_execution_times.rst

.venv/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	.venv/bin/pip install --quiet --editable '.[dev]'
	touch $@

.venv/.docs: .venv/.installed
	.venv/bin/pip install --quiet --editable '.[docs]'
	touch $@

.venv/.tabpfn: .venv/.installed
	.venv/bin/pip install --quiet --editable '.[tabpfn]'
	touch $@

.venv/.perf: .venv/.installed
	.venv/bin/pip install --quiet --editable '.[perf]'
	touch $@
