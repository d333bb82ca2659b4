"""A report that was stored as JSON, as far as others are compared with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from annotator.errors import Refused, UnreadableInput
from annotator.model.figure import Figure


class Scored(NamedTuple):
    """One retriever (or `retriever:projection`) of a report.

    `values` are measure to query to value, None where the report holds no values per query; `groups` query to its groups; `answered`
    how many queries got any result.
    """

    figures: dict[str, Figure]
    values: dict[str, dict[str, float]] | None
    groups: dict[str, dict[str, str]]
    answered: int


class StoredReport(NamedTuple):
    """`shown` is how messages name it; `sha256` is the dataset's, `material_sha256` that of what was asked and of its answers."""

    shown: str
    dataset: str
    sha256: str
    material_sha256: str
    retrievers: dict[str, Scored]

    def require_same_data(self, sha256: str, material_sha256: str, other: str) -> None:
        """Refused where this report and `other` do not rest on the same dataset, questions and answers."""
        for mine, theirs, what in (
            (self.sha256, sha256, "dataset SHA-256"),
            (self.material_sha256, material_sha256, "questions and answers (material_sha256)"),
        ):
            if mine != theirs:
                raise Refused(
                    f"{self.shown} and {other} rest on different data: {what} {mine[:12]} and {theirs[:12]}; evaluate both on the same, "
                    "or give --different-data to compare the questions they share"
                )


def stored_report(document: Any, shown: str) -> StoredReport:
    """Read a report. Raises UnreadableInput where it is none."""
    if isinstance(document, dict) and document.get("format") == "annotator-tag-report":
        raise UnreadableInput(shown, None, "is about a tagger", "compare two with `annotator score-tags DATASET PREDICTIONS PREDICTIONS`")
    if not isinstance(document, dict) or document.get("format") != "annotator-report" or document.get("version") != 1:
        raise UnreadableInput(
            shown, None, "is no report of version 1", "make one with `annotator evaluate DATASET --retriever NAME --out FILE`"
        )
    try:
        about = document["dataset"]
        retrievers: dict[str, Scored] = {}
        for name, one in document["retrievers"].items():
            for number, (projection, outcome) in enumerate(one["projections"].items()):
                scored = _scored(outcome)
                if number == 0:
                    retrievers[name] = scored
                else:
                    retrievers[f"{name}:{projection}"] = scored
        return StoredReport(shown, str(about["id"]), str(about["sha256"]), str(about["material_sha256"]), retrievers)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableInput(shown, None, f"is a report with something missing or out of place ({error})") from None


def _scored(outcome: Mapping[str, Any]) -> Scored:
    figures = {measure: Figure(**figure) for measure, figure in outcome["measures"].items()}
    if "per_query" not in outcome:
        return Scored(figures, None, {}, 0)
    of_query = outcome["per_query"]
    values: dict[str, dict[str, float]] = {measure: {} for measure in figures}
    for query, its in of_query.items():
        for measure, value in its["measures"].items():
            if value is not None:
                values[measure][query] = float(value)
    groups = {query: {str(key): str(value) for key, value in its["groups"].items()} for query, its in of_query.items()}
    return Scored(figures, values, groups, sum(1 for its in of_query.values() if its["ranked"]))
