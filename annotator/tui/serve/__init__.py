"""The label screen in a browser on the same machine, through textual-serve: behind a token that works once, and an origin check."""

# What Textual is told to write to instead of a terminal; `start` knows by it that no terminal is needed.
DRIVER = "annotator.tui.serve.driver:PipeDriver"
