"""Needs: one after the other, several at once, and the last one until it asks no more."""

from fullhouse.kernel.needs import Asking, LoadedState, found_many, in_sequence, together
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.shared.documents import Document


def _asking(*names: str, told: list[str] | None = None) -> Asking:
    def ask(_command: object, _found: Found) -> Needs:
        if told is not None:
            told.extend(names)
        return {name: Get(Document, (name,)) for name in names}

    return ask


def _rounds(needs: Asking, found: Found) -> list[list[str]]:
    """Answer all that is asked; return what was asked for in each round."""
    answers = LoadedState()
    answers.update(found)
    rounds = []
    while wanted := needs(None, answers):
        rounds.append(sorted(wanted))
        answers.update(dict.fromkeys(wanted, "an answer"))
    return rounds


def test_questions_are_asked_one_after_the_other() -> None:
    assert _rounds(in_sequence(_asking("a"), _asking("b", "c")), {}) == [["a"], ["b", "c"]]


def test_what_is_known_is_not_asked_for_again() -> None:
    assert _rounds(in_sequence(_asking("a"), _asking("a", "b")), {}) == [["a"], ["b"]]


def test_each_question_is_asked_once() -> None:
    told: list[str] = []
    _rounds(in_sequence(_asking("a", told=told), _asking("b", told=told)), {})
    assert told == ["a", "b"]


def test_questions_of_one_step_are_asked_at_once() -> None:
    assert _rounds(in_sequence(together(_asking("a"), _asking("b")), _asking("c")), {}) == [
        ["a", "b"],
        ["c"],
    ]


def test_the_last_question_is_asked_until_it_asks_for_nothing_new() -> None:
    def more(_command: object, found: Found) -> Needs:
        return {f"page:{len(found)}": Get(Document, ("page",))} if len(found) < 4 else {}

    assert _rounds(in_sequence(_asking("a"), at_last=more), {}) == [
        ["a"],
        ["page:1"],
        ["page:2"],
        ["page:3"],
    ]


def test_who_keeps_no_count_is_asked_what_is_not_known_yet() -> None:
    needs = in_sequence(_asking("a"), _asking("b"))
    assert list(needs(None, {})) == ["a"]
    assert list(needs(None, {"a": None})) == ["b"]
    assert not needs(None, {"a": None, "b": None})


def test_several_of_a_kind_are_found_by_their_name() -> None:
    assert found_many({"one:b": 2, "one:a": 1, "one:c": None, "ones:d": 4, "one": 5}, "one") == (
        2,
        1,
    )
