"""Screens and the panels that open over them, each with its own .tcss."""
