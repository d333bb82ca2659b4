"""One use case a file: load, ask the rules, save."""
