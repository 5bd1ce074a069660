"""Every command fits into one transaction: the largest page of each, in its items."""

from collections import defaultdict
from typing import Any

import pytest

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation, Written
from fullhouse.kernel.commands import tag_of
from fullhouse.kernel.decisions import Decision
from fullhouse.platforms.aws.dynamodb.commit_plan import CommitPlan
from fullhouse.platforms.aws.dynamodb.tables import EVERY_TABLE
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.rsvp import bulk_messages, commands, erasure, grace, offers
from fullhouse.products.rsvp.model import MOST_PLANS, MOST_REMINDERS
from tests.support.rsvp_world import EVENT, Room, create, mail

MOST_ITEMS = 100  # DynamoDB takes no more in one transaction
PEOPLE = 60


class Weighing(MemoryStore):
    """Weighs each commit: how many items DynamoDB would be asked to write, each of them once."""

    def __init__(self) -> None:
        super().__init__()
        self.items: list[int] = [0]

    def commit(self, written: Written) -> None:
        actions = [piece.action for piece in CommitPlan(written).pieces(1)]
        places = {place(request) for action in actions for request in action.values()}
        assert len(places) == len(actions), "an item is written twice"
        self.items.append(len(actions))
        super().commit(written)


def place(request: dict[str, Any]) -> tuple[str, ...]:
    table = next(one for one in EVERY_TABLE if one.name == request["TableName"])
    item = request.get("Key") or request["Item"]
    return (
        table.name,
        *(str(item[key.name]) for key in (table.partition, table.sort) if key is not None),
    )


class Scales(Room):
    """A room that notes how much the largest commit of each command took."""

    def __init__(self, **fields: Any) -> None:
        self.weights: dict[str, int] = defaultdict(int)
        super().__init__(store=Weighing(), checks=False, settles=False, **fields)

    def _execute(self, invocation: Invocation) -> Decision:
        store = self.store
        assert isinstance(store, Weighing)
        store.items = [0]
        decision = execute(store, RULES, invocation, self.now)
        name = tag_of(invocation.command)
        self.weights[name] = max(self.weights[name], *store.items)
        return decision


def names(start: str, number: int = PEOPLE) -> list[str]:
    return [f"{start}{at:03}" for at in range(number)]


def offered() -> Scales:
    """A full room; those whose ids come first wait, and all of them hold an offer for a seat."""
    room = Scales(cap=PEOPLE, reminders=("1d",))
    room.sign_up(*names("z"))
    room.sign_up(*names("a"))
    room.cancel(*names("z"))
    room.settle()
    assert room.offered() == names("a")
    return room


def test_calling_off_while_everyone_on_a_page_holds_an_offer() -> None:
    room = offered()
    room.call_off()
    room.settle()
    assert room.weights["TellAll"] == 5 * bulk_messages.PAGE + 2 <= MOST_ITEMS


def test_calling_off_while_everyone_on_a_page_is_invited() -> None:
    room = Scales(cap=PEOPLE)
    room.sign_up(*names("a"), place_as="pending", source="import")
    room.call_off()
    room.settle()
    assert room.weights["TellAll"] == 4 * bulk_messages.PAGE + 2 <= MOST_ITEMS


def test_erasing_a_page_of_people_who_still_wait() -> None:
    room = Scales(cap=1)
    room.sign_up("z", *names("a"))
    room.jump("2026-08-01 12:00")
    room.give(commands.SetGuestRetention(days=1))
    room.settle()
    assert all(guest.is_erased for guest in room.guests())
    assert room.weights["EraseEvent"] == 5 * erasure.PAGE + 3 <= MOST_ITEMS


def test_erasing_the_last_page() -> None:
    room = Scales(cap=1)
    room.sign_up(*names("a", erasure.PAGE - 1))
    room.jump("2026-08-01 12:00")
    room.give(commands.EraseEvent(event_id=EVENT))
    assert 5 * (erasure.PAGE - 1) < room.weights["EraseEvent"] <= MOST_ITEMS


def test_reminding_a_page() -> None:
    room = Scales(cap=PEOPLE, reminders=("1d",))
    room.sign_up(*names("a"))
    room.until("2026-06-18 20:00")
    assert room.weights["Remind"] == bulk_messages.PAGE + 2


def test_moving_the_deadlines_of_a_page_of_offers() -> None:
    room = offered()
    room.edit(settings={"claim_window": "7h"}, for_all=True)
    room.settle()
    assert room.weights["RecapOffers"] == 3 * offers.PAGE + 2 <= MOST_ITEMS


def test_starting_the_graces_of_a_page_anew() -> None:
    room = Scales(cap=PEOPLE)
    room.sign_up(*names("a"))
    for name in names("a"):
        gives_up = commands.AnswerByMail(
            event_id=EVENT,
            guest_id=name,
            name=name,
            email=mail(name),
            wants="cancel",
            proven=True,
            marked=name,
            occasion=name,
            exact=False,
        )
        room.give(gives_up)
    room.edit(starts_at="2026-06-20 20:00")
    room.settle()
    assert room.weights["MoveGraces"] == 4 * grace.PAGE + 2 <= MOST_ITEMS
    room.call_off()
    room.settle()
    assert room.weights["TellAll"] <= MOST_ITEMS


def test_having_the_people_of_many_old_events_erased() -> None:
    room = Scales()
    for name in names("e", erasure.EVENTS_AT_ONCE + 5):
        room.give(create(name))
    room.jump("2026-08-01 12:00")
    room.give(commands.EraseOldEvents(days=1))
    assert room.weights["RetireEvents"] == erasure.EVENTS_AT_ONCE + 1 <= MOST_ITEMS


@pytest.mark.parametrize("for_all", [True, False])
def test_changing_everything_where_there_are_as_many_reminders_as_there_can_be(
    for_all: bool,
) -> None:
    room = Scales(
        cap=1,
        now="2026-01-01 12:00",
        reminders=tuple(f"{12 * at}h" for at in range(2, MOST_REMINDERS + 2)),
    )
    room.sign_up("anna", "ben")
    for plan in range(1, MOST_PLANS):
        room.edit(
            settings={
                "reminders": [f"{(10 * plan + at) * 6}h" for at in range(10, MOST_REMINDERS + 10)]
            }
        )
    assert len(room.event.plans) == MOST_PLANS
    reminders = [f"{12 * at}h" for at in range(150, MOST_REMINDERS + 150)]
    more = {
        "starts_at": "2026-06-20 20:00",
        "venue": "Barn",
        "cap": 3,
        "tell_guests": True,
        "for_all": for_all,
    }
    room.edit(settings={"reminders": reminders, "claim_window": "8h"}, **more)
    assert MOST_PLANS * MOST_REMINDERS < room.weights["EditEvent"] <= MOST_ITEMS
    room.call_off()
    assert room.weights["CancelEvent"] <= MOST_ITEMS


ON_MANY = {
    "TellAll",
    "EraseEvent",
    "Remind",
    "RecapOffers",
    "MoveGraces",
    "RetireEvents",
    "EditEvent",
    "CancelEvent",
    "CreateEvent",
}


def test_whatever_concerns_one_guest_is_small() -> None:
    room = Scales(cap=2, max_party=3)
    room.sign_up("anna", "ben", "cem", "dora", "eva")
    room.relay()
    room.cancel("anna")
    room.settle()
    room.claim("cem")
    room.party("cem", 2)
    room.cancel("ben")
    room.settle()
    room.decline("dora")
    room.settle()
    room.stop_mail("dora")
    room.resume_mail("dora")
    room.give(commands.EraseGuest(event_id=EVENT, guest_id="dora"))
    room.until("2026-07-01 12:00")
    few = {name: items for name, items in room.weights.items() if name not in ON_MANY}
    assert len(few) > 10
    assert max(few.values()) < 20, few
