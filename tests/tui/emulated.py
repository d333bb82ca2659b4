"""A terminal that takes bytes and knows what is seen then: cells with their look. Only what the app may send is understood."""

import codecs
import re

from wcwidth import wcwidth

_PART = re.compile(r"\x1b\[(?P<params>[0-9;:]*)(?P<kind>[mH])|\x1b\[[0-9;:?<=>$ ]*[@-~]|\x1b\][^\x07]*\x07|(?P<text>[^\x1b])", re.DOTALL)
# Underlined, reversed, struck through: what a blank shows beside its ground.
_SEEN_ON_BLANKS = {"4", "7", "9"}
Cell = tuple[str, str]
BLANK: Cell = (" ", "")


class Emulated:
    """A grid of (character, codes of SGR). The second half of a wide character is ""."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.rows: list[list[Cell]] = [[BLANK] * width for _ in range(height)]
        self._x = self._y = 0
        self._codes: list[str] = []
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""

    def feed(self, data: bytes) -> None:
        """Take what the app sent; a sequence or a character that is cut off waits for its end."""
        text = self._rest + self._decoder.decode(data)
        tail = re.search(r"\x1b(\[[0-9;:?<=>$ ]*|\][^\x07]*)?\Z", text)
        text, self._rest = (text, "") if tail is None else (text[: tail.start()], tail[0])
        for part in _PART.finditer(text):
            if part["text"] is not None:
                self._draw(part["text"])
            elif part["kind"] == "H":
                row, _, column = part["params"].partition(";")
                self._y, self._x = min(int(row or 1), len(self.rows)) - 1, min(int(column or 1), self.width) - 1
            elif part["kind"] == "m":
                self._turn(part["params"])

    def text(self) -> str:
        """What is read on the screen."""
        return "\n".join("".join(cell for cell, _ in row) for row in self.rows)

    def changed_bytes(self, before: list[list[Cell]]) -> int:
        """Bytes of UTF-8 of the cells that are not what they were: nothing that shows them can send less."""
        pairs = ((cell, old) for row, old_row in zip(self.rows, before, strict=True) for cell, old in zip(row, old_row, strict=True))
        return sum(len(cell[0].encode()) for cell, old in pairs if cell != old)

    def _draw(self, character: str) -> None:
        if character == "\n":
            self._y = min(self._y + 1, len(self.rows) - 1)
        elif character == "\r":
            self._x = 0
        if character < " ":
            return
        row, width = self.rows[self._y], wcwidth(character)
        if width < 1:
            at = self._x - 1 if row[self._x - 1][0] else self._x - 2
            row[at] = (row[at][0] + character, row[at][1])
        elif self._x + width <= self.width:
            look = ";".join(self._codes if character != " " or _SEEN_ON_BLANKS & {*self._codes} else filter(_is_back, self._codes))
            self._part_wide(row, self._x)
            self._part_wide(row, self._x + width)
            row[self._x : self._x + width] = [(character, look), *[("", look)] * (width - 1)]
            self._x += width

    def _part_wide(self, row: list[Cell], at: int) -> None:
        """A wide character one half of which is written over is gone."""
        if 0 < at < self.width and not row[at][0]:
            row[at - 1], row[at] = BLANK, BLANK

    def _turn(self, params: str) -> None:
        for code in re.findall(r"[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+", params) or ["0"]:
            if code == "0":
                self._codes = []
                continue
            old = [other for other in self._codes if not any(kind(code) and kind(other) for kind in (_is_fore, _is_back))]
            self._codes = sorted({*old, *([] if code in {"39", "49"} else [code])})


def _is_fore(code: str) -> bool:
    return re.match(r"38;|3\d|9\d", code) is not None


def _is_back(code: str) -> bool:
    return re.match(r"48;|4\d|10\d", code) is not None
