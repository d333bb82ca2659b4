"""What a figure means, in sentences: why kappa is low where agreement is high, and what custom calls it."""

from __future__ import annotations

import numpy as np

from annotator.agreement.confusion import Confusion
from annotator.agreement.kappa import chance_values
from annotator.agreement.reasons import category_text
from annotator.agreement.scale import Scale
from annotator.agreement.summary import PairSummary
from annotator.model.figure import Figure

# Where one value has four fifths of the labels, chance alone agrees on two thirds of the items.
PREVAILS = 0.8
# How far AC1 must lie above kappa before prevalence is named as the cause.
GAP = 0.2
# Share of the labels that one reviewer would have to move to use the scale as the other does.
BIAS = 0.15
# Fewer labels than this could have moved by chance.
MOVED = 4
LANDIS_KOCH = ((0.2, "slight"), (0.4, "fair"), (0.6, "moderate"), (0.8, "substantial"), (1.0, "almost perfect"))
MAIN = {"grade": "kappa-quadratic", "choice": "kappa", "flag": "kappa", "tags": "kappa", "spans": "character-kappa", "number": "icc"}


def warnings(pair: PairSummary, scale: Scale) -> list[str]:
    """Sentences about what pulls kappa of a pair down, or that it rests on too little; none where nothing needs saying."""
    if pair.confusion is None or pair.n == 0:
        return []
    noun = "grade " if scale.kind == "grade" else ""
    said = [sentence for sentence in (_prevails(pair, pair.confusion, noun), _biased(pair, pair.confusion, noun)) if sentence]
    observed = pair.statistics["observed"]
    if observed.value == 1.0 and pair.n > 1:
        said.append(f"no disagreement in {pair.n} items: the true rate may still be as high as {min(1.0, 3 / pair.n):.0%} (rule of three)")
    return said


def explained(pair: PairSummary, scale: Scale) -> list[str]:
    """Three sentences on the main statistic of a pair: what it says, what chance and prevalence did, what custom calls it."""
    name = MAIN[scale.kind]
    figure = pair.statistics[name]
    first, second = pair.reviewers
    return [
        _what(name, figure, pair, f"{first} and {second}"),
        _chance(pair, figure, scale),
        _custom(name, figure),
    ]


def landis_koch(kappa: float) -> str:
    """The word of Landis and Koch (1977) for a kappa: poor below 0, then slight, fair, moderate, substantial, almost perfect by fifths."""
    return "poor" if kappa < 0 else next(word for bound, word in LANDIS_KOCH if kappa <= bound)


def _prevails(pair: PairSummary, confusion: Confusion, noun: str) -> str | None:
    kappa, ac1 = pair.statistics["kappa"].value, pair.statistics["ac1"].value
    used = confusion.counts.sum(axis=0) + confusion.counts.sum(axis=1)
    share = int(used.max()) / int(used.sum())
    if share < PREVAILS or ac1 is None or (kappa is not None and ac1 - kappa < GAP):
        return None
    lead = "kappa is undefined" if kappa is None else "kappa is low"
    observed = pair.statistics["observed"].value
    most = category_text(confusion.categories[int(used.argmax())])
    return f"{lead} because {share:.0%} are {noun}{most}; observed {observed:.2f}, AC1 {ac1:.2f}"


def _biased(pair: PairSummary, confusion: Confusion, noun: str) -> str | None:
    left, right = confusion.counts.sum(axis=1), confusion.counts.sum(axis=0)
    apart = np.abs(left - right)
    moved = int(apart.sum()) // 2
    if moved / pair.n < BIAS or moved < MOVED:
        return None
    widest = int(apart.argmax())
    first, second = pair.reviewers
    category = category_text(confusion.categories[widest])
    ours, theirs = (f"{counts[widest] / pair.n:.0%}" for counts in (left, right))
    return f"{first} and {second} use the scale differently: {noun}{category} is {ours} of {first}'s and {theirs} of {second}'s"


def _what(name: str, figure: Figure, pair: PairSummary, who: str) -> str:
    on = f"{pair.n} shared item" + ("" if pair.n == 1 else "s")
    if pair.characters is not None:
        on += f" ({pair.characters} characters)"
    if figure.value is None:
        return f"{name} of {who} is undefined on {on}: {figure.undefined}."
    between = f", and lies between {figure.low:.2f} and {figure.high:.2f} with 95 % confidence" if figure.low is not None else ""
    return f"{name} of {who} is {figure.value:.2f} on {on}{between}."


def _chance(pair: PairSummary, figure: Figure, scale: Scale) -> str:
    observed = pair.statistics.get("observed")
    if observed is None or observed.value is None:
        return "There is nothing that chance could be told from."
    said = warnings(pair, scale)
    if said:
        # A sentence may begin with a reviewer's name, which is written as it is.
        first = said[0] if said[0].startswith(pair.reviewers) else said[0][0].upper() + said[0][1:]
        return f"{first}."
    same = f"They say exactly the same on {observed.value:.0%} of the items"
    if scale.kind == "number":
        return f"{same}; ICC sets how far they differ on one item against how far items differ."
    if figure.value is None:
        return f"{same}, but without variation chance would say the same."
    if pair.confusion is not None:
        by_chance = float(chance_values(pair.confusion.counts))
        return (
            f"{same}, and would on {by_chance:.0%} by chance; kappa is 0 where they do no better than that, and 1 where they always agree."
        )
    return f"{same}; kappa is 0 where they agree no more than chance would, given how often each uses each value, and 1 where they always agree."


def _custom(name: str, figure: Figure) -> str:
    if figure.value is None:
        return "An undefined figure is neither good nor bad: it enters no mean and passes no gate."
    if name == "icc":
        return "There is no law for how high it must be; Koo and Li (2016) say moderate from 0.5 and good from 0.75, which is custom."
    return f'Landis and Koch (1977) call this "{landis_koch(figure.value)}", which is custom and no law: what is enough depends on what the labels are for.'
