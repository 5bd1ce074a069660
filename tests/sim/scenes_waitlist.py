"""Scenes of a waitlist: for each rare planted bug a short script that shows it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import CarrierDown, Sent
from fullhouse.products.frontdesk.waitlist.commands import (
    AdvanceSlot,
    EditEntry,
    FreeSlot,
    LapseSlot,
    WithdrawSlot,
)
from fullhouse.products.frontdesk.waitlist.model import SlotSource
from sim.clocks import hours
from sim.frontdesk.mail import stop_by_mail
from sim.frontdesk.waitlist.letters import CustomerInbox
from sim.frontdesk.waitlist.sweep_stories import (
    STORIES,
    claim,
    decline,
    free,
    give_up_slot,
    house,
    join,
    leave,
    phone,
    soon,
    stop,
)
from sim.frontdesk.waitlist.waitlist_view import Desk
from sim.mail import Postbox
from tests.sim.scripted import Scene, ScriptedWorld, story, told

ALONE = house(window=90, refill=False)  # without appointments
TWO: tuple[Command, ...] = (house(window=90), join("anna"), join("ben"))


def report(ref: str, source: SlotSource = "api", slot_id: str = "") -> FreeSlot:
    """Report a table of the evening under a tool's own ref."""
    table: dict[str, Any] = {"staff": "", "party_capacity": 4}
    return free(slot_id or f"told-{ref}", ref=ref, source=source, **table)


# Two equal tables, which Anna and Ben claim.
TABLES: tuple[Command, ...] = (
    house(window=90),
    *(join(name, party=4) for name in ("anna", "ben")),
    *(report(f"T-{name}", "webhook", name) for name in ("t1", "t2")),
    claim("anna", "t1"),
    claim("ben", "t2"),
)
ASKED: tuple[Command, ...] = (*TWO, free("s1"))
CLAIMED: tuple[Command, ...] = (*ASKED, claim("anna"))
GIVEN_UP: tuple[Command, ...] = (ALONE, *CLAIMED[1:], give_up_slot("anna"))


def deadline(world: ScriptedWorld) -> datetime:
    """Ask Anna about a slot; return her deadline."""
    world.give(*ASKED)
    return world.watch.book.view(Desk).all_live()[0].ends_at


def claimed_at_the_deadline(world: ScriptedWorld) -> None:
    """Claim at the very instant at which an offer ends."""
    world.come_to(deadline(world))
    world.give(claim("anna"))
    world.end()


def offer_rings_early(world: ScriptedWorld) -> None:
    """Ring for the end of an offer an hour before it."""
    world.come_to(deadline(world) - hours(1))
    world.ring_now(world.alarm_of(LapseSlot))
    world.end()


def declined_by_link(world: ScriptedWorld) -> None:
    """Press the second button of an offer."""
    inbox = CustomerInbox(world)
    world.give(*TWO)
    world.delivered = inbox.keep
    world.give(free("s1"))
    inbox.post(inbox.tokens[1])
    world.end()


def stopped_before_it_leaves(world: ScriptedWorld) -> None:
    """Say STOP while a text waits for the carrier."""
    world.give(*TWO)
    world.post.says = CarrierDown("down")
    world.give(join("cleo", "Cut"), stop("cleo"))
    world.post.says = Sent()
    world.end()


def two_texts_for_the_price_of_one(world: ScriptedWorld) -> None:
    """Make two offers in one moment, when there is money for one text."""
    world.give(house(limit=16), join("anna"), join("ben"))
    world.ask(free("s1"), "staff")
    world.ask(free("s2", staff="Sam"), "staff")
    world.end()


def joined_while_nobody_fits(world: ScriptedWorld) -> None:
    """Let Anna join while a slot that nobody fits is about to be written down as one."""
    world.give(house(window=90))
    world.ask(free("s1"), "staff")
    world.meanwhile(join("anna"))
    world.ring_now(world.alarm_of(AdvanceSlot))
    world.end()


def stopped_by_anyone(world: ScriptedWorld) -> None:
    """Write STOP in the name of a customer, in a forged mail."""
    world.give(house(), join("anna", phone="", email="anna@example.org"))
    Postbox(world, "desk").bring("forged", "anna@example.org", None, "", stop_by_mail)
    world.end()


SCENES: Mapping[str, Scene] = {
    "a slot counts for the weekday before": told(
        house(), join("anna", weekdays=("mon",)), join("ben"), free("s1")
    ),
    "a time of day that someone named is overlooked": told(
        house(), join("anna", from_time="08:00", until_time="12:00"), join("ben"), free("s1")
    ),
    "nobody's priority counts": told(*TWO, join("dora", priority=2), free("s1")),
    "a slot is claimed at the deadline": claimed_at_the_deadline,
    "an early bell ends a slot's offer": offer_rings_early,
    "a slot's window does not shrink": story(STORIES["nobody came"]),
    "nobody tells whoever loses an offer": told(*ASKED, WithdrawSlot(slot_id="s1")),
    "slots are offered at night": story(STORIES["freed at night"]),
    "the door does not know who said STOP": stopped_before_it_leaves,
    "a number from a forwarded mail gets offers": told(
        house(), join("anna", source="mail"), free("s1")
    ),
    "the door does not count what texts cost": two_texts_for_the_price_of_one,
    "who can't make it is booked": declined_by_link,
    "the public form changes what is there": told(
        *TWO, join("again", name="anna", phone=phone("anna"), party=2)
    ),
    "a slot does not wait for who holds another offer": story(
        STORIES["a slot waits for who holds another offer"]
    ),
    "someone joins unseen while nobody fits": joined_while_nobody_fits,
    "staff get a slot back after one try": story(STORIES["a declined slot rolls on"]),
    "tries are not counted": story(lambda: soon(free("s1"), decline("anna"), tries=1)),
    "a slot that nobody fits goes back at once": told(house(), free("s1")),
    "a time is offered again to those who let it pass": told(
        *ASKED, decline("anna"), WithdrawSlot(slot_id="s1"), free("s2", again="s1")
    ),
    "a slot told twice is two": told(ALONE, free("s1", ref="R1"), free("s2", ref="R1")),
    "a person is asked for two slots at once": story(STORIES["one person for two services"]),
    "an offer is claimed whatever became of it": told(*CLAIMED, decline("anna")),
    "a reported no-show frees a claimed slot": story(
        lambda: soon(free("s1"), claim("anna"), (hours(9), free("s2", reason="no_show")))
    ),
    "a question names only one of two customers": told(*TABLES, report("c")),
    "a report beside another claimed table is lost": told(
        *TABLES[:5], report("a"), *TABLES[5:], report("c")
    ),
    "any report frees a claimed slot": told(ALONE, *CLAIMED[1:], free("s2")),
    "nobody tells whoever loses a claimed slot": told(ALONE, *CLAIMED[1:], free("s2", again="s1")),
    "nobody tells whoever gives a claimed slot up": told(*GIVEN_UP),
    "staff do not hear that a claimed slot is given up": told(*GIVEN_UP),
    "a claimed slot is given up when it has begun": story(
        lambda: soon(free("s1"), claim("anna"), (hours(11), give_up_slot("anna")), refill=False)
    ),
    "anyone may stop a customer's messages": stopped_by_anyone,
    "nobody's days ever pass": told(house(), join("anna", latest="2026-06-10")),
    "a slot's deadline rings years later": told(*ASKED),
    "a slot that was declined looks for nobody": told(*ASKED, decline("anna")),
    "whoever joins after nobody fitted is not asked": told(house(), free("s1"), join("anna")),
    "a slot that waits is woken when it closes": told(
        house(window=90), join("anna"), free("s1"), free("s2", staff="Sam"), decline("anna")
    ),
    "staff are answered without words": told(*TWO, EditEntry(entry_id="anna", party=2)),
    "a rule that stumbles over who is not on the list": told(house(), leave("nobody")),
}
