"""Where tables come from: one file per kind of source, each with one function ``fetch``.

It takes what the catalogue says of the source and returns features and target. Whatever it raises
is told to the user as one sentence; time limits are kept by the caller.
"""
