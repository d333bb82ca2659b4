"""What is published of the memory benchmark that `recall-bench` follows."""

# How many questions of each subclass have an answer, and how many have none.
ANSWERED_AND_NOT = {
    "paraphrase": (6, 0),
    "exact": (5, 0),
    "negation": (4, 0),
    "no-answer": (0, 6),
    "conflict": (5, 0),
    "boundary": (6, 0),
    "secret": (2, 3),
    "coding": (5, 0),
}
