"""The six kinds of facet, one module each."""
