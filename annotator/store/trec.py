"""TREC qrels and runs on disk: reading them in stretches of whole lines, and naming the line where one is at fault."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from io import BufferedIOBase

from annotator.errors import UnreadableInput
from annotator.evaluate.lines import MOST, blocks_of, finite, grade_of
from annotator.evaluate.ranking import Judged, NotANumber

RUN_FIELDS = 6
QRELS_FIELDS = 4
STRETCH = 1 << 16  # small enough to stay in the processor's cache, large enough to make the loop around it cheap

GZIP = b"\x1f\x8b"
BOM = b"\xef\xbb\xbf"
_WHITE = b" \t\n\v\f\r"
_SEPARATORS_ONLY = bytes(byte for byte in range(256) if byte not in _WHITE)
_TAB_IS_SPACE = bytes(0x20 if byte == 0x09 else byte for byte in range(256))


class OddLines(Exception):
    """Some line is not what its file should hold; `first_fault` finds out which and why."""


def open_trec(path: str) -> BufferedIOBase:
    """Open a plain or gzipped file for reading bytes; UnreadableInput where that fails."""
    if is_gzipped(path):
        import gzip  # few files are, and start-up time counts

        return gzip.open(path, "rb")
    stream = open(path, "rb")  # noqa: SIM115, the caller closes it
    if stream.seekable():
        return stream
    stream.close()
    raise UnreadableInput(path, None, "is a pipe", "save it to a file first, since it is read more than once")


def _unreadable(path: str, error: OSError) -> UnreadableInput:
    return UnreadableInput(path, None, f"cannot be read ({error.strerror or error})", "give the path of a TREC file")


def is_gzipped(path: str) -> bool:
    """Whether the file is compressed and so can be read from its beginning only."""
    try:
        with open(path, "rb") as stream:
            return stream.read(2) == GZIP
    except OSError as error:
        raise _unreadable(path, error) from None


def size_of(path: str) -> int:
    """Bytes of text in the file; a gzipped one is taken to hold five times its own size."""
    factor = 5 if is_gzipped(path) else 1
    return os.stat(path).st_size * factor


def stretches(path: str, start: int = 0, end: int | None = None, size: int = STRETCH) -> Iterator[bytes]:
    """The bytes from `start` to `end` in pieces of about `size` that end in LF; one is added to a last line without."""
    with open_trec(path) as stream:
        if start:
            stream.seek(start)
        elif _first(stream, path) != BOM:
            # Windows editors put the mark there, and it would become part of the first query's id.
            stream.seek(0)
        left = end - stream.tell() if end is not None else None
        rest = b""
        try:
            while piece := stream.read(size if left is None else min(size, left)):
                left = None if left is None else left - len(piece)
                cut = piece.rfind(b"\n") + 1
                if cut:
                    yield rest + piece[:cut]
                    rest = piece[cut:]
                else:
                    rest += piece
        except (OSError, EOFError, zlib.error) as error:
            raise UnreadableInput(path, None, f"cannot be read to its end ({error})", "the file may be cut short; fetch it again") from None
    if rest:
        yield rest + b"\n"


def _first(stream: BufferedIOBase, path: str) -> bytes:
    try:
        return stream.read(len(BOM))
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableInput(path, None, f"cannot be unpacked ({error})", "fetch it again, it is damaged") from None


def fields_of(lines: bytes, width: int, *, more: bool) -> list[bytes]:
    """The fields of all lines one after another, `width` a line, blank and comment lines left out.

    `more` lets further fields follow, which are dropped. OddLines where a line has fewer fields, or more without leave.
    """
    fields = lines.split()
    if _are_canonical(lines, len(fields), width):
        return fields
    fields = []
    for line in lines.split(b"\n"):
        words = line.split(None, width)
        if not words or line.startswith(b"#"):
            continue
        if len(words) < width or (len(words) > width and not more):
            raise OddLines
        fields += words[:width]
    return fields


def canonical(lines: bytes, width: int, *, more: bool) -> bytes:
    """The lines with one space or tab between `width` fields and nothing else, LF at the end of each; OddLines as `fields_of`."""
    if _are_canonical(lines, len(lines.split()), width):
        return lines
    fields = fields_of(lines, width, more=more)
    return b"".join(b" ".join(fields[at : at + width]) + b"\n" for at in range(0, len(fields), width))


def _are_canonical(lines: bytes, words: int, width: int) -> bool:
    """Whether every line has `width` fields and single separators; with only these left it takes one look at a few bytes a line."""
    count = lines.count(b"\n")
    separators = lines.translate(_TAB_IS_SPACE, _SEPARATORS_ONLY)
    return words == width * count and separators == (b" " * (width - 1) + b"\n") * count and not _has_comment(lines)


def _has_comment(lines: bytes) -> bool:
    return b"#" in lines and (lines.startswith(b"#") or b"\n#" in lines)


def whole_queries(pieces: Iterator[bytes]) -> Iterator[list[bytes]]:
    """The run fields of `pieces`, cut so that no list ends inside a query."""
    rest: list[bytes] = []
    for piece in pieces:
        fields = rest + fields_of(piece, RUN_FIELDS, more=True)
        cut = _last_query(fields)
        if cut:
            yield fields[:cut]
        rest = fields[cut:]
    if rest:
        yield rest


def _last_query(fields: list[bytes]) -> int:
    """Index at which the fields of the last query begin."""
    begin = len(fields)
    while begin and fields[begin - RUN_FIELDS] == fields[-RUN_FIELDS]:
        begin -= RUN_FIELDS
    return begin


def regrouped(path: str) -> Iterator[list[bytes]]:
    """Run fields query by query, for a file whose queries are interleaved; holds the whole file in memory."""
    for lines in lines_by_query(path):
        yield fields_of(lines, RUN_FIELDS, more=True)


def lines_by_query(path: str) -> Iterator[bytes]:
    """The same as canonical lines."""
    groups: dict[bytes, list[bytes]] = {}
    for piece in stretches(path):
        for line in canonical(piece, RUN_FIELDS, more=True).replace(b"\t", b" ").splitlines(keepends=True):
            groups.setdefault(line[: line.index(b" ")], []).append(line)
    for lines in groups.values():
        yield b"".join(lines)


def read_qrels(path: str) -> dict[bytes, Judged]:
    """The judgments of every query; UnreadableInput names the line of a fault."""
    grades: dict[bytes, dict[bytes, int]] = {}
    try:
        for piece in stretches(path, size=1 << 20):
            _add_judgments(fields_of(piece, QRELS_FIELDS, more=False), grades)
    except (OddLines, ValueError):
        raise first_qrels_fault(path) from None
    if not grades:
        raise UnreadableInput(path, None, "holds no judgments", "give a file of `query 0 passage grade` lines")
    return {query: Judged(of_query) for query, of_query in grades.items()}


def _add_judgments(fields: list[bytes], grades: dict[bytes, dict[bytes, int]]) -> None:
    try:
        values = list(map(int, fields[3::4]))
    except ValueError:
        values = list(map(grade_of, fields[3::4]))
    if values and max(values) > MOST:
        raise OddLines
    if b"_" in b" ".join(fields[3::4]):
        raise OddLines
    queries, passages = fields[0::4], fields[2::4]
    for start, end in blocks_of(queries):
        added = dict(zip(passages[start:end], values[start:end], strict=True))
        known = grades.setdefault(queries[start], added)
        expected = end - start
        if known is not added:
            expected += len(known)
            known.update(added)
        if len(known) != expected:
            raise OddLines


def numbered(path: str) -> Iterator[tuple[int, bytes]]:
    """Every line that is neither blank nor a comment, with its number from 1."""
    number = 0
    for piece in stretches(path, size=1 << 20):
        for line in piece[:-1].split(b"\n"):
            number += 1
            if line.strip() and not line.startswith(b"#"):
                yield number, line


def first_qrels_fault(path: str) -> UnreadableInput:
    """The error for the first line of a qrels file that cannot be taken in."""
    seen: dict[tuple[bytes, bytes], int] = {}
    for number, line in numbered(path):
        words = line.split()
        if len(words) != QRELS_FIELDS:
            return UnreadableInput(
                path, number, f"a judgment has 4 fields (query 0 passage grade), this line has {len(words)}", "correct it"
            )
        try:
            grade_of(words[3])
        except (ValueError, OverflowError):
            return UnreadableInput(path, number, f"grade {_shown(words[3])} is not a whole number", f"correct it (the largest is {MOST})")
        pair = (words[0], words[2])
        if pair in seen:
            what = f"passage {_shown(pair[1])} of query {_shown(pair[0])} was judged in line {seen[pair]} already"
            return UnreadableInput(path, number, what, "keep one of the two")
        seen[pair] = number
    return UnreadableInput(path, None, "changed while it was read", "try again")


def first_run_fault(path: str, *, dedupe: bool) -> UnreadableInput:
    """The error for the first line of a run that cannot be taken in."""
    seen: dict[tuple[bytes, bytes], int] = {}
    for number, line in numbered(path):
        words = line.split(None, RUN_FIELDS)
        if len(words) < RUN_FIELDS:
            what = f"a run line has 6 fields (query Q0 passage rank score tag), this line has {len(words)}"
            return UnreadableInput(path, number, what, "correct it, or fetch the file again if it was cut short")
        try:
            finite(words[4])
        except NotANumber:
            return UnreadableInput(path, number, f"the score of passage {_shown(words[2])} is NaN", "a score needs an order; give a number")
        except ValueError:
            return UnreadableInput(path, number, f"score {_shown(words[4])} is not a number", "correct it")
        pair = (words[0], words[2])
        if not dedupe and pair in seen:
            what = f"passage {_shown(pair[1])} of query {_shown(pair[0])} stands in line {seen[pair]} already"
            return UnreadableInput(path, number, what, "remove one, or count the first with --dedupe first")
        seen[pair] = number
    return UnreadableInput(path, None, "changed while it was read", "try again")


def _shown(word: bytes) -> str:
    return repr(word.decode(errors="replace"))
