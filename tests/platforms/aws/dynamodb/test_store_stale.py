"""An index may be behind: nobody gets onto a list twice, and nobody waiting is skipped."""

import pytest
from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.client import BaseClient

from fullhouse.engine.ports import StoreDown
from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from fullhouse.platforms.aws.dynamodb.tables import GUESTS
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.model import GuestByEmail
from tests.platforms.aws.tampering import Json, Wire, answer, body, never_arrives, really
from tests.support.rsvp_world import EVENT, Room, full_room, mail, sign_up


class Behind:
    """Stale indexes of guests: empty, or as found at the first query."""

    def __init__(self, *, empty: bool) -> None:
        self.empty = empty
        self.first: dict[str, Json] = {}

    def __call__(self, request: AWSPreparedRequest) -> AWSResponse | None:
        asked = body(request)
        if asked["TableName"] != GUESTS.name or "IndexName" not in asked:
            return None
        if self.empty:
            return answer(request, {"Items": [], "Count": 0, "ScannedCount": 0})
        question = f"{asked['IndexName']} {asked['ExpressionAttributeValues']}"
        if question not in self.first:
            self.first[question] = really(request)
        return answer(request, self.first[question])


@pytest.fixture(params=[True, False], ids=["as if new", "as at first"])
def stale(client: BaseClient, store: DynamoStore, request: pytest.FixtureRequest) -> DynamoStore:
    Wire(client, "Query", always=Behind(empty=request.param))
    return store


def told(room: Room) -> list[tuple[str, str]]:
    """Who was told what, in order; positions are only words, and may be a moment behind."""
    return [(message.kind, message.to) for message in room.messages()]


def evening(room: Room) -> Room:
    """Let seats change hands: cancel, offer, decline, lapse and claim, in a changing queue."""
    room.sign_up("eva", "fay")
    room.stop_mail("dora")
    room.cancel("anna")
    room.decline("cem")
    room.resume_mail("dora")
    room.after(hours=7)
    room.cancel("ben")
    room.after(hours=30)
    for name in room.offered():
        room.claim(name)
    return room


def test_an_address_comes_onto_a_list_once(stale: DynamoStore) -> None:
    room = full_room(store=stale, checks=False)
    again = room.ask(sign_up("impostor", email=mail("anna")))
    assert (again.code, again.guest) == ("already", room.guest("anna"))
    assert [guest.id for guest in room.guests()] == ["anna", "ben", "cem", "dora"]


def test_an_address_that_was_given_up_is_free_and_its_new_owner_is_found(
    stale: DynamoStore,
) -> None:
    room = full_room(store=stale, checks=False)
    new = mail("elsewhere")
    room.give(commands.ChangeContact(event_id=EVENT, guest_id="anna", email=new))
    room.give(commands.ConfirmAddress(event_id=EVENT, guest_id="anna", mark=address_mark(new)))
    assert stale.load(GuestByEmail(EVENT, mail("anna"))) is None
    room.ask(sign_up("other", email=mail("anna")))
    found = [stale.load(GuestByEmail(EVENT, address)) for address in (new, mail("anna"))]
    assert [guest and guest.id for guest in found] == ["anna", "other"]


def test_the_line_is_asked_in_its_order_as_if_the_indexes_were_up_to_date(
    stale: DynamoStore,
) -> None:
    true, behind = evening(full_room()), evening(full_room(store=stale, checks=False))
    behind.check()
    assert told(behind) == told(true)
    assert [guest.state for guest in behind.guests()] == [guest.state for guest in true.guests()]


def test_a_store_that_is_down_is_not_taken_for_an_empty_line(
    client: BaseClient, store: DynamoStore
) -> None:
    room = full_room(store=store, settles=False, checks=False)

    room.cancel("anna")
    Wire(client, "Query", always=never_arrives)
    with pytest.raises(StoreDown):
        room.give(commands.OfferFreeSeats(event_id=EVENT))
    Wire.cut_all()
    room.settle()
    assert room.offered() == ["cem"]
