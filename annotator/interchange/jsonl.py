"""Our own lines: passages, samples and labels to a bundle; gold and judgements back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Annotated, Any

from pydantic import Field

from annotator.errors import UnreadableInput
from annotator.interchange.bundle import Bundle, ForeignLabel
from annotator.interchange.decided import Decided, Judgement
from annotator.model.base import Value
from annotator.model.canonical import line_of
from annotator.model.names import Id, Sha256, Words
from annotator.model.passage import Passage
from annotator.model.sample import Sample


class LabelLine(Value):
    """A label as `annotator label --from` takes it, or a line of an exported judgements.jsonl, which says whose and when."""

    sample: Id
    values: dict[str, Any] | None = None
    note: str | None = None
    seconds: Annotated[int, Field(ge=0)] | None = None
    skip: Words | None = None
    by: str | None = None
    reviewer: str | None = None
    role: str | None = None
    at: str | None = None
    sample_sha256: Sha256 | None = None
    scheme_sha256: Sha256 | None = None


def add_labels(bundle: Bundle, lines: Iterable[tuple[int, LabelLine]], shown: str, by: str | None) -> None:
    """Add labels to `bundle`; `by` is whose they are where a line does not say.

    Raises UnreadableInput for a line that says nothing or too much, is nobody's, or contradicts an earlier one.
    """
    first: dict[tuple[str, str], ForeignLabel] = {(label.by, label.sample): label for label in bundle.labels}
    for number, line in lines:
        who = line.reviewer or line.by or by
        if who is None:
            raise UnreadableInput(shown, number, "does not say whose label it is", "add `by`, or give --as NAME")
        if (line.values is None) == (line.skip is None):
            raise UnreadableInput(shown, number, "has either values (a label) or skip (the reason)", "correct it")
        label = ForeignLabel(who, line.sample, f"{shown}:{number}", line.values, line.skip, line.note, line.seconds, line.sample_sha256)
        earlier = first.setdefault((who, line.sample), label)
        if earlier is label:
            bundle.labels.append(label)
        elif earlier._replace(where="") != label._replace(where=""):
            raise UnreadableInput(
                shown, number, f"the label of {line.sample} by {who!r} differs from the one at {earlier.where}", "keep one"
            )


def gold_lines(decided: Iterable[Decided]) -> bytes:
    """gold.jsonl: one line a sample, its outcome and who it comes from."""
    return b"".join(line_of(_gold(one)) + b"\n" for one in decided)


def _gold(one: Decided) -> dict[str, Any]:
    sample = one.sample
    outcome = {field.name: getattr(one, field.name) for field in fields(one) if field.name != "sample"}
    return {"id": sample.id, "query": sample.query, "candidates": sample.candidates, **outcome}


def judgement_lines(judgements: Iterable[Judgement]) -> bytes:
    """judgements.jsonl: one line for each person and sample, the reviewer always named."""
    return b"".join(
        line_of({name: value for name, value in one._asdict().items() if value is not None or name in {"reviewer", "note"}}) + b"\n"
        for one in judgements
    )


def record_lines(values: Iterable[Passage | Sample]) -> bytes:
    """Passages or samples as canonical lines, fields that are not there left out."""
    return b"".join(record_line(value) + b"\n" for value in values)


def record_line(value: Passage | Sample) -> bytes:
    """The canonical line of one passage or sample."""
    return line_of({field.name: found for field in fields(value) if (found := getattr(value, field.name)) is not None})
