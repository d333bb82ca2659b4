"""How well retrievers do: pure computation."""
