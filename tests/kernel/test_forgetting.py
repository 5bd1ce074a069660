"""Taking a person out of what was written down."""

from datetime import UTC, datetime

from fullhouse.kernel.audit import Broken, Entry, Line, replay
from fullhouse.kernel.decisions import Forget
from fullhouse.kernel.forgetting import addresses, forgotten_line, forgotten_message
from fullhouse.kernel.messages import Message

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
INSTEAD = {"name": "Erased guest", "email": "g1@erased.invalid", "new_email": "g1@erased.invalid", "reach_note": "x"}
FORGET = Forget("e1", "guest", "g1", INSTEAD)


def line(*entries: Entry, note: str = "") -> Line:
    return Line("e1", NOW, "guest", "changed", "g1", "o1", entries, note)


def test_only_the_persons_own_entries_change_and_they_still_replay() -> None:
    event = Entry("event", ("e1",), after={"name": "Party"}, new=True)
    other = Entry("guest", ("e1", "g2"), after={"name": "Ben", "email": "ben@example.org"}, new=True)
    made = Entry("guest", ("e1", "g1"), after={"name": "Ann", "email": "ann@example.org", "new_email": ""}, new=True)
    asks = Entry("guest", ("e1", "g1"), {"name": "Ann", "new_email": ""}, {"name": "Anna", "new_email": "a@b.example"})
    lines = [forgotten_line(one, FORGET) for one in (line(event, other, made), line(asks, note="550 ann@example.org"))]
    assert lines[0].entries[:2] == (event, other)
    assert lines[1].entries[0].after == {"name": "Erased guest", "new_email": "g1@erased.invalid"}
    assert lines[1].entries[0].before == {"name": "Erased guest", "new_email": ""}
    assert (lines[0].note, lines[1].note) == ("", "erased")
    problems: list[Broken] = []
    replay(lines, problems)
    assert problems == []


def test_every_address_they_ever_had_is_known_from_the_lines() -> None:
    made = Entry("guest", ("e1", "g1"), after={"email": "ann@example.org", "new_email": ""}, new=True)
    asks = Entry("guest", ("e1", "g1"), {"new_email": ""}, {"new_email": "a@b.example"})
    assert addresses((line(made), line(asks)), FORGET) == {"ann@example.org", "a@b.example"}


def test_a_message_forgets_its_reader_and_one_that_waits_never_leaves() -> None:
    facts = {"guest": {"id": "g1", "name": "Ann"}, "event": {"name": "Party"}}
    sent = Message(
        id="m1",
        product="rsvp",
        kind="link",
        to="ann@example.org",
        scope="e1",
        person="g1",
        facts=facts,
        queued_at=NOW,
        not_before=NOW,
        at=NOW,
        status="sent",
        letter="Dear Ann",
    )
    gone = forgotten_message(sent, FORGET)
    assert (gone.to, gone.letter, gone.status, gone.error) == ("g1@erased.invalid", "", "sent", "")
    assert gone.facts == {"guest": {"id": "g1", "name": "Erased guest"}, "event": {"name": "Party"}}
    waits = Message(
        id="m2", product="desk", kind="x", to="a@b.example", scope="e1", queued_at=NOW, not_before=NOW, at=NOW
    )
    assert forgotten_message(waits, FORGET).status == "failed"
