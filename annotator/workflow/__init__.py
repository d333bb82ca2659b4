"""What may happen next: pure rules that return findings."""
