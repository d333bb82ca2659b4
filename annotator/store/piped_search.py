"""A program that searches: one JSON line with the question goes in, one JSON line with the results comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annotator.evaluate.outside import NOTHING_MORE, answer_of_json
from annotator.evaluate.retriever import Passage
from annotator.store.piped_program import PipedProgram


class PipedSearch(PipedProgram):
    """A program as a search; it is started when the corpus is indexed."""

    def index(self, passages: Sequence[Passage]) -> None:
        """Start the program anew; it has its own corpus, or is told a library with each question. Raises MissingPrerequisite."""
        self.start()

    def search(self, query: str, k: int, sample: Mapping[str, Any] = NOTHING_MORE) -> Any:
        """Ask and wait for one line. Raises RetrieverFailed as `ask`, and for a line that is no answer."""
        return answer_of_json(self.ask({"query": query, "k": k, **sample}))
