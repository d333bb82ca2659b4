"""A small dataset to evaluate: three gold questions, one of them without an answer, and words that no report may hold."""

from pathlib import Path

from tests.builders import EVIDENCE, RELEVANCE, a_dataset, a_passage, a_sample, labelled, promoted

WORDS = ("cobalt lantern", "saffron harbour", "juniper ledger")
PASSAGES = [a_passage(f"p-{number}", f"All about the {words}.", title=f"Title of {words}") for number, words in enumerate(WORDS, 1)]
SAMPLES = [
    a_sample("q-1", ["p-1", "p-2"], query="Where is the cobalt lantern?", lang="en", groups={"difficulty": "easy"}),
    a_sample("q-2", ["p-2", "p-3"], query="Who owns a saffron harbour?", lang="en", groups={"difficulty": "hard"}),
    a_sample("q-3", ["p-1", "p-3"], query="莴苣何时成熟？", lang="zh", groups={"difficulty": "easy"}),
]
GATES = [{"measure": "RR@10", "retriever": "lexical", "at_least": 0.5}, {"measure": "RR@10", "retriever": "absent", "at_least": 1}]


def values(grades: dict[str, int]) -> dict[str, object]:
    """A whole label: the grades, and the words from 4 to 9 as evidence where a grade is above 0."""
    spans = {passage: [{"start": 4, "end": 9, "text": "about"}] if grade else [] for passage, grade in grades.items()}
    return {"relevance": grades, "evidence": spans}


def an_evaluated_dataset(root: Path, *, gold: bool = True) -> Path:
    """Alice and Bob agree on all; q-1 is answered by p-1, q-2 by p-2, q-3 by nothing."""
    folder = a_dataset(
        root,
        passages=PASSAGES,
        samples=SAMPLES,
        facets={"relevance": RELEVANCE, "evidence": EVIDENCE},
        languages=["en", "zh"],
        evaluation={"relevance": "relevance", "context": "evidence", "gates": GATES},
    )
    answers = {"q-1": values({"p-1": 3, "p-2": 0}), "q-2": values({"p-2": 2, "p-3": 0}), "q-3": values({"p-1": 0, "p-3": 0})}
    for person in ("alice", "bob"):
        labelled(folder, person, answers)
    return promoted(folder, "q-1", "q-2", "q-3") if gold else folder
