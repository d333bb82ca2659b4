"""Turn draft questions into a gold set that can be trusted, and score retrievers against it."""

__version__ = "0.1.0"
