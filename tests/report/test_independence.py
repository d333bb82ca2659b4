"""Independence: the line that is printed."""

from annotator.report.independence import summary
from annotator.workflow.independence import Proof, Unproven


def test_the_line_that_is_printed():
    proofs = [Proof("q-1", None), Proof("q-7", Unproven.SQUASHED), Proof("q-9", Unproven.SQUASHED), Proof("q-11", Unproven.SAME_COMMIT)]
    assert summary(proofs) == "independence: proven 1, not proven 3 (squashed: q-7, q-9; same commit: q-11)"
    assert summary([Proof("q-1", None)]) == "independence: proven 1, not proven 0"
    many = [Proof(f"q-{number}", Unproven.AFTER) for number in range(12)]
    assert summary(many).endswith("q-8, q-9 and 2 more)")
