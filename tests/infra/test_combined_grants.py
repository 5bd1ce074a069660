"""Grants of the functions that send several messages to one address in one email."""

from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.messages import CarrierDown, Message
from fullhouse.platforms.aws.mail.outbox import sent_by
from fullhouse.products.frontdesk.appointments.commands import BookPublicly
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
from fullhouse.products.rsvp.commands import ResendLink, SignUp
from tests.golden.story import RULES, STAFF, Golden, mail, play
from tests.infra.recording import Asked, Shadowed, denied
from tests.support.rsvp_world import Carrier
from tests.support.world import World

ONLINE = f"{RULES}Online booking: Cut\n"
SPENT = 6  # the five of an hour, and this hour's combined email
TO = mail("vera")


class Combining(Golden):
    """The golden story, then emails of several messages; and what each function asked for."""

    carrier: Carrier

    def __init__(self) -> None:
        self.shadowed = Shadowed()
        super().__init__(self.shadowed)
        self.asked: dict[str, set[Asked]] = defaultdict(set)
        play(self)
        self.settles, self.carrier = True, Carrier()
        self.settle()

    def send(self, message: Message) -> None:
        if not hasattr(self, "carrier"):
            super().send(message)
            return
        self.shadowed.client.asked = self.asked[sent_by(message)]
        World.send(self, message)
        self.shadowed.client.asked = set()


def signs_up(world: Combining) -> None:
    for number in range(SPENT):
        world.give(sign_up(f"vera+{number}"), "guest")
    world.give(sign_up("vera"), "guest")
    for number in range(2):
        again = ResendLink(event_id="party", guest_id="vera", occasion=f"{number}")
        world.give(again, "guest")


def sign_up(name: str) -> SignUp:
    guest_id = name.replace("+", "")
    return SignUp(event_id="party", guest_id=guest_id, name=name, email=mail(name))


def joins(world: Combining) -> None:
    for number in range(SPENT):
        world.give(join(f"vera+{number}", "Cut"), "customer")
    for service in ("Colour", "Cut", "Table"):
        world.give(join("vera", service), "customer")


def join(name: str, service: str) -> JoinWaitlist:
    return JoinWaitlist(
        entry_id=f"{name}-{service}".replace("+", ""),
        name="Vera",
        email=mail(name),
        service=service,
    )


def books(world: Combining) -> None:
    world.give(SaveDocument(name="rules", text=ONLINE), STAFF)
    first = world.at("2026-06-24 10:00")
    names = [*(f"vera+{number}" for number in range(SPENT)), "vera", "vera"]
    for number, name in enumerate(names):
        book = BookPublicly(
            appointment_id=f"v{number}",
            name="Vera",
            email=mail(name),
            service="Cut",
            starts_at=first + timedelta(hours=number),
        )
        assert world.give(book, "customer").code == "booked"


@pytest.mark.parametrize(
    ("function", "triggers"),
    [("ev-messenger", signs_up), ("wl-sender", joins), ("ar-dispatch", books)],
)
def test_a_sender_may_lease_all_messages_of_an_email_and_record_each(
    function: str, triggers: Callable[[Combining], None]
) -> None:
    world = Combining()
    triggers(world)
    world.carrier.answers.append(CarrierDown("down"))
    world.after(hours=2)
    assert {message.status for message in world.store.load(MessagePage(to=TO))} == {"sent"}
    assert max(len(email) for email in world.emails if email[0].to == TO) > 1
    assert ("GetItem", "ev-desk", "message_budget") in world.asked[function]
    assert denied(function, world.asked[function]) == []
