"""What things are: frozen values; no rules, no files."""
