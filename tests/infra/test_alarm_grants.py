"""Grants of the functions that run alarms, against what the rules of their commands touch."""

from collections import defaultdict
from datetime import datetime

import pytest

from fullhouse.engine.ports import DueAlarms
from fullhouse.engine.worker import alarm_invocation
from fullhouse.kernel.commands import Alarm, Command
from fullhouse.platforms.aws.alarms import KEEPER, RUNG_BY
from fullhouse.products.frontdesk.appointments.commands import SetAppointmentRetention
from fullhouse.products.frontdesk.shared.contacts import Hear, RerouteEntries, contact_id
from fullhouse.products.frontdesk.waitlist import commands as waitlist
from fullhouse.products.rsvp import commands as rsvp
from tests.golden.story import Golden, mail, phone, play
from tests.infra.recording import Asked, Shadowed, denied

END = "2026-08-10 10:00"  # by then a month is summed up, and who came in June is forgotten
THE_KEEPERS = {
    rsvp.EndGrace,
    rsvp.EndSignUpRequest,
    rsvp.EraseEvent,
    rsvp.EraseOldEvents,
    rsvp.MoveGraces,
    rsvp.OfferFreeSeats,
    rsvp.RecapOffers,
    rsvp.ReleaseNoShows,
    rsvp.SendBroadcastPage,
    rsvp.SendBulkMessage,
}


class Recorded(Golden):
    """The golden story, with what each kind of alarm asks of DynamoDB."""

    def __init__(self) -> None:
        self.shadowed = Shadowed()
        super().__init__(self.shadowed)
        self.asked: dict[type[Command], set[Asked]] = defaultdict(set)

    def ring(self) -> bool:
        alarms = self.store.load(DueAlarms(self.now))
        for alarm in alarms:
            self.shadowed.client.asked = self.asked[type(alarm.command)]
            self._execute(alarm_invocation(alarm))
            self.shadowed.client.asked = set()
        return bool(alarms)


@pytest.fixture(scope="module")
def asked() -> dict[type[Command], set[Asked]]:
    """Record the calls to DynamoDB of each command of an alarm, in a story of two months."""
    world = Recorded()
    play(world)
    world.settles = True
    _requests(world)
    _graces(world)
    world.until("2026-06-19 21:30")  # the party has begun
    _set(world, rsvp.ReleaseNoShows(event_id="party"))
    world.until(END)
    return world.asked


def _requests(world: Golden) -> None:
    """Let people request a seat and a place, and not confirm it."""
    join = waitlist.JoinWaitlist(entry_id="ugo", name="Ugo", email=mail("ugo"), service="Cut")
    world.all(
        "guest",
        rsvp.RequestSignUp(event_id="party", guest_id="rob", name="Rob", email=mail("rob")),
        waitlist.RequestJoin(join=join),
        rsvp.SendBroadcast(
            event_id="party", key="b1", to="confirmed", subject="News", text="The gate is open."
        ),
    )
    _set(
        world,
        waitlist.WithdrawSlot(slot_id="s5", why="booked_over"),
        Hear(product="appointments", address=phone(2), reach="bounced", note="unknown number"),
        RerouteEntries(contact_id=contact_id(phone(2))),
        SetAppointmentRetention(days=30),
    )


def _graces(world: Golden) -> None:
    """Let two guests cancel in their own words, and change the date before they are off."""
    for name in ("anna", "finn"):
        world.all(
            "guest",
            rsvp.AnswerByMail(
                event_id="party",
                guest_id=name,
                name=name,
                email=mail(name),
                wants="cancel",
                proven=True,
                marked=name,
                exact=False,
                occasion=name,
            ),
        )
    later = datetime.fromisoformat("2026-06-19 21:00")
    world.all("host", rsvp.EditEvent(event_id="party", starts_at=later))


def _set(world: Golden, *commands: Command) -> None:
    """Set alarms that only a larger or older house has."""
    alarms = [Alarm(f"more:{number}", world.now, one) for number, one in enumerate(commands)]
    world.write(alarms=tuple(alarms))
    world.settle()


def test_the_function_that_runs_an_alarm_may_touch_all_that_its_command_does(
    asked: dict[type[Command], set[Asked]],
) -> None:
    refused = [
        (command.__name__, name, call)
        for command, calls in asked.items()
        for name in [RUNG_BY.get(command, KEEPER)]
        for call in denied(name, calls)
    ]
    assert refused == []


def test_every_command_that_an_alarm_can_hold_is_in_the_story(
    asked: dict[type[Command], set[Asked]],
) -> None:
    assert set(asked) == {*RUNG_BY, *THE_KEEPERS}
