"""Long conversations with their answer key, made up from a seed; nothing here knows of any memory that is to be evaluated."""
