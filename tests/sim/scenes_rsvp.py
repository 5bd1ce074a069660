"""Scenes of a guest list: for each rare planted bug a short script that shows it."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.messages import CarrierDown, Sent
from fullhouse.products.rsvp.commands import (
    CancelEvent,
    ChangeParty,
    EditEvent,
    EndGrace,
    KeepSeat,
    LapseOffer,
    OfferFreeSeats,
    RecapOffers,
    Remind,
    ResendLink,
    SendBroadcast,
    SignUp,
    StopMail,
)
from fullhouse.products.rsvp.model import Event, Guest
from sim.clocks import hours, minutes, seconds
from sim.rsvp.lists import GuestLists
from sim.rsvp.sweep_stories import (
    STARTS,
    STORIES,
    cancel,
    claim,
    decline,
    full_house,
    give_up,
    house,
    of,
    up,
)
from tests.sim.scripted import Scene, ScriptedWorld, fail, story, told

EVENING, NIGHT = hours(8), hours(13)  # after the story begins: at six, and at eleven
FULL = (house(1), up("anna"), up("ben"), up("cleo"))


def the_event(world: ScriptedWorld) -> Event:
    """Return the only event as it stands."""
    return world.watch.book.view(GuestLists).events["e"]


def the_guest(world: ScriptedWorld, who: str) -> Guest:
    """Return a guest of the event as they stand."""
    return world.watch.book.view(GuestLists).guests["e"][who]


def edit(**changes: Any) -> EditEvent:
    """Change the event."""
    return EditEvent(event_id="e", **changes)


def to_all(key: str = "b1") -> SendBroadcast:
    """Write to all guests with a seat."""
    return SendBroadcast(
        event_id="e", key=key, to="confirmed", subject="News", text=f"confirmed: {key}"
    )


def send_link(number: int, who: str = "anna") -> ResendLink:
    """Have a guest's link mailed to them again."""
    return ResendLink(event_id="e", guest_id=who, occasion=f"{number}")


def two_for_the_last_seat(world: ScriptedWorld) -> None:
    """Let Ben sign up while Anna's sign-up is about to be written."""
    world.give(house(1))
    world.meanwhile(up("ben"))
    world.give(up("anna"))


def one_address_twice(world: ScriptedWorld) -> None:
    """Let one address sign up twice in the same moment."""
    world.give(house(3))
    world.meanwhile(msgspec.structs.replace(up("anna"), guest_id="again"))
    world.give(up("anna"))


def ben_is_asked(world: ScriptedWorld) -> datetime:
    """Free Anna's seat, so that Ben is asked; return his deadline."""
    world.give(*FULL, cancel("anna"))
    offer = the_guest(world, "ben").offer
    assert offer is not None
    return offer.ends_at


def claimed_at_the_deadline(world: ScriptedWorld) -> None:
    """Claim at the very instant at which an offer ends."""
    world.come_to(ben_is_asked(world))
    world.give(claim("ben"))


def offer_rings_early(world: ScriptedWorld) -> None:
    """Ring for the end of an offer an hour before it."""
    world.come_to(ben_is_asked(world) - hours(1))
    world.ring_now(world.alarm_of(LapseOffer))
    world.end()


def a_sign_up_that_is_not_stored(world: ScriptedWorld) -> None:
    """Lose the store while a sign-up is written."""
    world.give(house(1))
    world.once_at("commit", fail)
    world.give(up("anna"))


def reminded_after(world: ScriptedWorld, downtime: timedelta) -> None:
    """Let the carrier be down for a while from when the reminder is due."""
    world.give(house(2, reminders=("1d",)), up("anna"))
    due = world.alarm_of(Remind).due_at
    world.come_to(due)
    world.post.says = CarrierDown("down")
    world.run_until(due + downtime)
    world.post.says = Sent()


def down_until_night(world: ScriptedWorld) -> None:
    """Let a reminder wait for the carrier until it is night."""
    reminded_after(world, hours(5))
    world.end()


def cancelled_before_it_leaves(world: ScriptedWorld) -> None:
    """Cancel while the reminder waits for the carrier."""
    reminded_after(world, minutes(1))
    world.give(cancel("anna"))
    world.end()


def reminder_rings_early(world: ScriptedWorld) -> None:
    """Ring for a reminder when its event has just been created."""
    world.give(house(2, reminders=("1d",)), up("anna"))
    world.ring_now(world.alarm_of(Remind))
    world.end()


def two_relays(world: ScriptedWorld) -> None:
    """Let a second relay take a message that the first is about to hand over."""
    world.give(house(1))
    world.ask(up("anna"), "guest")
    (message,) = world.messages("confirmation")
    world.once_at("send", lambda: world.relay(message, "again"))
    world.end()


def moved_past_a_reminder(world: ScriptedWorld) -> None:
    """Move the event to an hour that puts the reminder of the evening into the past."""
    world.give(house(2, reminders=("1d",)), up("anna"))
    world.run_until(world.now.replace(day=10, hour=10))
    world.give(edit(starts_at=STARTS.replace(hour=9)))
    world.end()


def moved_after_a_morning_reminder(world: ScriptedWorld) -> None:
    """Remind at nine for tomorrow, then move the event to tonight, with a reminder at eleven."""
    morning = datetime(2026, 6, 11, 9, 0, tzinfo=None)
    world.give(house(2, reminders=("1d", "morning"), morning_at="11:00"), edit(starts_at=morning))
    world.give(up("anna"))
    world.run_until(world.now.replace(day=10, hour=8))
    world.give(edit(starts_at=datetime(2026, 6, 10, 20, 0, tzinfo=None)))
    world.end()


def joined_while_nobody_fits(world: ScriptedWorld) -> None:
    """Let Dora join while a free seat is about to be opened, as nobody can be asked."""
    world.give(house(1), up("anna"), up("ben"), StopMail(**of("ben")))
    world.ask(cancel("anna"), "guest")
    world.meanwhile(up("dora"))
    world.ring_now(world.alarm_of(OfferFreeSeats))
    world.end()


def moved_after_it_was_too_late_to_ask(world: ScriptedWorld) -> None:
    """Free a seat in the night before an early start, then move the event by three days."""
    world.give(house(1), edit(starts_at=STARTS.replace(hour=6)), up("anna"), up("ben"))
    world.run_until(world.now.replace(day=10, hour=21))
    world.give(cancel("anna"), edit(starts_at=STARTS + hours(72)))
    world.end()


def pestered_at_once(world: ScriptedWorld) -> None:
    """Let two relays each send the fifth message of an hour, unseen by each other."""
    world.give(house(1), up("anna"), by="guest")
    world.give(*map(send_link, range(3)), by="guest")
    world.ask(send_link(3), "guest")
    world.ask(send_link(4), "guest")
    last = world.messages("link")[-1]
    world.once_at("commit", lambda: world.relay(last))
    world.run_until(world.now + minutes(5))
    world.give(send_link(5), by="guest")
    world.end()


def pestered_all_day(world: ScriptedWorld) -> None:
    """Ask for the link again and again, six times an hour for ten hours."""
    world.give(house(1), up("anna"), by="guest")
    for number in range(60):
        world.give(send_link(number), by="guest")
        world.run_until(world.now + minutes(5))
    world.end()


def confirmed_after_pestering(world: ScriptedWorld) -> None:
    """Cancel and sign up again when an hour's messages are spent."""
    world.give(house(1), up("anna"), by="guest")
    world.give(*map(send_link, range(5)), by="guest")
    world.give(cancel("anna"), up("anna"), by="guest")
    world.end()


def with_plus(number: int) -> SignUp:
    """Sign up one of many addresses of Anna's inbox."""
    return up(f"anna+{number}")


def signed_up_many_times(world: ScriptedWorld) -> None:
    """Sign many addresses of one inbox up within an hour."""
    world.give(house(9), *map(with_plus, range(7)), by="guest")
    world.end()


def pestered_by_two_addresses(world: ScriptedWorld) -> None:
    """Ask for the links of two addresses of one inbox when an hour's messages are spent."""
    world.give(house(9), up("anna"), up("anna+0"), by="guest")
    for number in range(12):
        world.ask(send_link(number, ("anna", "anna+0")[number % 2]), "guest")
        world.run_until(world.now + seconds(20))
    world.end()


def called_off_after_pestering(world: ScriptedWorld) -> None:
    """Call the event off when an hour's messages to Anna are spent."""
    world.give(house(1), up("anna"), by="guest")
    world.give(*map(send_link, range(5)), by="guest")
    world.give(CancelEvent(event_id="e"))
    world.end()


def called_off_for_many_addresses(world: ScriptedWorld, *before: Any) -> None:
    """Call the event off when many addresses of one inbox have a seat, and its hour is spent."""
    world.give(house(9), *map(with_plus, range(7)), by="guest")
    world.run_until(world.now + hours(3))
    world.give(*before, *(send_link(number, "anna+0") for number in range(5)), by="guest")
    world.give(CancelEvent(event_id="e"))
    world.end()


def moved_many_times(world: ScriptedWorld) -> None:
    """Move an event six times a day for five addresses of one inbox that nobody has proven."""
    world.give(house(9), up("anna"), *map(with_plus, range(4)), by="guest")
    world.run_until(world.now + hours(3))
    for number in range(1, 7):
        world.give(edit(starts_at=STARTS + hours(number)), by="host")
    world.end()


def offered_when_an_inbox_has_had_enough(world: ScriptedWorld) -> None:
    """Offer a seat to an address of an inbox that gets no more news, and has spent its hour."""
    world.give(house(7, claim_window="1h"), *map(with_plus, range(7)), by="guest")
    world.give(up("anna+7"), up("ben"), edit(starts_at=STARTS + hours(1)), by="guest")
    world.run_until(world.now + hours(3))
    world.give(*(send_link(number, "anna+0") for number in range(6)), by="guest")
    world.give(cancel("anna+0"), by="host")
    world.end()


def called_off_for_a_proven_address(world: ScriptedWorld) -> None:
    """Call the event off for many addresses of one inbox; the last has pressed a link."""
    called_off_for_many_addresses(world, ChangeParty(event_id="e", guest_id="anna+6", party=2))


def grace_rings_early(world: ScriptedWorld) -> None:
    """Ring for the end of a grace as soon as it began."""
    anna_gives_up(world)
    world.ring_now(world.alarm_of(EndGrace))
    world.end()


def anna_gives_up(world: ScriptedWorld, *more: Any) -> None:
    """Give Anna a grace of two hours, if there is time for it."""
    world.give(house(2, mail_grace="2h"), up("anna"), *more)
    world.give(give_up("anna"))


def given_up_shortly_before(world: ScriptedWorld) -> None:
    """Give a seat up an hour before the start, when a grace is short."""
    world.give(house(2, mail_grace="2h"), up("anna"))
    world.run_until(the_event(world).starts - hours(1))
    world.give(give_up("anna"))
    world.end()


def kept(world: ScriptedWorld) -> None:
    """Keep a seat in time."""
    anna_gives_up(world)
    world.give(KeepSeat(**of("anna")))
    world.end()


def kept_too_late(world: ScriptedWorld) -> None:
    """Keep a seat at the very instant at which its grace ends."""
    anna_gives_up(world)
    world.come_to(world.alarm_of(EndGrace).due_at)
    world.give(KeepSeat(**of("anna")))
    world.end()


def reminded_in_a_grace(world: ScriptedWorld) -> None:
    """Give a seat up half an hour before a reminder is due."""
    world.give(house(2, mail_grace="2h", reminders=("1d",)), up("anna"))
    world.run_until(world.alarm_of(Remind).due_at - minutes(30))
    world.give(give_up("anna"))
    world.end()


def kept_before_it_was_read(world: ScriptedWorld) -> None:
    """Keep a seat while the mail that it will be cancelled waits for the carrier."""
    world.give(house(2, mail_grace="2h"), up("anna"))
    world.post.says = CarrierDown("down")
    world.give(give_up("anna"))
    world.give(KeepSeat(**of("anna")))
    world.post.says = Sent()
    world.end()


def moved_in_a_grace(world: ScriptedWorld) -> None:
    """Move the event while Anna can still keep her seat."""
    anna_gives_up(world)
    world.give(edit(starts_at=STARTS + hours(24)))
    world.end()


def invited_beside_a_new_date(world: ScriptedWorld) -> None:
    """Bring the date forward, for all offers, while an invite is about to be written."""

    def forward() -> None:
        world.ask(edit(starts_at=STARTS - hours(24)), "host")
        world.ring_now(world.alarm_of(RecapOffers))

    world.give(house(1, invite_window="72h"))
    world.once_at("commit", forward)
    world.give(up("anna", source="import", place_as="pending"))
    world.end()


def reminded_twice(world: ScriptedWorld) -> None:
    """Ring twice for a reminder."""
    world.give(house(2, reminders=("1d",)), up("anna"))
    alarm = world.alarm_of(Remind)
    world.come_to(alarm.due_at)
    world.ring_now(alarm)
    world.now += seconds(1.5)
    world.ring_now(alarm)
    world.end()


SEATS: Mapping[str, Scene] = {
    "the seats are counted first and written later": two_for_the_last_seat,
    "an offer draws free seats unasked": two_for_the_last_seat,
    "an address may be on the list twice": one_address_twice,
    "a seated guest keeps the place in line": story(STORIES["a freed seat is claimed"]),
    "the last in line is asked": story(STORIES["a freed seat is claimed"]),
    "the first in line is overlooked": story(STORIES["a freed seat is claimed"]),
    "a claim counts at the deadline": claimed_at_the_deadline,
    "an early bell ends an offer": offer_rings_early,
    "a window does not shrink": story(STORIES["freed in the last hours"]),
    "a shortened window is held against the guest": story(STORIES["freed in the last hours"]),
    "someone leaves the line and is still counted": told(*FULL, cancel("ben")),
    "an answer before the commit": a_sign_up_that_is_not_stored,
    "a freed seat goes to the public": told(*FULL, cancel("anna")),
    "seats are opened whoever has joined": joined_while_nobody_fits,
    "a party that shrinks is overlooked": told(
        *(house(3), up("anna"), up("ben", 2), up("three", 3), cancel("anna")),
        ChangeParty(**of("three"), party=1),
    ),
    "a new date asks nobody": moved_after_it_was_too_late_to_ask,
    "a deadline rings years later": told(*FULL, cancel("anna")),
    "an early bell forgets the deadline": offer_rings_early,
    "an invite beside a new date keeps the old one": invited_beside_a_new_date,
    "nobody looks for the next": story(lambda: full_house(cancel("anna"), decline("ben"))),
    "an answer without words": told(house(3), up("anna"), ChangeParty(**of("anna"), party=2)),
}
MAIL: Mapping[str, Scene] = {
    "the door does not look at the clock": down_until_night,
    "offers are made at night": story(STORIES["a cancel at night"]),
    "a message to all goes to who opted out": told(
        house(2), up("anna"), StopMail(**of("anna")), to_all()
    ),
    "a message to all leaves at night": story(
        lambda: [(hours(0), house(2)), (hours(1), up("anna")), (NIGHT, to_all())]
    ),
    "an early bell reminds early": reminder_rings_early,
    "news waits for the morning": story(STORIES["news at night"]),
    "news looks only at the new date": story(
        lambda: [
            (hours(0), house(2)),
            (hours(1), edit(starts_at=datetime(2026, 6, 10, 9, 0, tzinfo=None))),
            (hours(2), up("anna")),
            (NIGHT, edit(starts_at=STARTS + hours(72))),
        ]
    ),
    "a moved event sends what is past": moved_past_a_reminder,
    "a moved event reminds twice on a morning": moved_after_a_morning_reminder,
    "every offer says that it rolls on": told(*FULL[:3], cancel("anna")),
    "pressing twice writes to all twice": told(house(2), up("anna"), to_all(), to_all()),
    "nobody looks at the lease": two_relays,
    "the door does not know who cancelled": cancelled_before_it_leaves,
    "two relays count unseen by each other": pestered_at_once,
    "only the hour counts": pestered_all_day,
    "each address has a budget of its own": signed_up_many_times,
    "news waits for the budget": called_off_after_pestering,
    "a link that was pressed proves nothing": called_off_for_a_proven_address,
    "news goes to every address of an inbox": called_off_for_many_addresses,
    "news to unproven addresses has no bound": moved_many_times,
    "an offer that could not leave in time is a lapse": offered_when_an_inbox_has_had_enough,
    "a spent budget drops confirmations": confirmed_after_pestering,
    "combined emails leave at any time": pestered_by_two_addresses,
    "an email combines two addresses": pestered_by_two_addresses,
    "a combined message is in no email": pestered_by_two_addresses,
    "reminders are not booked again": told(
        house(2), up("anna"), edit(starts_at=STARTS + hours(24))
    ),
    "some guests are forgotten": told(house(2), up("pair", 2)),
    "every round has a key of its own": reminded_twice,
}
GRACES: Mapping[str, Scene] = {
    "free text cancels at once": anna_gives_up,
    "an early bell ends a grace": grace_rings_early,
    "a grace may last until the start": given_up_shortly_before,
    "keeping a seat keeps nothing": kept,
    "a seat is kept too late": kept_too_late,
    "reminders go on in a grace": reminded_in_a_grace,
    "the door does not know who kept their seat": kept_before_it_was_read,
    "a new date moves no grace": moved_in_a_grace,
    "a grace ends years later": given_up_shortly_before,
}
SCENES = {**SEATS, **MAIL, **GRACES}
