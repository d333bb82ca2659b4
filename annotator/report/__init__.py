"""Results to tables and text; no files, no Textual."""
