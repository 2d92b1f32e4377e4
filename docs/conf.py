"""Sphinx configuration."""

import smoothtab

project = "smoothtab"
author = "The smoothtab developers"
copyright = "2026, The smoothtab developers"
release = version = smoothtab.__version__

extensions = [
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.mathjax",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build"]
html_theme = "pydata_sphinx_theme"

# Set by scikit-learn on every estimator; their docstrings link into its own guide.
autodoc_default_options = {"exclude-members": "set_fit_request, set_score_request"}
numpydoc_show_class_members = False

sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "auto_examples",
    "ignore_pattern": r"^(?!plot_)",
    "show_signature": False,
}
