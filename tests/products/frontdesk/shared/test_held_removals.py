"""Rows that are missing from a source: ended at once, asked about, or kept."""

import pytest

from fullhouse.products.frontdesk.shared import held_removals
from fullhouse.products.frontdesk.shared.held_removals import (
    HeldItem,
    HeldRemoval,
    Verdict,
    is_many,
    judge,
)

NOTHING = HeldRemoval(id="sheet")


def items(names: str) -> tuple[HeldItem, ...]:
    return tuple(HeldItem(name) for name in names)


def ids(several: tuple[HeldItem, ...]) -> str:
    return "".join(item.id for item in several)


def of(verdict: Verdict) -> tuple[str, str]:
    """Return the items that end now, and those that are asked about."""
    return "".join(sorted(verdict.ends)), ids(verdict.held.asked)


@pytest.mark.parametrize(
    ("gone", "known", "many"),
    [(0, 0, False), (0, 5, False), (1, 1, True), (2, 2, True), (2, 9, False), (3, 900, True)],
)
def test_more_than_two_or_all_are_many(gone: int, known: int, many: bool) -> None:
    assert is_many(gone, known) == many


def test_a_few_end_at_once_and_many_are_asked_about() -> None:
    assert of(judge(NOTHING, items("ab"), 9)) == ("ab", "")
    assert of(judge(NOTHING, items("abc"), 9)) == ("", "abc")
    assert of(judge(NOTHING, items("ab"), 2)) == ("", "ab")
    assert of(judge(NOTHING, items("a"), 9, strange=True)) == ("", "a")
    assert of(judge(NOTHING, (), 0, strange=True)) == ("", "")
    assert of(judge(NOTHING, items("ab"), 9, relied_on=frozenset("bx"))) == ("", "ab")
    assert of(judge(NOTHING, items("ab"), 9, relied_on=frozenset("x"))) == ("ab", "")


def test_what_was_asked_stays_asked_until_it_is_back_and_what_else_vanishes_joins() -> None:
    held = judge(NOTHING, items("abcd"), 9).held
    assert of(judge(held, items("ab"), 9)) == ("", "ab")
    assert of(judge(held, items("abcde"), 9)) == ("", "abcde")
    assert of(judge(held, items("e"), 9)) == ("e", "")
    assert judge(held, (), 9).held == NOTHING


def test_what_is_confirmed_ends_while_it_is_missing() -> None:
    held = HeldRemoval(id="sheet", confirmed=items("abcd"))
    verdict = judge(held, items("abce"), 9)
    assert of(verdict) == ("abce", "")
    assert ids(verdict.held.confirmed) == "abc"
    assert of(judge(held, items("abcefg"), 9)) == ("abc", "efg")


def test_what_is_kept_stays_while_it_is_missing() -> None:
    held = HeldRemoval(id="sheet", kept=items("abcd"))
    verdict = judge(held, items("abce"), 9)
    assert of(verdict) == ("e", "")
    assert ids(verdict.held.kept) == "abc"
    assert of(judge(held, items("abcde"), 5)) == ("", "e")


def test_more_than_fit_into_a_record_are_asked_about_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(held_removals, "MOST_ASKED", 3)
    assert of(judge(NOTHING, items("abcde"), 9)) == ("", "abc")
    held = HeldRemoval(id="sheet", confirmed=items("abc"))
    assert of(judge(held, items("abcde"), 5)) == ("abc", "de")
