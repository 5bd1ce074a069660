"""Taking a person out of what was written down."""

from datetime import UTC, datetime

import msgspec

from fullhouse.engine.catalogue import AUDITED
from fullhouse.kernel.audit import AuditChange, AuditLine, AuditMismatch, replay
from fullhouse.kernel.decisions import ErasePerson
from fullhouse.kernel.erasure import (
    addresses,
    erased_line,
    forgotten_message,
    forgotten_note,
    is_about,
    mentions,
)
from fullhouse.kernel.messages import Message

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
INSTEAD = {
    "name": "Erased guest",
    "email": "g1@erased.invalid",
    "new_email": "g1@erased.invalid",
    "reach_note": "x",
}
FORGET = ErasePerson("e1", "guest", "g1", INSTEAD)


def line(*entries: AuditChange, note: str = "") -> AuditLine:
    return AuditLine("e1", NOW, "guest", "changed", "g1", "o1", entries, note)


def test_only_the_persons_own_entries_change_and_they_still_replay() -> None:
    event = AuditChange("event", ("e1",), after={"name": "Party"}, new=True)
    other = AuditChange(
        "guest", ("e1", "g2"), after={"name": "Ben", "email": "ben@example.org"}, new=True
    )
    made = AuditChange(
        "guest",
        ("e1", "g1"),
        after={"name": "Ann", "email": "ann@example.org", "new_email": ""},
        new=True,
    )
    asks = AuditChange(
        "guest",
        ("e1", "g1"),
        {"name": "Ann", "new_email": ""},
        {"name": "Anna", "new_email": "a@b.example"},
    )
    lines = [
        erased_line(one, FORGET)
        for one in (line(event, other, made), line(asks, note="550 ann@example.org"))
    ]
    assert lines[0].entries[:2] == (event, other)
    assert lines[1].entries[0].after == {"name": "Erased guest", "new_email": "g1@erased.invalid"}
    assert lines[1].entries[0].before == {"name": "Erased guest", "new_email": ""}
    assert (lines[0].note, lines[1].note) == ("", "erased")
    problems: list[AuditMismatch] = []
    replay(lines, AUDITED, problems)
    assert problems == []


def test_every_address_they_ever_had_is_known_from_the_lines() -> None:
    made = AuditChange(
        "guest", ("e1", "g1"), after={"email": "ann@example.org", "new_email": ""}, new=True
    )
    asks = AuditChange("guest", ("e1", "g1"), {"new_email": ""}, {"new_email": "a@b.example"})
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
        id="m2",
        product="desk",
        kind="x",
        to="a@b.example",
        scope="e1",
        queued_at=NOW,
        not_before=NOW,
        at=NOW,
    )
    assert forgotten_message(waits, FORGET).status == "failed"


def test_a_line_concerns_whom_it_is_about_and_whose_record_it_tells_of() -> None:
    theirs, others = (
        AuditChange("guest", ("e1", "g1"), {}, {"rev": 2}),
        AuditChange("guest", ("e1", "g2"), {}, {"rev": 2}),
    )
    about_another = AuditLine("e1", NOW, "guest", "offered", "s1", "o1", (others, theirs))
    assert is_about(line(), FORGET)
    assert is_about(about_another, FORGET)
    assert not is_about(AuditLine("e1", NOW, "guest", "offered", "s1", "o1", (others,)), FORGET)
    assert not is_about(AuditLine("e2", NOW, "guest", "offered", "g1", "o1", (theirs,)), FORGET)


def test_a_note_to_staff_forgets_whom_it_named_however_deep() -> None:
    facts = {
        "slot": {"id": "s1", "tried": [{"id": "g1", "name": "Ann"}, {"id": "g2", "name": "Ben"}]},
        "count": 2,
    }
    note = Message(
        id="m1",
        product="waitlist",
        kind="handed_back",
        channel="staff",
        to="staff",
        scope="e1",
        facts=facts,
        queued_at=NOW,
        not_before=NOW,
        at=NOW,
        status="sent",
        letter="Ann and Ben were tried",
    )
    assert mentions(note, FORGET)
    gone = forgotten_note(note, FORGET)
    assert gone.facts["slot"]["tried"] == [
        {"id": "g1", "name": "Erased guest"},
        {"id": "g2", "name": "Ben"},
    ]
    assert (gone.facts["count"], gone.letter, gone.status, gone.to) == (2, "", "sent", "staff")
    assert not mentions(gone, FORGET)
    assert not mentions(note, ErasePerson("e2", "guest", "g1", INSTEAD))
    assert not mentions(note, ErasePerson("e1", "guest", "g3", INSTEAD))


def test_a_note_to_staff_forgets_whom_something_with_a_name_of_its_own_was_about() -> None:
    facts = {
        "proposal": {"id": "p1", "about": "g1", "name": "Ann"},
        "other": {"id": "p2", "about": "", "name": "Ben"},
    }
    note = Message(
        id="m1",
        product="appointments",
        kind="proposal",
        channel="staff",
        to="staff",
        scope="e1",
        facts=facts,
        queued_at=NOW,
        not_before=NOW,
        at=NOW,
    )
    gone = forgotten_note(note, FORGET)
    assert gone.facts["proposal"] == {"id": "p1", "about": "g1", "name": "Erased guest"}
    assert gone.facts["other"] == facts["other"]
    assert not mentions(gone, FORGET)


ONE = ErasePerson(
    "e1",
    "guest",
    "g1",
    {"email": "g1@erased.invalid", "new_email": "g1@erased.invalid"},
    only="a@b.example",
)


def test_one_address_of_a_person_is_erased_and_the_rest_stays() -> None:
    moved = AuditChange(
        "guest",
        ("e1", "g1"),
        {"email": "ann@example.org", "new_email": "a@b.example"},
        {"email": "a@b.example", "new_email": ""},
    )
    told = erased_line(line(moved, note="550 no such user"), ONE)
    assert told.note == "550 no such user"
    assert told.entries[0].before == {"email": "ann@example.org", "new_email": "g1@erased.invalid"}
    assert told.entries[0].after == {"email": "g1@erased.invalid", "new_email": ""}
    assert erased_line(line(moved, note="550 a@b.example"), ONE).note == "erased"


def test_a_message_to_another_address_stays_without_the_erased_one() -> None:
    facts = {"guest": {"id": "g1", "name": "Ann", "new_email": "a@b.example"}, "changes": []}
    kept = Message(
        id="m1",
        kind="changed",
        product="rsvp",
        scope="e1",
        person="g1",
        to="ann@example.org",
        facts=facts,
        letter="a@b.example",
        at=NOW,
        queued_at=NOW,
        not_before=NOW,
    )
    told = forgotten_message(kept, ONE)
    assert (told.to, told.status, told.letter) == ("ann@example.org", "queued", "")
    assert told.facts["guest"] == {"id": "g1", "name": "Ann", "new_email": "g1@erased.invalid"}
    other = msgspec.structs.replace(kept, facts={"guest": {"name": "Ann"}})
    assert forgotten_message(other, ONE) == other
    bare = msgspec.structs.replace(kept, facts={})
    assert forgotten_message(bare, ONE) == bare
    gone = forgotten_message(msgspec.structs.replace(kept, to="a@b.example"), ONE)
    assert (gone.to, gone.status) == ("g1@erased.invalid", "failed")
