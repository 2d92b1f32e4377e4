"""Sphinx configuration."""

from docutils.nodes import SkipNode
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx_gallery.sorting import ExplicitOrder

import smoothtab

project = "smoothtab"
author = "The smoothtab developers"
copyright = "2026, The smoothtab developers"
release = version = smoothtab.__version__

extensions = [
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build"]

html_theme = "pydata_sphinx_theme"
html_title = "smoothtab"
html_static_path = ["_static"]
html_css_files = ["smoothtab.css"]
html_math_renderer = "mathml"
html_show_sourcelink = False
html_theme_options = {
    "navigation_with_keys": False,
    "show_toc_level": 2,
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_sidebars = {"getting_started": []}

# Set by scikit-learn on every estimator; their docstrings link into its own guide.
autodoc_default_options = {"exclude-members": "set_fit_request, set_score_request"}
numpydoc_show_class_members = False

sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "auto_examples",
    "backreferences_dir": "auto_examples/backreferences",
    "doc_module": ("smoothtab",),
    "reference_url": {"smoothtab": None},  # names in the code lead to the reference
    "ignore_pattern": r"^(?!plot_)",
    "show_signature": False,
    # From first steps to those who compare models for a living.
    "within_subsection_order": ExplicitOrder(
        [
            "plot_smooth_surface.py",
            "plot_compare.py",
            "plot_pipeline.py",
            "plot_mixed_columns.py",
            "plot_quote.py",
            "plot_sensitivity.py",
            "plot_surrogate.py",
            "plot_read_model.py",
            "plot_extrapolation.py",
            "*",
            "plot_paper_table.py",
            "plot_own_candidate.py",
        ]
    ),
}


def setup(app):
    """Write formulas as MathML, which browsers show without a script from elsewhere."""

    def write(self, node, block=False):
        self.body.append(tex2mathml(node.astext(), as_block=block))
        raise SkipNode

    def write_block(self, node):
        write(self, node, block=True)

    app.add_html_math_renderer("mathml", (write, None), (write_block, None))
