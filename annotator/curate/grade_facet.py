"""Which facets a format of grades, or of grades and quoted words, reads or fills."""

from __future__ import annotations

from annotator.errors import UsageError
from annotator.model.config import Config
from annotator.model.facets.grade import Grade
from annotator.model.facets.spans import Spans


def grade_facet(config: Config, named: str | None) -> str:
    """`named`, the facet that says what is relevant, or the only one with grades on candidates. Raises UsageError."""
    grades = [name for name, facet in config.facets.items() if isinstance(facet, Grade) and facet.on == "candidate"]
    chosen = named or config.evaluation.relevance or (grades[0] if len(grades) == 1 else None)
    if chosen is None or chosen not in grades:
        raise UsageError(f"{config.id}: say which facet the grades are with --facet (grades on candidates: {', '.join(grades) or 'none'})")
    return chosen


def only_grades(config: Config, named: str | None, source: str) -> str:
    """The facet that plain grades of a `source` fill. Raises UsageError where a label would leave other facets empty."""
    chosen = grade_facet(config, named)
    others = [name for name in config.facets if name != chosen]
    if others:
        raise UsageError(
            f"{config.id}: also asks for {', '.join(others)}, which {source} cannot hold, and a label is whole or none; import into a "
            "dataset with no other facet (`annotator new DIR --template relevance`), or whole labels with `annotator import jsonl`"
        )
    return chosen


def grades_and_spans(config: Config, named: str | None, source: str) -> tuple[str, str]:
    """The facets that grades and quoted words of a `source` fill. Raises UsageError where a label would leave another one empty."""
    grades = grade_facet(config, named)
    others = [name for name in config.facets if name != grades]
    spans = [name for name in others if isinstance(facet := config.facets[name], Spans) and facet.on == "candidate"]
    if len(spans) != 1 or others != spans:
        raise UsageError(
            f"{config.id}: {source} fills one facet of grades and one of spans on candidates, and beside {grades} there is "
            f"{', '.join(others) or 'none'}; import into a dataset with these two (`annotator new DIR --template evidence`)"
        )
    return grades, spans[0]
