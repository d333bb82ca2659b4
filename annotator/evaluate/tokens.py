"""Words of a text for the built-in retrievers.

Text is normalised (NFKC, case folded) and cut into stretches of CJK script and of other letters and digits. A CJK stretch gives the
words that rjieba finds and all its character bigrams, so that a word cut differently in question and passage still meets. Other words
are stemmed by Snowball's English stemmer; words that carry no content (Lucene's English list, a few Chinese particles) are left out.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any

DEFINITION = {
    "normalise": "NFKC casefold",
    "cjk": "rjieba words and bigrams",
    "stem": "snowball english",
    "stop": "lucene en, zh particles",
}

_CJK = "\u2e80-\u2fff\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_STRETCH = re.compile(f"[{_CJK}]+|[^\\W_{_CJK}]+(?:['’][^\\W_{_CJK}]+)*")
_IS_CJK = re.compile(f"[{_CJK}]")
_ENGLISH = (
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with"
)
_PARTICLES = "的了吗呢吧啊是在和与及也都就被把对从到之其"
_STOP = frozenset(_ENGLISH.split()) | frozenset(_PARTICLES)


def tokens(text: str) -> list[str]:
    """Words of a text in reading order, with repetitions."""
    out: list[str] = []
    for match in _STRETCH.finditer(unicodedata.normalize("NFKC", text).casefold()):
        stretch = match[0]
        if _IS_CJK.match(stretch):
            out += _cjk(stretch)
        elif stretch not in _STOP:
            out.append(_stemmer().stemWord(stretch.replace("’", "'")))
    return out


def _cjk(stretch: str) -> list[str]:
    import rjieba

    words = [word for word in rjieba.cut(stretch) if word not in _STOP]
    bigrams = [stretch[at : at + 2] for at in range(len(stretch) - 1)]
    return words + [pair for pair in bigrams if pair not in words]


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")
