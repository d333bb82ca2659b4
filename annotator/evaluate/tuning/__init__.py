"""Tuning: which settings of BM25, of a vector route and of their fusion order a gold set best, and whether that may be said."""
