"""Customers, staff, carriers and clocks in any order: promises hold after every step."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fullhouse.engine.ports import DueAlarms, DueMessages
from fullhouse.kernel.messages import CarrierDown, Outcome, Refused, ResultUnknown, Sent
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments.day_schedule import conflict
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime
from tests.products.frontdesk.appointments.clinic import RULES_TEXT, Clinic, mail, phone

NAMES = ("anna", "ben", "cem")
TIMES = (
    "2026-06-02 08:15",
    "2026-06-03 10:00",
    "2026-06-03 10:30",
    "2026-06-03 21:30",
    "2026-06-04 09:00",
)
ANSWERS: tuple[Outcome, ...] = (
    Sent(),
    Refused("busy"),
    Refused("gone", permanent=True),
    CarrierDown("down"),
    ResultUnknown("lost"),
)
SCHEDULES = ("24 and 1", "48 and 2", "3", "25, 24 and 23")

names, times, numbers = st.sampled_from(NAMES), st.sampled_from(TIMES), st.integers(0, 9)
rows = {
    "service": st.sampled_from(["Cut", "Consult", "Chat"]),
    "staff": st.sampled_from(["", "Jess", "Sam"]),
    "phone": st.sampled_from(["", *map(phone, NAMES)]),
    "email": st.sampled_from(["", *map(mail, NAMES)]),
    "remind_at": st.sampled_from([None, (), (1,), (24, 2)]),
    "tell": st.booleans(),
}
DEEDS = st.one_of(
    st.tuples(st.just("book"), names, times, st.fixed_dictionaries({}, optional=rows)),
    st.tuples(
        st.just("edit"), names, st.fixed_dictionaries({}, optional={**rows, "starts_at": times})
    ),
    st.tuples(st.just("pick"), names, times, st.sampled_from(["", "Jess", "Sam"])),
    st.tuples(
        st.sampled_from(
            ["confirm", "cancel", "staff cancel", "no show", "restore", "unconfirm", "erase"]
        ),
        names,
    ),
    st.tuples(st.just("reach"), names, st.sampled_from(["fine", "opted_out", "bounced"])),
    st.tuples(
        st.sampled_from(["wait", "night", "stop", "carrier", "rules", "written", "move"]), numbers
    ),
)


def links(clinic: Clinic, name: str) -> str:
    """The link of the last message that someone was sent, as they have it."""
    theirs = [one for one in clinic.carrier.handed if one.person == name]
    last = theirs[-1].facts if theirs else {"appointment": {"chain": 1}}
    return f"{last['appointment']['chain']}-{last.get('hours', 0)}"


def known(deed: Callable[..., Any]) -> Callable[..., None]:
    """Do something with an appointment if it is there."""

    def done(clinic: Clinic, name: str, *more: Any) -> None:
        if any(one.id == name for one in clinic.appointments()):
            deed(clinic, name, *more)

    return done


def _rules(clinic: Clinic, number: int) -> None:
    refill = ("waitlist: yes", f"waitlist: {'yes' if number % 2 else 'no'}")
    clinic.write(RULES_TEXT, ("remind at 24 and 1", f"remind at {SCHEDULES[number % 4]}"), refill)


def _move(clinic: Clinic, number: int) -> None:
    clinic.give(commands.RunDueAction(appointment_id=NAMES[number % 3]))


def _ring(clinic: Clinic, number: int) -> None:
    due = clinic.store.load(DueAlarms(clinic.now))
    if due:
        clinic.give(due[number % len(due)].command)


def _relay(clinic: Clinic, number: int) -> None:
    due = clinic.store.load(DueMessages(clinic.now))
    if due:
        clinic.send(due[number % len(due)])


HOW: dict[str, Callable[..., Any]] = {
    "book": lambda clinic, name, at, fields: clinic.book(name, at, **fields),
    "edit": known(lambda clinic, name, fields: clinic.edit(name, **fields)),
    "pick": known(
        lambda clinic, name, at, staff: clinic.reschedule(name, at, links(clinic, name), staff)
    ),
    "confirm": known(lambda clinic, name: clinic.confirm(name, links(clinic, name))),
    "cancel": known(lambda clinic, name: clinic.cancel(name, links(clinic, name))),
    "staff cancel": known(lambda clinic, name: clinic.cancel(name, tell=True)),
    "no show": known(lambda clinic, name: clinic.no_show(name)),
    "unconfirm": known(lambda clinic, name: clinic.unconfirm(name)),
    "restore": known(lambda clinic, name: clinic.restore(name)),
    "erase": known(lambda clinic, name: clinic.erase(name)),
    "reach": lambda clinic, name, reach: clinic.reach(phone(name), reach),
    "wait": lambda clinic, number: clinic.after(minutes=7 * number + 1),
    "night": lambda clinic, number: clinic.after(hours=2 * number),
    "stop": lambda clinic, number: clinic.jump(clinic.now + timedelta(hours=3 * number)),
    "carrier": lambda clinic, number: clinic.carrier.answers.append(ANSWERS[number % len(ANSWERS)]),
    "rules": _rules,
    "written": lambda clinic, _number: clinic.written(),
    "move": _move,
    "ring": _ring,
    "relay": _relay,
}


@given(steps=st.lists(DEEDS, max_size=25))
def test_the_promises_hold_in_any_order(steps: list[tuple[Any, ...]]) -> None:
    clinic = Clinic()
    for deed, *what in steps:
        HOW[deed](clinic, *what)
        check_held(clinic)
    finish(clinic)


@given(steps=st.lists(DEEDS | st.tuples(st.sampled_from(["ring", "relay"]), numbers), max_size=30))
def test_the_promises_hold_though_alarms_and_messages_come_late(
    steps: list[tuple[Any, ...]],
) -> None:
    clinic = Clinic(settles=False)
    for deed, *what in steps:
        HOW[deed](clinic, *what)
    clinic.carrier.answers.clear()
    finish(clinic)


def check_held(clinic: Clinic) -> None:
    """What is held for the line stands once in the book, and is what some appointment gave up."""
    held = clinic.held()
    assert len(set(held)) == len(held)
    assert set(held) <= {
        f"{one.id}c{chain}" for one in clinic.appointments() for chain in range(1, one.chain + 1)
    }


def finish(clinic: Clinic) -> None:
    """Check that nothing is left to send, and each window and alert left at most once."""
    clinic.settle()
    clinic.until("2026-06-05 12:00")
    assert {one.status for one in clinic.messages()} <= {"sent", "failed"}
    taken = [one for one in clinic.carrier.handed if one.kind == "reminder"]
    occasions = [
        (one.person, one.facts["reply"], one.channel) for one in taken if one.attempts == 1
    ]
    assert len(set(occasions)) == len(occasions), "S8: the same reminder twice"
    for one in clinic.appointments():
        notes = [
            note
            for note in clinic.carrier.handed
            if note.attempts == 1 and _is_about(note.facts, one)
        ]
        reasons = [note.facts["reason"] for note in notes]
        assert len(set(reasons)) == len(reasons), "staff were told twice"


def _is_about(facts: dict[str, Any], appointment: Appointment) -> bool:
    told = facts.get("appointment", {})
    return "reason" in facts and (told.get("id"), told.get("chain")) == (
        appointment.id,
        appointment.chain,
    )


picks = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 11), st.sampled_from(["", "Jess", "Sam"])),
    max_size=25,
)


@given(picks=picks)
def test_the_same_time_is_never_given_to_two_by_customers_picks(
    picks: list[tuple[int, int, str]],
) -> None:
    clinic = Clinic(("Refill from the waitlist: yes", "Refill from the waitlist: no"), ticks=False)
    for number in range(8):
        clinic.book(f"a{number}", f"2026-06-0{4 + number % 2} {9 + number:02d}:00", staff="Jess")
    for who, quarter, staff in picks:
        name = f"a{who}"
        at = f"2026-06-08 {9 + quarter // 4:02d}:{15 * (quarter % 4):02d}"
        clinic.reschedule(name, at, f"{clinic.appointment(name).chain}-0", staff)
    for one in (one for one in clinic.taken() if one.starts_at >= clinic.at("2026-06-08 00:00")):
        assert (
            conflict(
                clinic.taken(),
                BusyTime(one.id, one.starts_at, one.minutes, one.staff),
                clinic.rulebook,
            )
            is None
        )
