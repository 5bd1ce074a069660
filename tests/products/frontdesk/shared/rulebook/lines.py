"""Lines of the rules, read one by one."""

from fullhouse.products.frontdesk.shared.rulebook.document import parse_rules
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook


def understood(text: str) -> Rulebook:
    reading = parse_rules(text)
    assert reading.problems == ()
    return reading.rulebook


def reason(text: str) -> str:
    (problem,) = parse_rules(text).problems
    assert problem.line == len(text.splitlines())
    return problem.reason
