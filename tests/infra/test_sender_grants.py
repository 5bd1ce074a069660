"""Grants of the function that sends the messages of the waitlist."""

from typing import Any

from fullhouse.kernel.messages import Message
from fullhouse.platforms.aws.dynamodb.tables import APPOINTMENTS
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot, JoinWaitlist, WithdrawSlot
from tests.golden.story import Golden, mail, phone, play
from tests.infra.recording import Asked, Shadowed, denied


class Sending(Golden):
    """The golden story, with what each kind of message asks of DynamoDB before it leaves."""

    def __init__(self) -> None:
        self.shadowed = Shadowed()
        super().__init__(self.shadowed)
        self.asked: dict[str, set[Asked]] = {}

    def send(self, message: Message) -> None:
        self.shadowed.client.asked = self.asked.setdefault(message.kind, set())
        super().send(message)
        self.shadowed.client.asked = set()


def test_the_end_of_an_offer_may_be_held_against_the_bookings_of_its_customer() -> None:
    world = Sending()
    play(world)
    world.settles = True
    then = world.at("2026-08-12 10:00")
    who: dict[str, Any] = {"name": "Vera", "phone": phone(77), "email": mail("vera")}
    world.give(JoinWaitlist(entry_id="vera", service="Colour", priority=9, **who))
    world.give(FreeSlot(slot_id="late", service="Colour", staff="Jess", starts_at=then))
    world.give(WithdrawSlot(slot_id="late", why="booked_over", known=True))
    asked = world.asked["offer_withdrawn"]
    index = APPOINTMENTS.index("email").name
    assert ("Query", f"{APPOINTMENTS.name}/index/{index}", "") in asked
    assert denied("wl-sender", asked) == []
