"""Short stories that give every command there is, each to be told with one fault at one of them."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.inbound.extraction.review import free_claimed
from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Refused, Sent
from fullhouse.products.frontdesk.appointments import commands as of_clinic
from fullhouse.products.frontdesk.appointments import proposals as clinic_proposals
from fullhouse.products.frontdesk.appointments.bookings import BookMany
from fullhouse.products.frontdesk.refill.renamed_slots import RenameSlot
from fullhouse.products.frontdesk.shared.contacts import ConfirmConsent
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.waitlist import commands as of_salon
from fullhouse.products.frontdesk.waitlist import proposals
from fullhouse.products.frontdesk.waitlist.calendar_days import CalendarDay, SaveCalendarDay
from fullhouse.products.frontdesk.waitlist.group_joins import JoinMany
from fullhouse.products.rsvp import commands as of_list
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.event_content import EditContent, SetCover
from fullhouse.products.rsvp.form_questions import ChangeAnswers, EditQuestions, FormQuestion
from sim.clocks import days, hours
from sim.frontdesk.appointments import sweep_stories as clinic
from sim.frontdesk.waitlist import sweep_stories as salon
from sim.rsvp import sweep_stories as room
from sim.sweep import BEGINS
from sim.world import World
from tests.sim.scenes_appointments import online
from tests.sim.scenes_door import scan, undo, walk_in
from tests.sim.scenes_sheets import wiped_and_kept
from tests.sim.scripted import ScriptedWorld

# A command, a wait, or what makes a command of how things stand, or changes them.
Step = Command | timedelta | Callable[[ScriptedWorld], Command | None]
Story = Callable[[ScriptedWorld], Any]
NEW = "new@example.org"
# Nobody waits for an answer to these.
BY_SETUP = (
    of_salon.StartHousekeeping,
    of_salon.MarkEntriesSynced,
    of_salon.SetEntryRetention,
    of_clinic.StartReminderTicks,
    of_clinic.MarkAppointmentsSynced,
    of_clinic.SetAppointmentRetention,
    of_list.SetGuestRetention,
    SaveCalendarDay,
)


def told(*steps: Step) -> Story:
    """Let commands follow each other by five minutes, and let three days pass after the last."""

    def tell(world: ScriptedWorld) -> None:
        for step in steps:
            if isinstance(step, timedelta):
                world.run_until(world.now + step)
                continue
            command = step if isinstance(step, Command) else step(world)
            if command is not None:
                world.give(command, by="setup" if isinstance(command, BY_SETUP) else "someone")
        world.run_until(world.now + days(3))

    return tell


def moments(story: Callable[[], list[Any]]) -> Story:
    """Tell a story of the sweep."""

    def tell(world: ScriptedWorld) -> None:
        world.follow(story())
        world.run_until(world.now + days(3))

    return tell


def refusing(world: ScriptedWorld) -> None:
    """Let the carrier refuse everything from now on."""
    world.post.says = Refused("no such mailbox", permanent=True)


def accepting(world: ScriptedWorld) -> None:
    """Let the carrier take everything from now on."""
    world.post.says = Sent()


def send_again(world: ScriptedWorld) -> Command:
    """Send the message again that was refused."""
    lost = next(one for one in world.watch.book.messages.values() if one.status == "failed")
    return of_list.SendAgain(event_id="e", message_id=lost.id, occasion=1)


def request(who: str) -> of_list.RequestSignUp:
    """Ask for a link that signs up."""
    return of_list.RequestSignUp(
        event_id="e", guest_id=who, name=who, email=f"{who}@example.org", party=1
    )


def confirm_request(world: World) -> Command:
    """Press the link of Ben's request."""
    (message,) = [one for one in world.watch.book.messages.values() if "ben@" in one.to]
    return of_list.ConfirmSignUp(event_id="e", message_id=message.id)


def free_question(world: World) -> Command:
    """Answer the question about a claimed slot: it is free."""
    (question,) = [one for one in world.watch.book.all(Proposal) if one.value("slot")]
    return free_claimed(question)


def proposal(name: str, product: str) -> Proposal:
    """Return what a mail seems to ask for."""
    return Proposal(id=name, product=product, sender="c1@example.org", at=BEGINS)


def hook(told: Command) -> RecordWebhook:
    """Let the booking tool tell."""
    return RecordWebhook(hook="slots", digest="digest", asks=told)


BUS = FormQuestion("bus", "By bus?", "yes_no", required=True)
COVER = SetCover(event_id="e", digest="d1", width=1280, height=640, images=(b"small", b"large"))
STORIES: Mapping[str, Story] = {
    **{f"rsvp: {name}": moments(story) for name, story in room.STORIES.items()},
    **{f"waitlist: {name}": moments(story) for name, story in salon.STORIES.items()},
    **{f"appointments: {name}": moments(story) for name, story in clinic.STORIES.items()},
    "rsvp: requests and letters": told(
        *(room.house(2), room.up("anna"), request("ben"), request("dora"), confirm_request),
        room.up("cleo"),
        of_list.ChangeContact(**room.of("anna"), email=NEW),
        of_list.ConfirmAddress(**room.of("anna"), mark=address_mark(NEW)),
        of_list.ResendLink(event_id="e", guest_id="cleo", occasion="1"),
        of_list.ReplyToGuest(
            **room.of("anna"), name="anna", email=NEW, occasion="1", text="Behind the house."
        ),
        of_list.SendBroadcast(
            event_id="e", key="b1", to="confirmed", subject="News", text="confirmed: b1"
        ),
        of_list.NoteBounce(**room.of("anna"), email=NEW, reason="no such mailbox"),
        of_list.EraseGuest(**room.of("anna")),
    ),
    "rsvp: given up, and kept in time": told(
        *(room.house(2), room.up("anna"), room.give_up("anna")),
        of_list.KeepSeat(**room.of("anna")),
    ),
    "rsvp: refused, and sent again": told(
        *(room.house(3), refusing, room.up("anna"), accepting),
        *(of_list.ResumeMail(**room.of("anna")), send_again),
    ),
    "rsvp: what guests are asked, and answer": told(
        *(room.house(3), EditQuestions(event_id="e", questions=(BUS,))),
        *(room.up("anna", answers={"bus": ("yes",)}), room.up("ben", answers={"bus": ("no",)})),
        ChangeAnswers(event_id="e", guest_id="anna", answers={"bus": ("no",)}),
        *(EditQuestions(event_id="e", questions=()), of_list.EraseGuest(**room.of("anna"))),
    ),
    "rsvp: what guests read, and a cover": told(
        *(room.house(3), EditContent(event_id="e", description="Cake"), COVER, room.up("anna")),
        *(EditContent(event_id="e", dress_note="Warm"), SetCover(event_id="e"), COVER),
    ),
    "rsvp: the door, and forgotten after": told(
        *(room.house(3), of_list.SetGuestRetention(days=1), room.up("anna"), room.up("ben")),
        of_list.MakeDoorPass(event_id="e", pass_id="p", name="Mia"),
        of_list.RevokeDoorPass(event_id="e", pass_id="p"),
        *(
            scan("anna"),
            undo("anna", "n1"),
            scan("anna", "n2"),
            walk_in("x", email="x@example.org"),
        ),
        of_list.EditEvent(event_id="e", starts_at=datetime(2026, 6, 9, 11, 0, tzinfo=None)),
        *(hours(1), of_list.ReleaseNoShows(event_id="e"), hours(20)),
        of_list.SendThanks(event_id="e", text="It was a pleasure."),
    ),
    "waitlist: many ways to join": told(
        *(salon.house(), of_salon.StartHousekeeping(), of_salon.SetEntryRetention(days=1)),
        JoinMany(joins=(salon.join("anna", latest="2026-06-10"), salon.join("ben"))),
        of_salon.RequestJoin(join=salon.join("cleo", phone="", email="cleo@example.org")),
        of_salon.TextBack(entry_id="ben", phone=salon.phone("ben"), text_id="t", words="Which?"),
        salon.join("dora", source="mail", given="forwarded"),
        ConfirmConsent(address=salon.phone("dora")),
        of_salon.MarkEntriesSynced(entries=(("ben", 0),)),
        *(salon.leave("ben"), days(1)),
    ),
    "waitlist: proposals and reports": told(
        *(salon.house(window=90, refill=False), salon.join("anna")),
        *(hook(salon.free("s1")), RenameSlot(slot_id="s1", staff="Sam"), salon.claim("anna")),
        *(hook(salon.free("s2", staff="Sam", ref="R1", source="webhook")), free_question),
        *(proposals.Propose(proposal=proposal(name, "waitlist")) for name in ("p1", "p2", "p3")),
        proposals.ApproveProposal(proposal_id="p1", join=salon.join("p1", source="mail")),
        proposals.DiscardProposal(proposal_id="p2"),
        proposals.EraseProposal(proposal_id="p3"),
        SaveCalendarDay(day=CalendarDay(id="2026-06-09")),
        days(28),
    ),
    "appointments: many ways to book": told(
        clinic.house(online=True),
        of_clinic.StartReminderTicks(),
        of_clinic.SetAppointmentRetention(days=1),
        BookMany(books=(clinic.book("anna"), clinic.book("ben", hours(30)))),
        online("cleo", hours(32)),
        of_clinic.MarkAppointmentsSynced(appointments=(("anna", 0),)),
        of_clinic.TextBackAppointment(
            appointment_id="anna", phone=salon.phone("anna"), text_id="t", words="Which?"
        ),
        days(4),
    ),
    "appointments: proposals": told(
        clinic.house(),
        *(
            clinic_proposals.ProposeAppointment(proposal=proposal(name, "appointments"))
            for name in ("p1", "p2", "p3")
        ),
        clinic_proposals.ApproveAppointment(
            proposal_id="p1", book=clinic.book("p1", source="mail")
        ),
        clinic_proposals.DiscardAppointment(proposal_id="p2"),
        clinic_proposals.EraseAppointmentProposal(proposal_id="p3"),
        *(salon.join("anna", "Cut"), clinic.book("anna"), refusing, hours(3), accepting),
    ),
    "sheets: wiped, and kept": wiped_and_kept,
}
