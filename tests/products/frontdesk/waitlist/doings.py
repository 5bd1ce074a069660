"""All that can happen in a salon, drawn at random: deeds, and how each is done."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from hypothesis import strategies as st

from fullhouse.engine.ports import DueAlarms, DueMessages
from fullhouse.kernel.messages import CarrierDown, Outcome, Refused, ResultUnknown, Sent
from fullhouse.products.frontdesk.waitlist import commands
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, Salon, mail, phone

NAMES = ("anna", "ben", "cem", "dora", "emil")
SERVICES = ("Colour", "Cut")
STAFF = ("", "Jess", "Sam")
DAYS = ("", "2026-06-19", "2026-06-20", "2026-06-21")
TIMES = (
    "2026-06-20 12:20",
    "2026-06-20 18:00",
    "2026-06-20 20:45",
    "2026-06-21 08:05",
    "2026-06-21 14:00",
)
ANSWERS: tuple[Outcome, ...] = (
    Sent(),
    Refused("busy"),
    Refused("gone", permanent=True),
    CarrierDown("down"),
    ResultUnknown("lost"),
)
ORDERS = ("Order: priority first, then join time", "Order: join time")
REACHES = ("fine", "opted_out", "bounced")

names = st.sampled_from(NAMES)
phones = st.sampled_from(["", *map(phone, NAMES[:3])])
mails = st.sampled_from(["", *map(mail, NAMES[:2])])
people = {
    "service": st.sampled_from(SERVICES),
    "party": st.integers(1, 2),
    "earliest": st.sampled_from(DAYS),
    "latest": st.sampled_from(DAYS),
    "weekdays": st.sampled_from([(), (), ("sat",), ("sun", "mon")]),
    "from_time": st.sampled_from(["", "", "14:00"]),
    "until_time": st.sampled_from(["", "", "19:00"]),
    "staff": st.sampled_from(STAFF),
    "priority": st.integers(0, 1),
    "phone": phones,
    "email": mails,
}
slots = {
    "starts_at": st.sampled_from(TIMES),
    "service": st.sampled_from(SERVICES),
    "staff": st.sampled_from(STAFF),
    "party_capacity": st.integers(1, 2),
    "reason": st.sampled_from(["cancelled", "no_show", "opening"]),
    "ref": st.sampled_from(["", "R1", "R2"]),
}
numbers = st.integers(0, 9)
DEEDS = st.one_of(
    st.tuples(st.just("join"), names, st.fixed_dictionaries(people)),
    st.tuples(
        st.just("join"),
        names,
        st.fixed_dictionaries({"phone": phones.filter(bool), "email": mails}),
    ),
    st.tuples(st.just("edit"), names, st.fixed_dictionaries({}, optional=people)),
    st.tuples(st.just("free"), st.fixed_dictionaries(slots)),
    st.tuples(st.just("free"), st.fixed_dictionaries({"staff": st.sampled_from(["Jess", "Sam"])})),
    st.tuples(
        st.sampled_from(["leave", "remove", "erase", "claim", "claim", "decline", "old claim"]),
        names,
    ),
    st.tuples(
        st.sampled_from(
            ["withdraw", "again", "wait", "night", "carrier", "rules", "housekeep", "written"]
        ),
        numbers,
    ),
    st.tuples(st.just("reach"), phones.filter(bool) | mails.filter(bool), st.sampled_from(REACHES)),
)


def do(salon: Salon, deed: str, *what: Any) -> None:
    """Do something, if it can be done at all."""
    HOW[deed](salon, *what)


def _latest(salon: Salon, name: str) -> str:
    """The last entry that someone had, by its id."""
    mine = [one.id for one in salon.entries() if one.id.startswith(name)]
    return max(mine, key=lambda one: int(one.removeprefix(name)), default="")


def _join(salon: Salon, name: str, fields: dict[str, Any]) -> None:
    count = sum(one.id.startswith(name) for one in salon.entries())
    usual = {"service": "Colour", "name": name.title()}
    salon.join(f"{name}{count}", **{**usual, **fields})


def _person(deed: Callable[[Salon, str], Any]) -> Callable[[Salon, str], None]:
    def done(salon: Salon, name: str) -> None:
        entry_id = _latest(salon, name)
        if entry_id:
            deed(salon, entry_id)

    return done


def _edit(salon: Salon, name: str, fields: dict[str, Any]) -> None:
    entry_id = _latest(salon, name)
    if entry_id:
        salon.edit(entry_id, **fields)


def _free(salon: Salon, fields: dict[str, Any]) -> None:
    salon.free(f"slot{len(salon.slots())}", **fields)


def _again(salon: Salon, number: int) -> None:
    found = salon.slots()
    if found:
        slot = found[number % len(found)]
        at = datetime.fromisoformat(slot.agenda)
        fields: dict[str, Any] = {
            "service": slot.service,
            "staff": slot.staff,
            "party_capacity": slot.party_capacity,
            "ref": slot.ref,
        }
        command = commands.FreeSlot(
            slot_id=f"slot{len(found)}", starts_at=at, again=slot.id, **fields
        )
        salon.give(command)


def _withdraw(salon: Salon, number: int) -> None:
    found = salon.slots()
    if found:
        salon.withdraw(found[number % len(found)].id)


def _old_claim(salon: Salon, entry_id: str) -> None:
    for offer in [one for slot in salon.slots() for one in salon.offers(slot.id)]:
        salon.claim(entry_id, offer.name)


def _rules(salon: Salon, number: int) -> None:
    tries = ("Tries per slot: 5", f"Tries per slot: {number or 'no limit'}")
    fitting = ("larger slot: yes", f"larger slot: {'no' if number % 3 else 'yes'}")
    salon.write(RULES_TEXT, (ORDERS[0], ORDERS[number % 2]), tries, fitting)


def _ring(salon: Salon, number: int) -> None:
    due = salon.store.load(DueAlarms(salon.now))
    if due:
        salon.give(due[number % len(due)].command)


def _relay(salon: Salon, number: int) -> None:
    due = salon.store.load(DueMessages(salon.now))
    if due:
        salon.send(due[number % len(due)])


def _lose(salon: Salon, number: int) -> None:
    alarms = salon.alarms()
    if alarms:
        del salon.store.alarms[alarms[number % len(alarms)].key]


def _written(salon: Salon, number: int) -> None:
    salon.give(
        commands.MarkEntriesSynced(
            entries=tuple((one.id, one.rev - number % 2) for one in salon.entries())
        )
    )


HOW: dict[str, Callable[..., Any]] = {
    "join": _join,
    "edit": _edit,
    "free": _free,
    "leave": _person(lambda salon, one: salon.leave(one)),
    "remove": _person(lambda salon, one: salon.leave(one, removed=True, source="sheet")),
    "erase": _person(lambda salon, one: salon.erase(one)),
    "claim": _person(lambda salon, one: salon.claim(one)),
    "decline": _person(lambda salon, one: salon.decline(one)),
    "old claim": _person(_old_claim),
    "withdraw": _withdraw,
    "again": _again,
    "wait": lambda salon, number: salon.after(minutes=3 * number + 1),
    "night": lambda salon, number: salon.after(hours=number),
    "carrier": lambda salon, number: salon.carrier.answers.append(ANSWERS[number % len(ANSWERS)]),
    "rules": _rules,
    "housekeep": lambda salon, _number: salon.give(commands.Housekeep(again=False)),
    "written": _written,
    "reach": lambda salon, address, reach: salon.reach(address, reach),
    "ring": _ring,
    "relay": _relay,
    "lose": _lose,
}
