"""The audit rebuilds the state, and notices every way in which it does not fit."""

from typing import ClassVar

import msgspec
import pytest

from fullhouse.engine.catalogue import AUDITED
from fullhouse.engine.ports import AllRecords, AuditPage
from fullhouse.kernel.audit import AuditChange, AuditLine, AuditMismatch, Kinds, compare, replay
from fullhouse.kernel.records import Record
from tests.support.rsvp_world import Room, full_room, utc

replace = msgspec.structs.replace


def busy_room() -> Room:
    room = full_room(max_party=3)
    room.cancel("anna")
    room.decline("cem")
    room.claim("dora")
    room.edit(cap=5, name="Party")
    room.sign_up("vip", place_as="pending")
    room.call_off()
    return room


def parts(room: Room) -> tuple[list[AuditLine], list[Record]]:
    lines = room.store.load(AuditPage(limit=1000))
    return list(lines), list(room.store.load(AllRecords()))


def problems(lines: list[AuditLine], records: list[Record]) -> list[AuditMismatch]:
    found: list[AuditMismatch] = []
    compare(replay(lines, AUDITED, found), records, found)
    return found


def test_the_audit_replays_to_exactly_the_stored_state() -> None:
    assert problems(*parts(busy_room())) == []


def test_each_line_says_when_at_whose_word_and_by_which_order() -> None:
    room = full_room()
    room.cancel("anna")
    line = parts(room)[0][-2]
    assert (line.scope, line.at, line.by, line.action, line.subject) == (
        "party",
        room.now,
        "someone",
        "cancelled",
        "anna",
    )
    assert line.order.startswith("order-")
    rung = parts(room)[0][-1]
    assert (rung.by, rung.action) == ("clock", "offered")


def test_every_lost_line_is_noticed() -> None:
    lines, records = parts(busy_room())
    for at in range(len(lines)):
        assert problems(lines[:at] + lines[at + 1 :], records) != []


def test_every_doubled_line_is_noticed() -> None:
    lines, records = parts(busy_room())
    for at in range(len(lines)):
        assert problems(lines[: at + 1] + lines[at:], records) != []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": "Other"}, "name is 'Other', by the audit"),
        ({"taken": 99}, "taken is 99, by the audit"),
        ({"id": "elsewhere"}, "is stored but not in the audit"),
    ],
)
def test_every_change_behind_the_audits_back_is_noticed(
    change: dict[str, object], words: str
) -> None:
    lines, records = parts(full_room())
    records[0] = replace(records[0], **change)
    assert any(words in problem.what for problem in problems(lines, records))


def test_a_record_that_vanished_is_noticed() -> None:
    lines, records = parts(full_room())
    assert [problem.what for problem in problems(lines, records[1:])] == [
        "event ('party',) is in the audit but not stored"
    ]


def line_of(*entries: AuditChange) -> list[AuditLine]:
    return [
        AuditLine("s", utc("2026-06-01"), "me", "did", "x", "o", (entry,), number=at)
        for at, entry in enumerate(entries, 1)
    ]


@pytest.mark.parametrize(
    ("entries", "what"),
    [
        (
            (
                AuditChange("k", ("1",), after={"n": 1}, new=True),
                AuditChange("k", ("1",), after={"n": 1}, new=True),
            ),
            "is made twice",
        ),
        ((AuditChange("k", ("1",), after={"n": 1}),), "changes before it is made"),
        (
            (
                AuditChange("k", ("1",), after={"n": 1}, new=True),
                AuditChange("k", ("1",), before={"n": 2}, after={"n": 3}),
            ),
            "n was 1, not 2",
        ),
    ],
)
def test_what_does_not_follow_from_the_lines_ahead_is_noticed(
    entries: tuple[AuditChange, ...], what: str
) -> None:
    found: list[AuditMismatch] = []
    replay(line_of(*entries), {}, found)
    assert [problem.what.endswith(what) for problem in found] == [True]
    assert found[0].number == len(entries)


def test_what_is_added_to_counters_adds_up() -> None:
    made = AuditChange("k", ("1",), after={"n": 1}, new=True)
    state = replay(
        line_of(made, *(AuditChange("k", ("1",), adds={"n": 2}) for _ in range(3))), {}, []
    )
    assert state == {("k", ("1",)): {"n": 7}}


class Inner(msgspec.Struct, frozen=True):
    """Part of a record; `late` came after the first version."""

    first: int
    late: bool = False


class Grown(Record, frozen=True, kw_only=True):
    """A record that has grown: all but `id` and `inner` came after the first version."""

    kind_name: ClassVar[str] = "grown"

    id: str
    inner: Inner
    word: str = "usual"
    count: int = 0
    names: dict[str, str] = msgspec.field(default_factory=dict)


FIRST = AuditChange("grown", ("1",), after={"id": "1", "inner": {"first": 1}}, new=True)
NOW = Grown(id="1", inner=Inner(1))
KINDS: Kinds = {"grown": Grown}


def problems_of(entries: tuple[AuditChange, ...], record: Record) -> list[str]:
    found: list[AuditMismatch] = []
    compare(replay(line_of(*entries), KINDS, found), [record], found)
    return [problem.what for problem in found]


def test_fields_that_came_later_replay_as_their_defaults() -> None:
    assert problems_of((FIRST,), NOW) == []


def test_a_later_field_can_be_changed_and_added_to_on_an_old_record() -> None:
    changed = AuditChange(
        "grown",
        ("1",),
        before={"word": "usual", "names": {}},
        after={"word": "new", "names": {"a": "b"}},
    )
    counted = AuditChange("grown", ("1",), adds={"count": 2})
    after = replace(NOW, word="new", names={"a": "b"}, count=2)
    assert problems_of((FIRST, changed, counted), after) == []


def test_a_part_that_was_written_before_it_grew_is_what_it_was() -> None:
    changed = AuditChange(
        "grown", ("1",), before={"inner": {"first": 1}}, after={"inner": {"first": 2}}
    )
    assert problems_of((FIRST, changed), replace(NOW, inner=Inner(2))) == []


def test_a_later_field_that_is_not_what_the_audit_says_is_noticed() -> None:
    assert problems_of((FIRST,), replace(NOW, word="other")) == [
        "grown ('1',): word is 'other', by the audit 'usual'"
    ]


def test_a_field_that_every_version_wrote_is_missed() -> None:
    made = AuditChange("grown", ("1",), after={"id": "1"}, new=True)
    assert problems_of((made,), NOW) == [
        "grown ('1',): inner is {'first': 1, 'late': False}, by the audit None",
    ]


def test_what_no_version_could_have_written_is_noticed() -> None:
    changed = AuditChange("grown", ("1",), before={"count": 0}, after={"count": "many"})
    assert problems_of((FIRST, changed), NOW) == ["grown ('1',): count is 0, by the audit 'many'"]
