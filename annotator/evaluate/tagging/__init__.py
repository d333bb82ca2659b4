"""How well a tagger's predictions match what a dataset has decided; pure."""
