"""Measures as values: their text form is that of ir_measures and parses back (`nDCG(dcg='exp-log2')@10`, `P(rel=2)@5`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from annotator.errors import UsageError
from annotator.evaluate import formulas
from annotator.evaluate.ranking import Judged, Ranking

Formula = Callable[[Ranking, Judged], float]
Setting = int | float | str

VERSION = 1  # of the definitions below: goes into a report's definition digest, and rises when a value may change


class Family(NamedTuple):
    """What measures of one name share.

    `cutoff` is "must", "may" or "never", or "share" where what follows @ is a number from 0 to 1; `settings` are the defaults of
    what may stand in brackets; `shown` are always written out, since other tools default them differently; `bind` makes the formula,
    and is None where a measure needs more of a dataset than judgments (see `gold_measures`). `better` is 1 where a higher value is
    better, -1 where a lower one is, and 0 where neither is.
    """

    meaning: str
    cutoff: str
    settings: dict[str, Setting]
    bind: Callable[[Any, dict[str, Any]], Formula] | None
    shown: frozenset[str] = frozenset()
    summed: bool = False
    better: int = 1


FAMILIES: dict[str, Family] = {
    "nDCG": Family(
        "normalised discounted cumulative gain", "may", {"dcg": "log2"}, lambda k, s: lambda r, j: formulas.ndcg(r, j, k, s["dcg"])
    ),
    "RR": Family(
        "reciprocal rank of the first relevant passage",
        "may",
        {"rel": 1},
        lambda k, s: lambda r, j: formulas.reciprocal_rank(r, k, s["rel"]),
    ),
    "R": Family("share of the relevant passages found", "must", {"rel": 1}, lambda k, s: lambda r, j: formulas.recall(r, j, k, s["rel"])),
    "P": Family("share of the first k that is relevant", "must", {"rel": 1}, lambda k, s: lambda r, j: formulas.precision(r, k, s["rel"])),
    "Success": Family(
        "1 where one of the first k is relevant", "must", {"rel": 1}, lambda k, s: lambda r, j: formulas.success(r, k, s["rel"])
    ),
    "AP": Family("average precision", "may", {"rel": 1}, lambda k, s: lambda r, j: formulas.average_precision(r, j, k, s["rel"])),
    "Bpref": Family("binary preference", "never", {"rel": 1}, lambda k, s: lambda r, j: formulas.bpref(r, j, s["rel"])),
    "Rprec": Family(
        "precision at the number of relevant passages", "never", {"rel": 1}, lambda k, s: lambda r, j: formulas.r_precision(r, j, s["rel"])
    ),
    "SetP": Family(
        "precision of all that was returned", "never", {"rel": 1}, lambda k, s: lambda r, j: formulas.set_precision(r, s["rel"])
    ),
    "SetR": Family("recall of all that was returned", "never", {"rel": 1}, lambda k, s: lambda r, j: formulas.recall(r, j, None, s["rel"])),
    "SetF": Family(
        "F of SetP and SetR", "never", {"rel": 1, "beta": 1.0}, lambda k, s: lambda r, j: formulas.set_f(r, j, s["rel"], s["beta"])
    ),
    "ERR": Family("expected reciprocal rank", "may", {}, lambda k, s: lambda r, j: formulas.expected_reciprocal_rank(r, k)),
    "RBP": Family(
        "rank-biased precision, binary gain",
        "may",
        {"p": 0.8, "rel": 1},
        lambda k, s: lambda r, j: formulas.rank_biased_precision(r, k, s["rel"], s["p"]),
        shown=frozenset({"p", "rel"}),
    ),
    "IPrec": Family(
        "interpolated precision at a recall",
        "share",
        {"rel": 1},
        lambda k, s: lambda r, j: formulas.interpolated_precision(r, j, s["rel"], k),
    ),
    "Judged": Family("share of the first k that is judged", "may", {}, lambda k, s: lambda r, j: formulas.judged_share(r, k), better=0),
    "NumRet": Family(
        "passages returned, with rel= relevant ones",
        "never",
        {"rel": 0},
        lambda k, s: lambda r, j: _returned(r, s["rel"]),
        summed=True,
        better=0,
    ),
    "NumRel": Family(
        "relevant passages judged", "never", {"rel": 1}, lambda k, s: lambda r, j: float(j.relevant(s["rel"])), summed=True, better=0
    ),
    "NoAnswerFPR": Family("share of no-answer questions with a result (within k)", "may", {}, None, better=-1),
    "ContextP": Family("share of the returned characters that answers", "may", {"mean": "pooled"}, None),
    "ContextR": Family("share of the answering characters that was returned", "may", {"mean": "pooled"}, None),
    "Isolation": Family(
        "forbidden passages returned (within k), and any from outside a private library", "may", {}, None, summed=True, better=-1
    ),
}

_DIGITS = 9
_TEXT = re.compile(r"(?P<name>[A-Za-z]+)(?:\((?P<settings>[^()]*)\))?(?:@(?P<cutoff>[0-9.]+))?\Z")
_WORDS = {
    "dcg": {"log2": "linear gain", "exp-log2": "gain 2^g - 1"},
    "mean": {"pooled": "characters of all questions together", "macro": "mean over questions"},
}


def _returned(ranking: Ranking, level: int) -> float:
    return float(ranking.count(level, None) if level else ranking.returned)


class Measure(NamedTuple):
    """A measure with its settings and cutoff; `str()` gives the text form that `parse` reads."""

    name: str
    settings: tuple[tuple[str, Setting], ...]
    cutoff: int | float | None = None

    def __str__(self) -> str:
        family = FAMILIES[self.name]
        shown = [f"{key}={value!r}" for key, value in self.settings if key in family.shown or value != family.settings[key]]
        return self.name + (f"({','.join(shown)})" if shown else "") + ("" if self.cutoff is None else f"@{self.cutoff}")

    def formula(self) -> Formula:
        """The function from one query's ranking and judgments to the value; UsageError where it takes a dataset."""
        bind = FAMILIES[self.name].bind
        if bind is None:
            raise UsageError(f"{self} needs more than judgments; measure it on a dataset with `annotator evaluate`")
        return bind(self.cutoff, dict(self.settings))

    @property
    def of_dataset(self) -> bool:
        """Whether it needs spans, forbidden passages or no-answer questions, which only a dataset has."""
        return FAMILIES[self.name].bind is None

    @property
    def summed(self) -> bool:
        """Whether the figure over all queries is a sum and not a mean (NumRet, NumRel)."""
        return FAMILIES[self.name].summed

    def at_level(self, level: int) -> Measure:
        """This measure with relevance from grade `level`, where it knows such a level and none but the default was asked for."""
        family = FAMILIES[self.name]
        settings = dict(self.settings)
        if family.settings.get("rel") != 1 or settings["rel"] != 1:
            return self
        return self._replace(settings=tuple({**settings, "rel": level}.items()))


def better_way(measure: str) -> int:
    """`better` of the measure's family; 1 for a name that is none of ours, as an old report may hold."""
    family = FAMILIES.get(re.split(r"[(@]", measure)[0])
    return 1 if family is None else family.better


def parse(text: str) -> Measure:
    """Read a measure's text form; UsageError with near matches where there is none of that name."""
    match = _TEXT.match("".join(text.split()).replace('"', "'"))
    name = match["name"] if match else text
    family = FAMILIES.get(name)
    if match is None or family is None:
        raise UsageError(f"there is no measure {text!r}; {_advice(text)}")
    settings = dict(family.settings)
    for part in filter(None, (match["settings"] or "").split(",")):
        key, _, value = part.partition("=")
        if key not in settings:
            known = ", ".join(f"{word}=" for word in settings) or "nothing"
            raise UsageError(f"measure {text!r}: {name} takes {known} in brackets, not {part!r}")
        settings[key] = _setting(text, key, value)
    return Measure(name, tuple(settings.items()), _cutoff(text, name, family, match["cutoff"]))


def _setting(text: str, key: str, value: str) -> Setting:
    if key in _WORDS:
        word = value.strip("'")
        if word not in _WORDS[key]:
            choices = " or ".join(f"'{choice}' ({meaning})" for choice, meaning in _WORDS[key].items())
            raise UsageError(f"measure {text!r}: {key} is {choices}, not {value}")
        return word
    try:
        number: int | float = int(value) if key == "rel" else float(value)
    except ValueError:
        raise UsageError(f"measure {text!r}: {key} needs a number, not {value!r}") from None
    if key == "p" and not 0 < number < 1:
        raise UsageError(f"measure {text!r}: p lies between 0 and 1")
    if key in {"rel", "beta"} and not 0 < number < 1e9:
        raise UsageError(f"measure {text!r}: {key} is a number above 0")
    return number


def _cutoff(text: str, name: str, family: Family, value: str | None) -> int | float | None:
    if value is None:
        if family.cutoff in {"must", "share"}:
            raise UsageError(f"measure {text!r} needs a cutoff, such as {name}@{'0.5' if family.cutoff == 'share' else 10}")
        return None
    if family.cutoff == "never":
        raise UsageError(f"measure {text!r}: {name} takes no cutoff")
    if family.cutoff == "share":
        try:
            share = float(value)
        except ValueError:
            share = -1.0
        if 0 <= share <= 1:
            return share
        raise UsageError(f"measure {text!r}: the recall after @ lies between 0 and 1")
    if not value.isdigit() or len(value) > _DIGITS or int(value) == 0:
        raise UsageError(f"measure {text[:40]!r}: the cutoff after @ is a whole number from 1")
    return int(value)


_TREC_NAMES = {
    "map": "AP",
    "ndcg_cut": "nDCG@{}",
    "map_cut": "AP@{}",
    "p": "P@{}",
    "recall": "R@{}",
    "success": "Success@{}",
    "recip_rank": "RR",
    "mrr": "RR",
    "set_p": "SetP",
    "set_recall": "SetR",
    "set_f": "SetF",
    "num_ret": "NumRet",
    "num_rel": "NumRel",
    "num_rel_ret": "NumRet(rel=1)",
    "precision": "P@{}",
    "hit": "Success@{}",
    "hits": "Success@{}",
    "hitrate": "Success@{}",
    "hit_rate": "Success@{}",
}


def _advice(text: str) -> str:
    """What to write instead: the measure that trec_eval or a common habit calls so, else the nearest names."""
    import difflib  # only for a mistake, since it costs start-up time

    word = re.match(r"([A-Za-z_]*?)[_.@]?(\d*)\Z", text.strip())
    if word and word[1].lower() in _TREC_NAMES:
        return f"did you mean {_TREC_NAMES[word[1].lower()].format(word[2] or 10)}?"
    same = next((name for name in FAMILIES if word and name.lower() == word[1].lower()), None)
    if word and same:
        cutoff = f"@{word[2] or 10}" if word[2] or FAMILIES[same].cutoff == "must" else ""
        return f"did you mean {same}{cutoff}?"
    lowered = {name.lower(): name for name in FAMILIES}
    near = [lowered[found] for found in difflib.get_close_matches(re.split(r"[(@]", text.lower())[0], lowered, 3, 0.5)]
    return f"near it: {', '.join(near)}" if near else f"there are {', '.join(FAMILIES)}"
