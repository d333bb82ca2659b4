"""PlainValues: grades, values, tags, notes and marks by lines; the names of the methods are those of the table of keys."""

from __future__ import annotations

import re
from typing import Any

from annotator.curate.answers import with_tag
from annotator.curate.worklist import folded
from annotator.model.dimension import Dimension
from annotator.model.facets.grade import Grade
from annotator.model.facets.number import Number
from annotator.model.facets.spans import Spans, inexact
from annotator.model.facets.tags import Tags
from annotator.model.span import Span
from annotator.tui import marking
from annotator.tui.controls import HOT, digit_values, every_name, in_language, words_of
from annotator.tui.plain_view import PlainView


class PlainValues(PlainView):
    """What is put to the desk at once."""

    def _digit(self, digits: str) -> None:
        facet = self._desk.scheme.facets.get(self._facet)
        candidate = self._document.candidate if facet is not None and facet.on == "candidate" else None
        if facet is None or (facet.on == "candidate" and candidate is None):
            self._say("there is nothing to give a value to here")
            return
        value: Any = None
        if isinstance(facet, Number):
            value = int(digits) if digits.isdecimal() and facet.lo <= int(digits) <= facet.hi else None
        else:
            value = next((value for digit, value, _ in digit_values(facet, self._desk.scheme) if str(digit) == digits), None)
        if value is None:
            self._say(f"{digits} stands for nothing in {self._facet}")
        elif isinstance(facet, Tags):
            self._tag(self._facet, value)
        else:
            self._desk.put([(self._facet, candidate, value)])
            where = "" if candidate is None else f"passage {self._place + 1}: "
            self._say(f"{where}{self._facet}: {words_of(facet, value, self._desk.scheme)}")

    def _do_rest(self, _: str) -> None:
        name = next((name for name in [self._facet, *self._values] if isinstance(self._desk.scheme.facets.get(name), Grade)), "")
        self._say(f"{self._desk.rest_lowest(name) if name else 0} passages given the lowest grade")

    def _do_clear(self, _: str) -> None:
        facet = self._desk.scheme.facets.get(self._facet)
        if facet is not None:
            self._desk.put([(self._facet, self._document.candidate if facet.on == "candidate" else None, None)])
            self._say(f"{self._facet} taken away")

    def _do_note(self, text: str) -> None:
        self._desk.write_note(text, more=False)
        self._say("noted" if text else "the note is empty now")

    # Tags.

    def _do_tags(self, said: str) -> None:
        facets = self._desk.scheme.facets
        name = next((name for name in [self._facet, *facets] if isinstance(facets.get(name), Tags)), "")
        if not name:
            self._say("this dataset has no tags")
            return
        asked = [words for words in re.split("[,，、]", said) if words.strip()]
        for words in asked or [""]:
            found = self._answering(words)
            if len(found) == 1:
                self._tag(name, found[0].id)
            elif found:
                self._list_tags(name, found)
            else:
                self._say(f"{words.strip()} is no tag and no part of one; t alone lists them")

    def _answering(self, words: str) -> list[Dimension]:
        """The tags that answer to a digit, to a whole id, name or alias, or to words of these; all where nothing is said."""
        tags = self._desk.scheme.registry.dimensions if self._desk.scheme.registry is not None else ()
        said = folded(words).strip()
        if said.isdecimal() and 1 <= int(said) <= min(HOT, len(tags)):
            return [tags[int(said) - 1]]
        whole = [tag for tag in tags if said in {folded(name) for name in every_name(tag)}]
        return whole or [tag for tag in tags if all(word in folded(" ".join(every_name(tag))) for word in said.split())]

    def _list_tags(self, name: str, tags: list[Dimension]) -> None:
        registry = self._desk.scheme.registry
        hot = {tag.id: place for place, tag in enumerate(registry.dimensions[:HOT] if registry is not None else (), start=1)}
        taken = self._desk.sheet.value(name, self._on(name)) or []
        for tag in tags:
            also = f", also: {', '.join(tag.aliases)}" if tag.aliases else ""
            self._say(f"{hot.get(tag.id, ' ')} {'✓' if tag.id in taken else ' '} {tag.id}: {in_language(tag.name)}{also}")
            if tag.boundaries:
                self._say(f"    {in_language(tag.boundaries)}")

    def _tag(self, name: str, tag: str) -> None:
        facet = self._desk.scheme.facets[name]
        if isinstance(facet, Tags):
            tags, problem = with_tag(facet, self._desk.sheet.value(name, self._on(name)), tag)
            self._desk.put([(name, self._on(name), tags or None)])
            self._say(problem or f"{name}: {words_of(facet, tags, self._desk.scheme)}")

    def _on(self, name: str) -> str | None:
        return self._document.candidate if self._desk.scheme.facets[name].on == "candidate" else None

    # Marks are named by their words, which are looked for after the last mark of the same words.

    def _do_mark(self, said: str) -> None:
        facet = self._desk.scheme.facets.get(self._kind_of_mark())
        if not isinstance(facet, Spans):
            self._say("this dataset asks for no marks here")
            return
        tag = None
        if facet.tags is not None:
            tag, _, said = (part.strip() for part in said.partition(":"))
            if tag not in facet.tags:
                self._say(f"say which mark it is: m TAG: words, with one of {', '.join(facet.tags)}")
                return
        spans, text = self._spans(), self._document.text
        start = text.find(said, max((span.end for span in spans if span.text == said), default=0)) if said else -1
        marked = marking.add(spans, text, start, start + len(said), tag) if start >= 0 else None
        if marked is not None and (cut := next((why for span in marked if (why := inexact(span, text))), None)):
            self._say(cut)
            return
        if marked is None:
            self._say("these words are not in the passage, or marked already" if said else "m and then the words to mark")
        else:
            self._put(marked)

    def _do_delete(self, said: str) -> None:
        old = next((span for span in self._spans() if span.text == said), None)
        if old is None:
            self._say("these words are not marked")
        else:
            self._put(marking.remove(self._spans(), old))

    def _do_delete_all(self, _: str) -> None:
        self._put(())

    def _put(self, spans: tuple[Span, ...]) -> None:
        if self._kind_of_mark():
            self._desk.put([(self._kind_of_mark(), self._document.candidate, [span.plain() for span in spans] or None)])
        self._say(f"{len(spans)} mark{'' if len(spans) == 1 else 's'} in this passage")
