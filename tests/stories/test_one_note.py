"""Each event that staff hear of gives them one note: in Slack if that is set up, else by email."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fullhouse.engine.carriers import ChannelRouter, StaffMailCarrier, staff_carriers
from fullhouse.engine.catalogue import PRODUCTS
from fullhouse.inbound.slack.client import Slack, SlackSettings
from fullhouse.inbound.slack.notes import SlackPost
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Channel, Message, Outcome, Sent
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments import wording as appointment_words
from fullhouse.products.frontdesk.appointments.proposals import ProposeAppointment
from fullhouse.products.frontdesk.refill.removal_questions import HoldRemoval
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.held_removals import HeldItem, HeldRemoval
from fullhouse.products.frontdesk.shared.message_facts import NamedPerson
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import RuleProblem
from fullhouse.products.frontdesk.waitlist import wording as waitlist_words
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, SendMonthSummary
from fullhouse.products.frontdesk.waitlist.proposals import Propose
from tests.engine.front_desk import TONIGHT, TUESDAY, FrontDesk
from tests.inbound.slack.fake import CHANNEL, TOKEN, FakeSlack, fake_slack
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, STAFF, Carrier, phone
from tests.support.rsvp_world import there

Event = Callable[[], object]
# Sets the scene at a desk, and returns the event.
Scene = Callable[[FrontDesk], Event]
TEXTS = "Texts: at most {limit} EUR a month, 0.08 EUR each\nQuiet hours"
DESK_ADDRESS = "desk@example.org"


class Inbox:
    """The mailbox of the staff."""

    carries: frozenset[Channel] = frozenset({"mail"})

    def __init__(self) -> None:
        self.subjects: list[str] = []

    def send(self, message: Message, letter: Letter) -> Outcome:
        assert message.to == DESK_ADDRESS
        self.subjects.append(letter.subject)
        return Sent()


def in_slack(slack: FakeSlack | None) -> SlackPost | None:
    """Return the carrier to a channel in Slack."""
    if slack is None:
        return None
    client = Slack(SlackSettings(token=TOKEN, channel=CHANNEL, api_url=slack.url))
    return SlackPost(client, lambda _: None)


class StaffPost(Carrier):
    """Carries notes to staff as both platforms do, and everything else as usual."""

    def __init__(self, slack: FakeSlack | None = None) -> None:
        super().__init__()
        self.inbox, self.slack = Inbox(), slack
        by_mail = StaffMailCarrier(self.inbox, DESK_ADDRESS)
        self.to_staff = ChannelRouter(*staff_carriers(in_slack(slack), by_mail))

    def forget(self) -> None:
        """Forget what was sent so far."""
        self.handed.clear()
        self.inbox.subjects.clear()
        if self.slack is not None:
            self.slack.notes.clear()

    def send(self, message: Message, letter: Letter) -> Outcome:
        if message.channel != STAFF:
            return super().send(message, letter)
        self.handed.append(message)
        words = PRODUCTS[message.product].post.compose(message, lambda _: "https://desk.test/")
        return self.to_staff.send(message, words)


@pytest.fixture
def slack() -> Iterator[FakeSlack]:
    with fake_slack() as found:
        yield found
        assert found.wrong == []


def no_answer(desk: FrontDesk) -> Event:
    desk.book()
    desk.give(commands.StartReminderTicks())
    return lambda: desk.until("2026-06-20 17:30")


def unreachable(desk: FrontDesk) -> Event:
    desk.book(phone="")
    desk.give(commands.StartReminderTicks())
    return lambda: desk.until("2026-06-20 17:30")


def too_late(desk: FrontDesk) -> Event:
    desk.book(starts_at="2026-06-22 08:00", remind_at=(2,))
    desk.give(commands.StartReminderTicks())
    return lambda: desk.until("2026-06-22 08:00")


def cancelled_by_link(desk: FrontDesk) -> Event:
    desk.book()
    cancel = commands.CancelAppointment(appointment_id="kim", chain=1, reply="cancel-1-24")
    return lambda: desk.give(cancel, "kim")


def cancelled_and_offered(desk: FrontDesk) -> Event:
    desk.join("anna")
    return cancelled_by_link(desk)


def cancelled_elsewhere(desk: FrontDesk) -> Event:
    desk.book(ref="tool-1")
    return lambda: desk.free(ref="tool-1", source="webhook")


def cancelled_without_refill(desk: FrontDesk) -> Event:
    desk.write(RULES_TEXT, ("Claim window", "Refill from the waitlist: no\nClaim window"))
    return cancelled_by_link(desk)


def off_sheet(desk: FrontDesk) -> Event:
    desk.book(source="sheet")
    gone = commands.CancelAppointment(appointment_id="kim", source="sheet", missing=True)
    return lambda: desk.give(gone, "sheet")


def not_told(desk: FrontDesk) -> Event:
    desk.book(source="sheet", phone="")
    gone = commands.CancelAppointment(appointment_id="kim", source="sheet")
    return lambda: desk.give(gone, "sheet")


def not_told_and_offered(desk: FrontDesk) -> Event:
    desk.join("anna")
    return not_told(desk)


def move_not_told(desk: FrontDesk) -> Event:
    desk.book(source="sheet", phone="")
    time = there("2026-06-23 10:00")
    move = commands.EditAppointment(appointment_id="kim", starts_at=time, source="sheet", tell=True)
    return lambda: desk.give(move, "sheet")


def move_not_told_and_offered(desk: FrontDesk) -> Event:
    desk.join("anna")
    return move_not_told(desk)


def booked_online(desk: FrontDesk) -> Event:
    opened = ("Staff: Jess, Sam\n", "Staff: Jess, Sam\nOpening hours: Mon-Sat 09:00-20:00\n")
    desk.write(f"{RULES_TEXT}Online booking: yes\n", opened)
    book = commands.BookPublicly(
        appointment_id="lee",
        name="Lee",
        phone=phone("lee"),
        service="Colour",
        starts_at=there(TONIGHT, desk.zone),
    )
    return lambda: desk.give(book, "lee")


def changed_online(desk: FrontDesk) -> Event:
    booked_online(desk)()
    for chain, at in enumerate((TUESDAY, TONIGHT), 1):
        desk.pick("lee", at, chain=chain)
    return lambda: desk.after(hours=1)


def rescheduled(desk: FrontDesk) -> Event:
    desk.book()
    return desk.pick


def moved_earlier(desk: FrontDesk) -> Event:
    desk.book("old", TUESDAY, name="Anna", phone=phone("anna"))
    desk.join("anna")
    desk.free()
    return lambda: desk.give(
        ClaimSlot(slot_id="slot", seq=1, entry_id="anna", replaces="old"), "anna"
    )


def not_offered(desk: FrontDesk) -> Event:
    desk.settles = False
    desk.book(minutes=30)
    desk.cancel()
    desk.book("lee", "2026-06-20 18:15")
    return desk.settle


def nobody_fits(desk: FrontDesk) -> Event:
    return desk.free


def no_show(desk: FrontDesk) -> Event:
    desk.book()
    desk.until("2026-06-20 18:05")
    return desk.no_show


def handed_back(desk: FrontDesk) -> Event:
    desk.write(RULES_TEXT, ("Tries per slot: 5", "Tries per slot: 1"))
    desk.join("anna")
    desk.free()
    return lambda: desk.decline("anna")


def booked_over(desk: FrontDesk) -> Event:
    desk.free()
    return lambda: desk.book("lee", source="api")


def claim_question(desk: FrontDesk) -> Event:
    desk.join("anna")
    desk.free(ref="event-1", source="webhook")
    desk.claim("anna")
    return lambda: desk.free("again", TONIGHT, ref="booking-1", source="calendar")


def month_summary(desk: FrontDesk) -> Event:
    desk.free()
    desk.until("2026-07-01 12:00")
    return lambda: desk.give(SendMonthSummary(month="2026-06", again=False))


def week_summary(desk: FrontDesk) -> Event:
    desk.book()
    desk.until("2026-06-22 12:00")
    return lambda: desk.give(commands.SummariseWeek(week="2026-06-15", again=False))


def proposal(desk: FrontDesk, product: str) -> Proposal:
    """Return a request that came by email."""
    fields = {"name": "Anna Berg", "service": "Cut", "date": "2026-06-23", "time": "14:00"}
    read = tuple(ProposedField(name, value) for name, value in fields.items())
    return Proposal(id="p1", product=product, fields=read, text="Hello", at=desk.now)


def waitlist_request(desk: FrontDesk) -> Event:
    return lambda: desk.give(Propose(proposal=proposal(desk, "waitlist")))


def booking_request(desk: FrontDesk) -> Event:
    return lambda: desk.give(ProposeAppointment(proposal=proposal(desk, "appointments")))


def texts_spent_on_offers(desk: FrontDesk) -> Event:
    desk.write(RULES_TEXT, ("Quiet hours", TEXTS.format(limit="0.08")))
    return lambda: desk.join("anna", source="desk")


def texts_nearly_spent_on_offers(desk: FrontDesk) -> Event:
    desk.write(RULES_TEXT, ("Quiet hours", TEXTS.format(limit="0.40")))
    desk.join("anna", "ben", "cem", source="desk")
    return lambda: desk.join("dora", source="desk")


def texts_spent_on_bookings(desk: FrontDesk) -> Event:
    desk.write(RULES_TEXT, ("Quiet hours", TEXTS.format(limit="0.08")))
    return lambda: desk.book(tell=True)


def texts_nearly_spent_on_bookings(desk: FrontDesk) -> Event:
    desk.write(RULES_TEXT, ("Quiet hours", TEXTS.format(limit="0.40")))
    desk.join("anna", "ben", "cem", source="desk")
    return lambda: desk.book(tell=True)


def half_of_texts_spent_on_offers(desk: FrontDesk) -> Event:
    desk.write(RULES_TEXT, ("Quiet hours", TEXTS.format(limit="0.40")))
    desk.join("anna", source="desk")
    return lambda: desk.join("ben", source="desk")


def half_of_texts_spent_on_bookings(desk: FrontDesk) -> Event:
    desk.write(RULES_TEXT, ("Quiet hours", TEXTS.format(limit="0.40")))
    desk.join("anna", source="desk")
    return lambda: desk.book(tell=True)


def missing_from(desk: FrontDesk, source: str) -> Event:
    held = HeldRemoval(id=source, asked=(HeldItem("a"), HeldItem("b")), known=2)
    return lambda: desk.give(HoldRemoval(removal=held, people=(NamedPerson("a", "Ada"),)))


def missing_entries(desk: FrontDesk) -> Event:
    return missing_from(desk, "sheet")


def missing_appointments(desk: FrontDesk) -> Event:
    return missing_from(desk, "appointments-sheet")


def doubtful_rules(desk: FrontDesk) -> Event:
    text = RULES_TEXT.replace("Jess, ", "")
    people = (NamedPerson("a", "Ada"),)
    doubts = (RuleProblem(7, "Staff: Sam", "Jess is in use."),)
    save = SaveDocument(name="rules", text=text, doubts=doubts, people=people)
    return lambda: desk.give(save, STAFF)


EVENTS: dict[str, tuple[Scene, ...]] = {
    "appointments gap_alert no_answer": (no_answer,),
    "appointments gap_alert unreachable": (unreachable,),
    "appointments gap_alert too_late": (too_late,),
    "appointments gap_alert cancelled": (
        cancelled_by_link,
        cancelled_and_offered,
        cancelled_elsewhere,
        cancelled_without_refill,
    ),
    "appointments booked_online": (booked_online,),
    "appointments online_changes": (changed_online,),
    "appointments gap_alert off_sheet": (off_sheet,),
    "appointments gap_alert not_told": (not_told, not_told_and_offered),
    "appointments gap_alert move_not_told": (move_not_told, move_not_told_and_offered),
    "appointments gap_alert rescheduled": (rescheduled,),
    "appointments gap_alert moved_earlier": (moved_earlier,),
    "appointments gap_alert not_offered": (not_offered,),
    "appointments proposal": (booking_request,),
    "appointments summary": (week_summary,),
    "appointments text_limit": (texts_spent_on_bookings,),
    "appointments text_warning": (texts_nearly_spent_on_bookings,),
    "appointments text_half": (half_of_texts_spent_on_bookings,),
    "appointments removal": (missing_appointments,),
    "waitlist nobody_fits": (nobody_fits, no_show),
    "waitlist handed_back": (handed_back, booked_over),
    "waitlist claim_question": (claim_question,),
    "waitlist summary": (month_summary,),
    "waitlist proposal": (waitlist_request,),
    "waitlist text_limit": (texts_spent_on_offers,),
    "waitlist text_warning": (texts_nearly_spent_on_offers,),
    "waitlist text_half": (half_of_texts_spent_on_offers,),
    "waitlist removal": (missing_entries, doubtful_rules),
}
PLAYED = [
    pytest.param(kind, scene, id=scene.__name__)
    for kind, scenes in EVENTS.items()
    for scene in scenes
]


def kind_of(note: Message) -> str:
    """Return what a note is about."""
    reason: Any = note.facts.get("reason", "")
    return f"{note.product} {note.kind} {reason}".strip()


def play(scene: Scene, post: StaffPost) -> list[str]:
    """Play an event and what follows from it, and return the notes that staff get."""
    desk = FrontDesk()
    desk.carrier = post
    event = scene(desk)
    post.forget()
    event()
    desk.settle()
    return [kind_of(one) for one in post.handed if one.channel == STAFF]


@pytest.mark.parametrize(("kind", "scene"), PLAYED)
def test_an_event_is_one_email(kind: str, scene: Scene) -> None:
    post = StaffPost()
    assert play(scene, post) == [kind]
    assert len(post.inbox.subjects) == 1


@pytest.mark.parametrize(("kind", "scene"), PLAYED)
def test_an_event_is_one_note_in_slack_and_no_email(
    slack: FakeSlack, kind: str, scene: Scene
) -> None:
    post = StaffPost(slack)
    assert play(scene, post) == [kind]
    assert (len(slack.notes), post.inbox.subjects) == (1, [])


def test_every_kind_of_note_is_played() -> None:
    gaps = {f"appointments gap_alert {reason}" for reason in appointment_words.REASONS}
    others = set(appointment_words.STAFF_KINDS) - {"gap_alert"}
    booked = {f"appointments {kind}" for kind in others}
    waiting = {f"waitlist {kind}" for kind in waitlist_words.STAFF_KINDS}
    assert set(EVENTS) == gaps | booked | waiting
