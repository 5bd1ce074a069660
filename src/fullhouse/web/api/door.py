"""The door over the API: check in, check out, walk-ins."""

from fullhouse.inbound.forms.door_json import (
    CheckInGiven,
    CheckOutGiven,
    WalkInGiven,
    read_check_in,
    read_check_out,
    read_walk_in,
)
from fullhouse.products.rsvp.model import GuestResult
from fullhouse.web.api.endpoint import ApiCall, Endpoint
from fullhouse.web.api.errors import refuse, refuse_unless_done
from fullhouse.web.api.guests import guest_out
from fullhouse.web.api.schema import GuestOut

NO_ROOM = "There are not enough free seats. Nobody was let in."
ON_LIST = 'This address is on the list already. Check in guest {} with "let_in" instead.'


def _refuse_unless_in(answer: GuestResult) -> None:
    """Refuse the request if nobody was let in, in the words of the door."""
    if answer.code == "no_room":
        refuse(answer.code, NO_ROOM)
    if answer.code == "address_taken" and answer.guest is not None:
        refuse(answer.code, ON_LIST.format(answer.guest.id))
    refuse_unless_done(answer)


async def _check_in(call: ApiCall) -> GuestOut:
    command = read_check_in(call.body, call.path["event"], call.path["guest"], call.new_id())
    answer: GuestResult = await call.engine.execute(command, call.by)
    _refuse_unless_in(answer)
    return await guest_out(call, answer)


async def _check_out(call: ApiCall) -> GuestOut:
    command = read_check_out(call.body, call.path["event"], call.path["guest"])
    answer: GuestResult = await call.engine.execute(command, call.by)
    refuse_unless_done(answer)
    return await guest_out(call, answer)


async def _walk_in(call: ApiCall) -> GuestOut:
    command = read_walk_in(call.body, call.path["event"], call.new_id())
    answer: GuestResult = await call.engine.execute(command, call.by)
    _refuse_unless_in(answer)
    return await guest_out(call, answer)


DOOR = [
    Endpoint(
        method="POST",
        path="/events/{event}/guests/{guest}/check-in",
        does="Check people of a party in; without a number, all who are missing.",
        handle=_check_in,
        body=CheckInGiven,
        answer=GuestOut,
        refusals=(404, 409),
        once=True,
    ),
    Endpoint(
        method="POST",
        path="/events/{event}/guests/{guest}/check-out",
        does="Undo check-ins of a guest; without any nonces, all of them.",
        handle=_check_out,
        body=CheckOutGiven,
        answer=GuestOut,
        refusals=(404, 409),
    ),
    Endpoint(
        method="POST",
        path="/events/{event}/walk-ins",
        does="Give free seats to people at the door and check them in.",
        handle=_walk_in,
        body=WalkInGiven,
        answer=GuestOut,
        status=201,
        refusals=(404, 409),
        once=True,
    ),
]
