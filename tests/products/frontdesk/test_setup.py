"""Saving the rules starts the periodic rounds of both products, in their time zone."""

from datetime import UTC, datetime, timedelta

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import DueAlarms, Invocation, NextAlarm
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.appointments.commands import SummariseWeek, Tick
from fullhouse.products.frontdesk.shared.documents import Document, SaveDocument
from fullhouse.products.frontdesk.shared.message_facts import NamedPerson
from fullhouse.products.frontdesk.shared.rulebook.model import RuleProblem
from fullhouse.products.frontdesk.waitlist.commands import Housekeep

NOW = datetime(2026, 6, 20, 12, tzinfo=UTC)


def save(store: MemoryStore, text: str, name: str = "rules") -> None:
    command = SaveDocument(name=name, text=text)  # type: ignore[arg-type]
    execute(store, RULES, Invocation("o1", "staff", command), NOW)


def test_the_night_comes_at_three_where_the_business_is() -> None:
    store = MemoryStore()
    save(store, "Time zone: Asia/Tokyo")
    assert datetime(2026, 6, 20, 18, tzinfo=UTC) in [one.due_at for one in store.alarms.values()]


def test_another_zone_moves_the_night() -> None:
    store = MemoryStore()
    save(store, "Time zone: Asia/Tokyo")
    save(store, "Time zone: Europe/Berlin")
    assert datetime(2026, 6, 21, 1, tzinfo=UTC) in [one.due_at for one in store.alarms.values()]


def test_reminders_are_looked_after_from_the_next_quarter_of_an_hour_on() -> None:
    store = MemoryStore()
    save(store, "Time zone: Asia/Tokyo")
    quarter = NOW + timedelta(minutes=15)
    assert store.load(NextAlarm()) == quarter
    assert [one.command for one in store.alarms.values() if one.due_at == quarter] == [
        Tick(at=quarter)
    ]


def test_the_week_is_summed_up_on_monday_at_eight_where_the_business_is() -> None:
    store = MemoryStore()
    save(store, "Time zone: Asia/Tokyo")
    due = datetime(2026, 6, 21, 23, tzinfo=UTC)
    assert [one.command for one in store.alarms.values() if one.due_at == due] == [
        SummariseWeek(week="2026-06-15")
    ]


def test_rules_that_cannot_be_understood_begin_nothing() -> None:
    store = MemoryStore()
    save(store, "Time zone: Atlantis")
    assert store.load(NextAlarm()) is None


def test_the_same_rules_again_begin_nothing_anew() -> None:
    store = MemoryStore()
    save(store, "Time zone: Asia/Tokyo")
    store.alarms.clear()
    save(store, "Time zone: Asia/Tokyo")
    assert store.load(NextAlarm()) is None


def test_a_voice_begins_nothing() -> None:
    store = MemoryStore()
    save(store, "# Text\nCome: {claim}", name="voice")
    assert store.load(NextAlarm()) is None


def test_other_rules_have_every_open_slot_looked_at_at_once() -> None:
    store = MemoryStore()
    save(store, "Quiet hours: 21:00 to 08:00")
    save(store, "Quiet hours: 22:00 to 07:00")
    assert store.load(NextAlarm()) == NOW
    (alarm,) = (one for one in store.load(DueAlarms(NOW)) if isinstance(one.command, Housekeep))
    assert alarm.command == Housekeep(again=False)


def test_the_first_rules_have_no_slot_to_look_at() -> None:
    store = MemoryStore()
    save(store, "Quiet hours: 21:00 to 08:00")
    assert store.load(DueAlarms(NOW)) == ()


DOUBTS = (RuleProblem(0, "", "Cut is in use."),)
ADA = NamedPerson("a1", "Ada")


def test_rules_that_lack_what_is_in_use_wait_with_one_note_until_staff_put_them_in_force() -> None:
    store = MemoryStore()
    save(store, "Services\n- Cut: 45 minutes\n")
    without = SaveDocument(name="rules", text="Services\n", doubts=DOUBTS, people=(ADA,))
    for _ in range(2):
        execute(store, RULES, Invocation("o2", "file", without), NOW)
    rules = store.load(Get(Document, ("rules",)))
    assert rules is not None
    assert (rules.text, rules.seen) == ("Services\n- Cut: 45 minutes\n", "Services\n")
    assert rules.problems == DOUBTS
    (note,) = store.shelf(Message).values()
    assert (note.product, note.kind) == ("waitlist", "removal")
    assert note.facts["removal"] == {
        "source": "rules",
        "gone": 1,
        "people": [{"id": "a1", "name": "Ada"}],
    }
    save(store, "Services\n")
    rules = store.load(Get(Document, ("rules",)))
    assert rules is not None
    assert (rules.text, rules.seen, rules.problems) == ("Services\n", "", ())


def test_rules_that_cannot_be_read_send_no_note_of_what_they_lack() -> None:
    store = MemoryStore()
    save(store, "Services\n- Cut: 45 minutes\n")
    unread = SaveDocument(name="rules", text="The moon: full\n", doubts=DOUBTS, people=(ADA,))
    execute(store, RULES, Invocation("o2", "api", unread), NOW)
    rules = store.load(Get(Document, ("rules",)))
    assert rules is not None
    assert [problem.line for problem in rules.problems] == [1]
    assert not store.shelf(Message)
