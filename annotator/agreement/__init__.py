"""How far reviewers agree: pure statistics."""
