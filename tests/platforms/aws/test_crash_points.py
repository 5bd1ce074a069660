"""A crash, a lost answer, a throttle, a late or repeated delivery: a repeat, never a loss.

The evening of crash_story.py is played once with nothing going wrong, then again and again with one
AWS call going wrong in one way. In `make proof` ten calls of each chapter go wrong in every way
that makes a difference, evenly spread; in `make test` one call of each chapter, each
in another way.
"""

import itertools
import random
import re
import threading
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from fullhouse.kernel import messages
from fullhouse.platforms.aws.dynamodb import tables
from fullhouse.products.rsvp.commands import CancelEvent, EraseGuest
from tests.aws.emulator import Emulator
from tests.aws.shapes import Context
from tests.platforms.aws.crash_checks import REMINDED, calm, look
from tests.platforms.aws.crash_story import (
    BEGINS,
    CHAPTERS,
    Evening,
    Tale,
    clean_run,
    go_on,
    play,
    played,
)
from tests.platforms.aws.crashing import FUNCTIONS, SWEEPS_EVERY, LittleAws, little_aws
from tests.platforms.aws.handed_over import WOKEN_BY, Schedule
from tests.platforms.aws.living import Json
from tests.platforms.aws.wire import DIES_BEFORE, LOST, LOST_ONCE, REFUSED, SEND, WAYS, Fault
from tests.support.proof import some_of
from tests.support.rsvp_world import EVENT, mail

EVERY = 100_000
# The name as a word: its letters may stand in a signature.
CEM = re.compile(r"(?<![\w-])Cem(?![\w-])")
MANY = 10
HOW_MANY = pytest.mark.parametrize(
    "most", [1, pytest.param(EVERY, marks=pytest.mark.proof, id="every")]
)
TOGETHER_WITHIN = 180.0

pytestmark = pytest.mark.timeout(3600)


@pytest.fixture(scope="module")
def evening(emulator: Emulator) -> Iterator[Evening]:
    with little_aws(emulator, BEGINS) as aws:
        yield Evening(aws, clean_run(aws))


@pytest.fixture
def aws(evening: Evening) -> Iterator[LittleAws]:
    yield evening.aws
    evening.aws.behave()


def evenly(faults: list[Fault], most: int) -> list[Fault]:
    """Choose so many, evenly spread."""
    if len(faults) <= most:
        return faults
    return [faults[(2 * place + 1) * len(faults) // (2 * most)] for place in range(most)]


def test_the_evening_goes_as_it_is_told(evening: Evening) -> None:
    calls = {name: len(chapter.calls) for name, chapter in evening.chapters.items()}
    assert sum(calls.values()) > 300, calls
    told = [said for chapter in evening.chapters.values() for said in chapter.ending.told]
    assert told == [
        *[("anna", "confirmed"), ("ben", "confirmed"), ("cem", "waitlisted")],
        *[("ben", "cancel"), ("cem", "claim")],
        *[("dora", "waitlisted"), ("eve", "waitlisted"), ("anna", "cancel"), ("eve", "claim")],
    ]
    last = evening.chapters["called_off"].ending
    assert {name for name, (state, *_) in last.guests.items() if state == "confirmed"} == {
        "Cem",
        "Eve",
    }
    assert last.guests["Dora"] == ("waitlisted", False, 1)
    off = {to for kind, to in last.mails if kind == "event_cancelled"}
    assert off == {mail("cem"), mail("dora"), mail("eve")}
    assert (last.alarms, last.schedules) == (Counter(), Counter())


@pytest.mark.parametrize(
    ("name", "way", "most"),
    [
        *((*pair, 1) for pair in zip(CHAPTERS, WAYS, strict=True)),
        *(
            pytest.param(*pair, MANY, marks=pytest.mark.proof, id="-".join((*pair, "many")))
            for pair in itertools.product(CHAPTERS, WAYS)
        ),
    ],
)
def test_one_call_that_goes_wrong_changes_nothing_in_the_end(
    evening: Evening, name: str, way: str, most: int
) -> None:
    chapter = evening.chapters[name]
    faults = [fault for fault in chapter.faults() if fault.way == way]
    assert faults
    for fault in evenly(faults, most):
        played(evening, name, fault)


@pytest.mark.parametrize("times", [1, pytest.param(20, marks=pytest.mark.proof)])
@pytest.mark.parametrize("name", some_of(CHAPTERS))
def test_a_second_call_that_goes_wrong_later_changes_nothing_either(
    evening: Evening, name: str, times: int
) -> None:
    chance = random.Random(name)
    calls = len(evening.chapters[name].calls)
    first = [fault for fault in evening.chapters[name].faults() if fault.number < calls]
    for fault in chance.sample(first, times):
        second = Fault(
            chance.randint(fault.number + 1, calls), chance.choice((REFUSED, DIES_BEFORE))
        )
        try:
            played(evening, name, fault, second)
        except (AssertionError, ValueError):
            # Where both hit the same mail on its way, it is given up rather than sent a third time.
            if not any(one.error == f"{messages.LOST} twice" for one in look(evening.aws).messages):
                raise


class Planted(NamedTuple):
    """A mistake that someone might make, and the fault that must bring it to light."""

    place: str
    chapter: str
    operation: str
    way: str
    found: str


PLANTED = [
    Planted("functions.ev_keeper.left_over", "opened", "CreateSchedule", REFUSED, "schedules"),
    Planted("mail.outbox.wake_if_late", "reminded", SEND, LOST, "L1"),
]


@pytest.mark.parametrize("bug", PLANTED, ids=lambda bug: bug.place)
def test_a_planted_bug_is_found(
    evening: Evening, bug: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    chapter = evening.chapters[bug.chapter]
    number = next(call.number for call in chapter.calls if call.operation == bug.operation)
    monkeypatch.setattr(f"fullhouse.platforms.aws.{bug.place}", lambda *_given: None)
    with pytest.raises(AssertionError, match=bug.found):
        play(evening.aws, chapter, Fault(number, bug.way))


@pytest.mark.parametrize("name", some_of(CHAPTERS))
def test_batches_that_come_twice_change_nothing(
    evening: Evening, aws: LittleAws, name: str
) -> None:
    chapter = evening.before(name)

    def twice(table: str, records: list[Json]) -> None:
        aws.hand_over(table, records)
        aws.hand_over(table, records)

    aws.deliver = twice
    go_on(aws, chapter)


@pytest.mark.parametrize("order", some_of(list(itertools.permutations(WOKEN_BY))[1:]), ids="-".join)
def test_streams_may_come_in_any_order(
    evening: Evening, aws: LittleAws, order: tuple[str, ...]
) -> None:
    chapter = evening.before("claimed")
    aws.order = order
    go_on(aws, chapter)


@pytest.mark.parametrize("name", ["claimed", "rolled_on", "called_off"])
def test_single_records_may_come_in_any_order_and_again(
    evening: Evening, aws: LittleAws, name: str
) -> None:
    """Lambda may read several items' records side by side, and each again after it was done."""
    chance = random.Random(name)
    chapter = evening.before(name)

    def scattered(table: str, records: list[Json]) -> None:
        again = [*records, *chance.sample(records, len(records) // 2)]
        for record in chance.sample(again, len(again)):
            aws.hand_over(table, [record])

    aws.deliver = scattered
    go_on(aws, chapter)


@pytest.mark.parametrize("late", WOKEN_BY)
def test_a_batch_may_come_hours_late_when_the_event_was_called_off_since(
    evening: Evening, aws: LittleAws, late: str
) -> None:
    evening.before("claimed")
    tale, kept = Tale(aws), list[list[Json]]()

    def kept_back(table: str, records: list[Json]) -> None:
        if table == late:
            kept.append(records)
        else:
            aws.hand_over(table, records)

    aws.deliver = kept_back
    tale.presses("ben", "confirmation", "cancel")
    aws.pump()
    aws.deliver = aws.hand_over
    aws.host_says(CancelEvent(event_id=EVENT))
    aws.later(hours=5)
    before = look(aws)
    assert kept, "nothing came late"
    for records in kept:
        aws.hand_over(late, records)
    calm(aws)
    assert {one.to for one in before.sent("event_cancelled")} == {mail("anna"), mail("cem")}
    assert look(aws).sent() == before.sent()
    assert aws.schedules() == []


def test_streams_that_say_nothing_leave_all_to_the_sweep(evening: Evening, aws: LittleAws) -> None:
    evening.before("claimed")
    tale = Tale(aws)

    def silent(table: str, records: list[Json]) -> None:
        """Only the bus, which nobody sweeps, is told."""
        if table == tables.AUDIT.name:
            aws.hand_over(table, records)

    aws.deliver = silent
    tale.presses("ben", "confirmation", "cancel")
    for _ in range(4):
        aws.until(aws.clock.now() + SWEEPS_EVERY)
        aws.sweep()
    tale.presses("cem", "offer", "claim")
    for _ in range(2):
        aws.until(aws.clock.now() + SWEEPS_EVERY)
        aws.sweep()
    calm(aws)
    assert {one.name for one in look(aws).guests if one.state == "confirmed"} == {"Anna", "Cem"}


def test_two_messengers_with_the_same_message_at_the_same_time_send_it_once(
    evening: Evening, aws: LittleAws
) -> None:
    evening.before("full")
    batches: list[list[Json]] = []

    def collected(table: str, records: list[Json]) -> None:
        if table == tables.MESSAGES.name:
            batches.append(records)
        else:
            aws.hand_over(table, records)

    aws.deliver = collected
    Tale(aws).signs_up("anna", "ben")
    aws.pump()
    (records,) = batches
    together, held = threading.Barrier(2, timeout=TOGETHER_WITHIN), set[int]()

    def hold(operation: str) -> None:
        """Let both take the first message through the door at the same moment."""
        if operation == "TransactWriteItems" and threading.get_ident() not in held:
            held.add(threading.get_ident())
            together.wait()

    aws.wire.hold = hold
    answers: list[object] = []

    def messenger() -> None:
        answers.append(FUNCTIONS["messenger"]({"Records": records}, Context()))

    threads = [threading.Thread(target=messenger) for _ in range(2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(TOGETHER_WITHIN)
    aws.wire.hold = lambda _operation: None
    aws.seen = None
    assert len(held) == 2
    assert answers == [{"batchItemFailures": []}] * 2
    assert Counter(key for _, key in aws.wire.sends) == Counter(
        one.id for one in look(aws).messages
    )
    calm(aws)


@pytest.mark.parametrize("name", ["rolled_on", "reminded"])
def test_schedules_that_ring_twice_change_nothing(
    evening: Evening, aws: LittleAws, name: str
) -> None:
    chapter = evening.before(name)
    rings: list[Schedule] = []

    def twice(schedule: Schedule) -> None:
        rings.append(schedule)
        aws.rung(schedule)
        aws.pump()
        aws.rung(schedule)

    aws.ring_for = twice
    go_on(aws, chapter)
    assert rings


def test_schedules_that_ring_after_their_alarms_were_cleared_do_nothing(
    evening: Evening, aws: LittleAws
) -> None:
    evening.before("claimed")
    booked: dict[str, Schedule] = {}
    tale = Tale(aws)
    tale.presses("ben", "confirmation", "cancel")
    aws.pump()
    booked |= {one.name: one for one in aws.schedules()}
    tale.presses("cem", "offer", "claim")
    aws.host_says(CancelEvent(event_id=EVENT))
    aws.later(minutes=20)
    assert aws.schedules() == []
    assert {one.function for one in booked.values()} == {
        "offer-timeout",
        "reminder-fire",
        "host-summary",
    }
    before = aws.items()
    for one in sorted(booked.values(), key=lambda one: one.at):
        aws.clock.move_to(one.at)
        aws.rung(one)
    assert aws.items() == before


def test_a_mail_is_sent_again_only_where_its_answer_was_lost(evening: Evening) -> None:
    chapter = evening.chapters["reminded"]
    sends = [call.number for call in chapter.calls if call.operation == SEND]
    assert len(sends) == 2
    play(evening.aws, chapter, Fault(sends[0], LOST))
    reminders = Counter(key for _, key in evening.aws.wire.sends)
    assert sorted(reminders.values()) == [1, 2]


@HOW_MANY
def test_forgetting_someone_is_finished_whatever_call_goes_wrong(
    evening: Evening, aws: LittleAws, most: int
) -> None:
    evening.before("reminded")
    cem = next(one for one in look(aws).guests if one.name == "Cem")
    aws.host_says(EraseGuest(event_id=EVENT, guest_id=cem.id))
    calls = [call.number for call in aws.wire.calls]
    ways = [way for way in WAYS if way != LOST_ONCE]
    faults = [Fault(number, way) for number in calls for way in ways]
    for fault in evenly(faults, most):
        aws.back_to(evening.chapters["reminded"].before, fault)
        aws.host_says(EraseGuest(event_id=EVENT, guest_id=cem.id))
        aws.until(REMINDED)
        calm(aws)
        left = str(aws.items())
        assert "cem@example.org" not in left, fault
        assert not CEM.search(left), fault
