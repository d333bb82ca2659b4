"""YAML read with caps and without aliases or tags; written by round trip so that comments stay."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from ruamel.yaml.nodes import ScalarNode

from annotator.errors import UnreadableInput
from annotator.store.folder import Folder

MAX_BYTES = 256 * 1024
MAX_DEPTH = 32
_ONE_LINE = 1 << 20
_BRACKETS = re.compile(rf"(?:[\[{{]\s*){{{MAX_DEPTH + 1}}}")

Where = dict[tuple[str, ...], int]


def read_yaml(folder: Folder, path: str) -> tuple[Any, Where]:
    """The plain data of a YAML 1.2 file and the line of every key path.

    Keys are strings (`0: no` has the key "0"), times stay strings. Raises UnreadableInput with file and line for
    anchors, aliases, tags, duplicate keys, more than one document, more than 256 KiB or 32 levels.
    """
    data = folder.read(path, MAX_BYTES)
    return parse_yaml(data, folder.show(path))


def parse_yaml(data: bytes, shown: str) -> tuple[Any, Where]:
    """As `read_yaml`, from bytes."""
    try:
        text = data.decode("utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableInput(shown, data[: error.start].count(b"\n") + 1, "is not UTF-8") from None
    # The scanner takes quadratic time over a long run of brackets before it reports the first event.
    if _BRACKETS.search(text):
        raise UnreadableInput(shown, None, f"is nested deeper than {MAX_DEPTH} levels")
    builder = _Builder(shown)
    try:
        # The round-trip scanner marks the folds of `>` texts with a BEL in the value; this one does not.
        for event in YAML(typ="safe", pure=True).parse(io.StringIO(text)):
            builder.take(event)
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise UnreadableInput(shown, None if mark is None else mark.line + 1, f"is not YAML: {problem}") from None
    except ValueError as error:  # an escape such as "\\U00110000" that names no character
        raise UnreadableInput(shown, None, f"is not YAML: {error}") from None
    except RecursionError:
        raise UnreadableInput(shown, None, f"is nested deeper than {MAX_DEPTH} levels") from None
    return builder.root, builder.where


class _Builder:
    """Builds plain data from the event stream, so that what is refused is refused before it costs anything."""

    def __init__(self, shown: str) -> None:
        self.shown = shown
        self.root: Any = None
        self.where: Where = {}
        self._stack: list[tuple[Any, str | None]] = []
        self._documents = 0
        self._yaml = YAML(typ="safe", pure=True)

    def take(self, event: Any) -> None:
        line = event.start_mark.line + 1
        if isinstance(event, DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise UnreadableInput(self.shown, line, "holds more than one YAML document")
        elif isinstance(event, AliasEvent):
            raise UnreadableInput(self.shown, line, "uses a YAML alias (*), which is not allowed")
        elif isinstance(event, (MappingStartEvent, SequenceStartEvent, ScalarEvent)):
            self._node(event, line)
        elif isinstance(event, (MappingEndEvent, SequenceEndEvent)):
            self._stack.pop()
            self._placed()

    def _node(self, event: Any, line: int) -> None:
        if event.anchor is not None:
            raise UnreadableInput(self.shown, line, "uses a YAML anchor (&), which is not allowed")
        if event.tag is not None and str(event.tag) != "!":
            raise UnreadableInput(self.shown, line, f"uses the YAML tag {event.tag}, which is not allowed")
        if isinstance(event, ScalarEvent):
            self._place(self._scalar(event, line), line, plain=event.value)
            return
        if len(self._stack) >= MAX_DEPTH:
            raise UnreadableInput(self.shown, line, f"is nested deeper than {MAX_DEPTH} levels")
        container: Any = {} if isinstance(event, MappingStartEvent) else []
        self._place(container, line, plain=None)
        self._stack.append((container, None))

    def _place(self, value: Any, line: int, plain: str | None) -> None:
        if not self._stack:
            self.root = value
            return
        container, key = self._stack[-1]
        if isinstance(container, dict) and key is None:
            self._key(container, plain, line)
            return
        if isinstance(container, list):
            container.append(value)
            self.where[self._path()] = line
        else:
            container[key] = value
        if plain is not None:
            self._placed()

    def _placed(self) -> None:
        """The value of the current key is whole, so the next node of the mapping is a key."""
        if self._stack:
            self._stack[-1] = (self._stack[-1][0], None)

    def _key(self, container: dict[str, Any], plain: str | None, line: int) -> None:
        if plain is None:
            raise UnreadableInput(self.shown, line, "has a key that is not a plain word")
        if plain == "<<":
            raise UnreadableInput(self.shown, line, "uses a YAML merge key (<<), which is not allowed")
        if plain in container:
            raise UnreadableInput(self.shown, line, f"has the key {plain!r} twice")
        container[plain] = None
        self._stack[-1] = (container, plain)
        self.where[self._path()] = line

    def _path(self) -> tuple[str, ...]:
        return tuple(str(len(holder) - 1) if isinstance(holder, list) else str(key) for holder, key in self._stack)

    def _scalar(self, event: ScalarEvent, line: int) -> Any:
        if any("\ud800" <= character <= "\udfff" for character in event.value):
            raise UnreadableInput(self.shown, line, "holds a lone surrogate")
        tag = self._yaml.resolver.resolve(ScalarNode, event.value, event.implicit)
        node = ScalarNode(tag, event.value, event.start_mark, event.end_mark)
        kind = str(tag).rsplit(":", 1)[-1]
        if kind == "null":
            return None
        if kind == "bool":
            return event.value.lower() == "true"
        if kind in {"int", "float"}:
            try:
                return getattr(self._yaml.constructor, f"construct_yaml_{kind}")(node)
            except ValueError:
                raise UnreadableInput(self.shown, line, f"{event.value[:20]!r} is no number that can be read") from None
        return event.value


def edit_yaml(folder: Folder, path: str, change: Callable[[Any], None]) -> None:
    """Apply `change` to the round-trip document of `path` and replace the file; comments stay.

    What was written is read again and compared with what was meant before the old file goes.
    """
    data = folder.read(path, MAX_BYTES)
    parse_yaml(data, folder.show(path))
    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = _ONE_LINE
    yaml.indent(mapping=2, sequence=4, offset=2)
    document = yaml.load(data.decode("utf-8"))
    change(document)
    out = io.StringIO()
    yaml.dump(document, out)
    written = out.getvalue().encode("utf-8")
    if parse_yaml(written, folder.show(path))[0] != _plain(document):
        raise UnreadableInput(folder.show(path), None, "cannot be written back without changing its meaning", "edit it by hand")
    folder.replace(path, written)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return int(value)
    return float(value) if isinstance(value, float) else str(value)
