"""Scenes of links and of mail that comes to us: for each rare planted bug one that shows it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from fullhouse.inbound.mail.mark_proof import MarkedMail
from fullhouse.inbound.mail.marked_commands import answer_command
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.kernel.commands import Command
from fullhouse.products.rsvp.commands import (
    ChangeContact,
    ConfirmAddress,
    RequestSignUp,
)
from fullhouse.products.rsvp.contact_changes import address_mark
from sim.clocks import hours
from sim.mail import Decide, Postbox, Way
from sim.rsvp.letters import GuestInbox
from sim.rsvp.sweep_stories import cancel, decline, give_up, house, of, up
from tests.sim.scenes_rsvp import the_event
from tests.sim.scripted import Scene, ScriptedWorld

ANNA = "anna@example.org"


def wants(what: str, **more: Any) -> Decide:
    """Return what a mail to the event asks for."""

    def decide(reading: ReadMail, marked: MarkedMail) -> Command:
        answer = answer_command("e", reading, "anna", "Anna", marked)
        return msgspec.structs.replace(answer, wants=what, occasion=what, **more)

    return decide


def mail(world: ScriptedWorld, way: Way, whose: str, decide: Decide) -> None:
    """Write in Anna's name, in answer to the last mail to someone; nobody's, if there is none."""
    sent = [one for one in world.watch.book.messages.values() if one.person == whose and one.mark]
    message = sent[-1] if sent else None
    mark = message.mark if message else ""
    Postbox(world, "rsvp+e").bring(way, ANNA, message, mark, decide)
    world.end()


def seated(world: ScriptedWorld, *more: Command) -> GuestInbox:
    """Give Anna and Ben a seat each, and keep their mail."""
    inbox = GuestInbox(world)
    world.delivered = inbox.keep
    world.give(house(2), up("anna"), up("ben"), *more)
    return inbox


def without_a_mark(world: ScriptedWorld) -> None:
    """Cancel by a mail that answers none of ours."""
    seated(world)
    mail(world, "direct", "nobody", wants("cancel"))


def with_the_mark_of_another(world: ScriptedWorld) -> None:
    """Cancel by a mail that answers one to Ben."""
    seated(world)
    mail(world, "direct", "ben", wants("cancel"))


def sent_on(world: ScriptedWorld) -> None:
    """Send on a signed mail to a friend, with headers added that make it one to us."""
    seated(world)
    mail(world, "sent on", "anna", wants("cancel"))


def no_to_an_offer(world: ScriptedWorld) -> None:
    """Say no to an offer by mail."""
    world.give(house(1), up("ben"), up("anna"), cancel("ben"))
    mail(world, "direct", "anna", wants("cancel"))


def after_the_end(world: ScriptedWorld) -> None:
    """Write when the event is over."""
    seated(world)
    world.run_until(the_event(world).ends + hours(1))
    mail(world, "direct", "anna", wants("come"))


def made_up_report(world: ScriptedWorld) -> None:
    """Report a bounce with a mark that was never sent."""
    seated(world)
    Postbox(world, "rsvp+e").report("ben@example.org")


def pestered_by_mail(world: ScriptedWorld) -> None:
    """Write eight times in an hour in Anna's name, who gets the answers."""
    seated(world)
    unproven = msgspec.structs.replace(give_up("anna"), proven=False)
    for number in range(8):
        world.give(msgspec.structs.replace(unproven, occasion=f"{number}"), by="mail")


def forged_link(world: ScriptedWorld) -> None:
    """Change the person in a link."""
    inbox = seated(world)
    inbox.post(inbox.tokens[0].replace("anna", "ben"))


def link_to_an_earlier_address(world: ScriptedWorld) -> None:
    """Press a link that was mailed to the address before."""
    new = "new@example.org"
    inbox = seated(
        world,
        ChangeContact(**of("anna"), email=new),
        ConfirmAddress(**of("anna"), mark=address_mark(new)),
    )
    inbox.post(inbox.tokens[0])


def link_of_an_earlier_offer(world: ScriptedWorld) -> None:
    """Press the link of an offer that was declined, when there is another."""
    inbox = GuestInbox(world)
    world.delivered = inbox.keep
    world.give(house(1), up("ben"), up("anna"), cancel("ben"), decline("anna"))
    world.give(up("ben"), cancel("ben"))
    inbox.accept_earlier_offer(inbox.offers["e", "anna"][-1])


def requested(world: ScriptedWorld) -> None:
    """Ask for a link that signs up."""
    world.give(house(1), RequestSignUp(event_id="e", guest_id="anna", name="Anna", email=ANNA))


SCENES: Mapping[str, Scene] = {
    "a proven sender needs no mark": without_a_mark,
    "anyone's mark will do": with_the_mark_of_another,
    "a mark counts wherever it stands": sent_on,
    "a header may be added to a signed mail": sent_on,
    "a no to an offer leaves the line": no_to_an_offer,
    "a mail after the end says what one has": after_the_end,
    "a report needs no mark": made_up_report,
    "answers by mail do not count": pestered_by_mail,
    "signatures are not compared": forged_link,
    "a link to an earlier address still acts": link_to_an_earlier_address,
    "a spent link claims the next offer": link_of_an_earlier_offer,
    "a request holds a seat": requested,
}
