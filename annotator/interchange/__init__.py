"""Foreign formats: text to model and back; no files."""
