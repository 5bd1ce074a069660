"""Questions about what is missing from a sheet or calendar: asked once, decided once."""

from typing import Any

import pytest
from msgspec.structs import replace

from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.refill.removal_questions import (
    SCOPES,
    DecideRemoval,
    HoldRemoval,
    decide_needs,
    decide_removal,
    hold_needs,
    hold_removal,
)
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource
from fullhouse.products.frontdesk.shared.held_removals import (
    ALL_CHANGES,
    CHANGES,
    HeldItem,
    HeldRemoval,
)
from fullhouse.products.frontdesk.shared.message_facts import NamedPerson
from tests.products.frontdesk.waitlist.told import NOW

ASKED = (HeldItem("a"), HeldItem("b"), HeldItem("c"))
OPEN = HeldRemoval(id="sheet", asked=ASKED, known=9, number=1, asked_at=NOW, rev=4)


def hold(known: HeldRemoval | None, fresh: HeldRemoval, *people: NamedPerson) -> Decision:
    command = HoldRemoval(removal=fresh, people=people)
    assert set(hold_needs(command, {})) == {"held", "rules"}
    return hold_removal({"held": known, "rules": None}, command, NOW)


def decide(held: HeldRemoval | None, source: ExternalSource | None = None, **said: Any) -> Decision:
    command = DecideRemoval(source="sheet", **{"rev": 4, **said})
    assert set(decide_needs(command, {})) == {"held", "source"}
    return decide_removal({"held": held, "source": source}, command, NOW)


def test_nothing_is_loaded_twice() -> None:
    assert hold_needs(HoldRemoval(removal=OPEN), {"held": None}) == {}
    assert decide_needs(DecideRemoval(source="sheet", rev=1), {"held": None}) == {}


@pytest.mark.parametrize("source", SCOPES)
def test_a_new_question_is_stored_with_one_note(source: str) -> None:
    fresh = HeldRemoval(id=source, asked=ASKED, known=9)
    decision = hold(None, fresh, NamedPerson("a", "Ada"))
    stored: HeldRemoval = decision.moves[0].after
    assert (stored.asked, stored.number, stored.asked_at, stored.rev) == (ASKED, 1, NOW, 1)
    (note,) = decision.messages
    assert (note.product, note.kind, note.channel) == (SCOPES[source], "removal", "staff")
    assert note.facts["removal"] == {
        "source": source,
        "gone": 3,
        "people": [{"id": "a", "name": "Ada"}],
    }
    action = "change_asked" if source in ALL_CHANGES else "removal_asked"
    assert [step.action for step in decision.steps] == [action]


FEW = replace(OPEN, known=5)
EVERYONE = (*ASKED, HeldItem("d"), HeldItem("e"))


@pytest.mark.parametrize(
    ("known", "fresh", "notes"),
    [
        (OPEN, replace(OPEN, asked=(*EVERYONE, HeldItem("f"))), 0),
        (OPEN, replace(OPEN, asked=(*EVERYONE, HeldItem("f"), HeldItem("g"))), 1),
        (FEW, replace(FEW, asked=EVERYONE[:4]), 0),
        (FEW, replace(FEW, asked=EVERYONE), 1),
        (replace(FEW, asked=EVERYONE), replace(FEW, asked=ASKED), 0),
    ],
)
def test_a_question_that_grows_to_over_twice_or_to_everyone_is_told_again(
    known: HeldRemoval, fresh: HeldRemoval, notes: int
) -> None:
    decision = hold(known, fresh)
    assert len(decision.messages) == notes
    assert decision.moves[0].after.number == 1 + notes


def grown(held: HeldRemoval, names: str) -> tuple[HeldRemoval, int]:
    """Return the question about these and no others, and how many notes that brought."""
    asked = tuple(map(HeldItem, names))
    decision = hold(held, replace(held, asked=asked, known=99 if asked else 0))
    after: HeldRemoval = decision.moves[0].after
    return after, len(decision.messages)


def test_nobody_is_told_of_twice_in_one_question() -> None:
    held, notes = grown(HeldRemoval(id="sheet"), "abc")
    assert notes == 1
    for names, expected in [
        ("abcdefg", 1),
        ("abc", 0),
        ("abcdefg", 0),
        ("a", 0),
        ("defg", 0),
        # Four of whom staff were not told, beside seven of whom they were.
        ("ahijk", 0),
        ("ahijklmno", 1),
        ("hijklmno", 0),
    ]:
        held, notes = grown(held, names)
        assert (names, notes) == (names, expected)


def test_the_next_question_is_told_from_the_beginning() -> None:
    held, _ = grown(HeldRemoval(id="sheet"), "abcdefg")
    over, notes = grown(held, "")
    assert (over.told, notes) == ((), 0)
    assert grown(over, "abc")[1] == 1
    confirmed = decide(replace(OPEN, told=("a", "b"))).moves[0].after
    assert confirmed.told == ()


def test_of_a_question_of_an_earlier_version_staff_know_all() -> None:
    assert OPEN.told == ()
    held, notes = grown(OPEN, "ab")
    assert notes == 0
    assert grown(held, "abc")[1] == 0
    assert grown(held, "abcdefg")[1] == 1


def test_a_question_that_changes_brings_no_second_note_and_the_next_one_does() -> None:
    more = hold(OPEN, replace(OPEN, asked=(*ASKED, HeldItem("d"))))
    assert (more.messages, more.answer, more.moves[0].after.rev) == ((), True, 5)
    over = hold(OPEN, replace(OPEN, asked=(), known=0))
    assert (over.messages, over.moves[0].after.asked) == ((), ())
    again = hold(replace(OPEN, asked=()), OPEN)
    assert again.messages[0].id.endswith(":sheet-2")


def test_nothing_is_written_if_nothing_has_changed() -> None:
    assert hold(None, HeldRemoval(id="sheet")) == Decision(True)
    assert hold(OPEN, OPEN) == Decision(True)
    assert hold(replace(OPEN, rev=5), replace(OPEN, asked=())) == Decision(False)


def test_an_answer_is_noted_and_the_source_read_again() -> None:
    source = ExternalSource(id="sheet", version="v1", rev=7)
    confirmed = decide(OPEN, source)
    held, read = (change.after for change in confirmed.moves)
    assert (held.confirmed, held.asked, held.kept, held.rev) == (ASKED, (), (), 5)
    assert (read.version, read.rev) == ("", 8)
    assert (confirmed.answer, confirmed.steps[0].action) == ("removal_confirmed",) * 2
    kept = decide(OPEN, replace(source, version=""), keep=True)
    assert (kept.answer, len(kept.moves), kept.moves[0].after.kept) == ("removal_kept", 1, ASKED)
    assert len(decide(OPEN).moves) == 1


def test_an_answer_to_no_question_or_to_another_one_has_no_effect() -> None:
    assert decide(None) == decide(replace(OPEN, asked=())) == Decision("no_question")
    assert decide(OPEN, rev=3) == Decision("question_changed")


@pytest.mark.parametrize(("keep", "action"), [(True, "change_kept"), (False, "change_confirmed")])
def test_answers_about_changed_rows_are_noted_and_their_sheet_is_read_again(
    *, keep: bool, action: str
) -> None:
    command = DecideRemoval(source=CHANGES, rev=4, keep=keep)
    assert decide_needs(command, {})["source"] == Get(ExternalSource, ("appointments-sheet",))
    held = replace(OPEN, id=CHANGES)
    decision = decide_removal({"held": held, "source": None}, command, NOW)
    assert [step.action for step in decision.steps] == [action]
