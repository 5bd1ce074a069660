"""Effects of a commit of the waitlist: alarms, messages, and events on the bus."""

import json
from datetime import timedelta

import msgspec
import pytest

from fullhouse.engine.ports import AuditPage
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.messages import CarrierDown, Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.alarms import AlarmDue, changed, heard, ring, ring_late
from fullhouse.platforms.aws.bus import entries
from fullhouse.platforms.aws.mail.feedback import TextUrls, is_reply, take_reply
from fullhouse.platforms.aws.mail.outbox import (
    MESSENGER,
    SENDER,
    forward,
    forward_late,
    wake_if_late,
)
from fullhouse.products.frontdesk.appointments.commands import BookAppointment, RunDueAction
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.proposals import ProposalPage
from fullhouse.products.frontdesk.waitlist import commands
from fullhouse.products.frontdesk.waitlist.model import OffersOfEntry, Slot
from tests.aws.mail_shapes import sns_event
from tests.platforms.aws.support import START, World
from tests.products.frontdesk.waitlist.salon import RULES_TEXT
from tests.support.rsvp_world import sign_up

PHONE = "+491511234567"
OTHER_PHONE = "+491511234599"
IN_SINGAPORE = RULES_TEXT.replace("Europe/Berlin", "Asia/Singapore")
AWAKE = IN_SINGAPORE.replace("Quiet hours: 21:00 to 08:00", "Quiet hours: none")
LOOK, LAPSE = "look:s1", "lapse:s1-1"

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def world() -> World:
    """A salon in Singapore with one person in line and a slot that was just freed."""
    found = World()
    found.scheduler.zones.add("Asia/Singapore")
    found.give(SaveDocument(name="rules", text=AWAKE))
    found.give(commands.JoinWaitlist(entry_id="anna", name="Anna", phone=PHONE, service="Colour"))
    found.give(
        commands.FreeSlot(slot_id="s1", service="Colour", starts_at=START + timedelta(hours=5))
    )
    return found


def slot(world: World) -> Slot:
    found: Slot = world.store.shelf(Slot)["s1",]
    return found


async def test_the_keeper_leaves_a_move_that_is_due_to_whoever_hears_of_it(world: World) -> None:
    await changed(world.executor, world.schedules, LOOK, None)
    assert world.scheduler.calls == []
    assert slot(world).live_offer_seq == 0
    await heard(world.executor, LOOK)
    assert slot(world).live_offer_seq == 1
    await heard(world.executor, LOOK)
    assert len(slot(world).tried) == 1


async def test_a_move_that_is_for_later_is_booked_by_the_keeper_and_not_made_when_heard_of(
    world: World,
) -> None:
    later = START + timedelta(hours=2)
    world.store.alarms[LOOK] = Alarm(LOOK, later, commands.AdvanceSlot(slot_id="s1"))
    await heard(world.executor, LOOK)
    assert slot(world).live_offer_seq == 0
    await changed(world.executor, world.schedules, LOOK, None)
    told = {"alarm": LOOK, "due_at": later.isoformat().replace("+00:00", "Z")}
    assert world.scheduler.rings() == [
        ("wl-offer-engine", "at(2026-06-01T19:00:00) Asia/Singapore", told)
    ]


async def test_the_end_of_a_window_is_booked_in_the_businesss_zone_and_cleared_by_a_claim(
    world: World,
) -> None:
    await heard(world.executor, LOOK)
    due = world.store.alarms[LAPSE].due_at
    await changed(world.executor, world.schedules, LAPSE, None)
    ((function, when, _),) = world.scheduler.rings()
    assert function == "wl-roll-on-timer"
    assert when.endswith("Asia/Singapore")
    world.give(commands.ClaimSlot(slot_id="s1", seq=1, entry_id="anna"))
    await changed(world.executor, world.schedules, LAPSE, due)
    assert world.scheduler.booked == {}
    world.clock.move_to(due)
    await ring(world.executor, AlarmDue(LAPSE, due))
    assert slot(world).status == "booked"


async def test_what_is_due_and_not_the_keepers_is_rung_in_a_moment_by_its_own(world: World) -> None:
    world.store.alarms["expire:anna"] = Alarm(
        "expire:anna", START, commands.ExpireEntry(entry_id="anna")
    )
    await changed(world.executor, world.schedules, "expire:anna", None)
    ((function, when, told),) = world.scheduler.rings()
    assert (function, when) == ("wl-housekeeping", "at(2026-06-01T09:00:04) UTC")
    assert told["alarm"] == "expire:anna"


async def test_the_sweep_has_the_waitlists_own_ring_what_was_left_lying(world: World) -> None:
    world.after(minutes=2)
    await ring_late(world.executor, world.schedules)
    assert slot(world).live_offer_seq == 0
    ((function, _, told),) = world.scheduler.rings()
    assert (function, told["alarm"]) == ("wl-offer-engine", LOOK)


async def test_each_product_sends_its_own_and_the_sweep_wakes_both(world: World) -> None:
    world.give(sign_up("ben"))
    world.after(minutes=2)
    wake_if_late(world.executor, world.schedules)
    assert [
        function for function, _, told in world.scheduler.rings() if told == {"sweep": True}
    ] == [
        "messenger",
        "wl-sender",
    ]
    await forward_late(world.engine, SENDER)
    assert [one.product for one in world.carrier.handed] == ["waitlist"]
    await forward_late(world.engine, MESSENGER)
    assert [one.product for one in world.carrier.handed] == ["waitlist", "rsvp"]


async def test_a_text_that_may_leave_later_is_booked_for_the_sender_in_the_businesss_zone(
    world: World,
) -> None:
    world.carrier.answers.append(CarrierDown("not now"))
    (joined,) = world.messages("joined")
    await forward(world.engine, world.schedules, joined.id)
    await forward(world.engine, world.schedules, joined.id)
    ((function, when, told),) = world.scheduler.rings()
    assert (function, told) == ("wl-sender", {"message": joined.id})
    assert when.endswith("Asia/Singapore")


async def test_the_bus_hears_of_slots_under_their_own_name(world: World) -> None:
    await heard(world.executor, LOOK)
    lines = world.store.load(AuditPage("waitlist", limit=100))
    told = [entry for line in lines for entry in entries(line)]
    assert [one["DetailType"] for one in told] == ["wl.slot_freed", "wl.make_offer"]
    assert {one["Source"] for one in told} == {"fullhouse.wl"}
    detail = json.loads(told[1]["Detail"])
    assert (detail["slot_id"], detail["entry_id"], detail["offer_seq"]) == ("s1", "anna", 1)
    assert all("Anna" not in one["Detail"] and PHONE not in one["Detail"] for one in told)


def text_back(words: str, known_as: str = "t1", sender: str = PHONE) -> dict[str, object]:
    told = {"originationNumber": sender, "messageBody": words, "inboundMessageId": known_as}
    found: dict[str, object] = sns_event(told, topic="wl-texts-in")["Records"][0]
    return found


@pytest.mark.parametrize(
    ("words", "reach"), [("STOP", "opted_out"), ("stop.", "opted_out"), ("Thanks!", "fine")]
)
async def test_what_is_texted_back_is_remembered_with_the_number(
    world: World, words: str, reach: str
) -> None:
    assert is_reply(text_back(words))
    assert await take_reply(world.executor, text_back(words)) == "taken"
    contact = world.store.load(Get(Contact, (contact_id(PHONE),)))
    assert contact is not None
    assert contact.reach == reach


@pytest.mark.parametrize(("words", "status"), [("Yes", "claimed"), ("no!", "declined")])
async def test_yes_or_no_by_text_answers_the_one_offer(
    world: World, words: str, status: str
) -> None:
    await heard(world.executor, LOOK)
    assert await take_reply(world.executor, text_back(words), world.engine.now()) == "taken"
    (offer,) = world.store.load(OffersOfEntry("anna"))
    assert offer.status == status


@pytest.mark.parametrize("words", ["Yes", "Ja"])
@pytest.mark.parametrize("is_offered", [True, False])
async def test_a_yes_that_is_delivered_again_takes_no_later_offer(
    world: World, words: str, is_offered: bool
) -> None:
    if is_offered:
        await heard(world.executor, LOOK)
    await take_reply(world.executor, text_back(words), world.engine.now(), urls)
    world.give(commands.JoinWaitlist(entry_id="again", name="Anna", phone=PHONE, service="Cut"))
    world.after(hours=25)
    starts_at = world.engine.now() + timedelta(hours=5)
    world.give(commands.FreeSlot(slot_id="s2", service="Cut", starts_at=starts_at))
    await heard(world.executor, "look:s2")
    count = len(world.messages("text_reply"))
    assert await take_reply(world.executor, text_back(words), world.engine.now(), urls) == "seen"
    (offer,) = world.store.load(OffersOfEntry("again"))
    assert (offer.status, len(world.messages("text_reply"))) == ("live", count)


def urls() -> TextUrls:
    return TextUrls("https://wait.example/waitlist", "https://claims.example")


def replies(world: World) -> list[str]:
    found = sorted(world.messages("text_reply"), key=lambda one: one.id)
    assert {one.to for one in found} <= {PHONE}
    return [world.engine.composer.letter(one).text for one in found]


async def test_an_unclear_answer_gets_the_links(world: World) -> None:
    await heard(world.executor, LOOK)
    now = world.engine.now()
    assert await take_reply(world.executor, text_back("NO"), now, urls) == "taken"
    starts_at = START + timedelta(hours=6)
    world.give(commands.FreeSlot(slot_id="s2", service="Colour", starts_at=starts_at))
    await heard(world.executor, "look:s2")
    offer = next(one for one in world.messages("offer") if one.facts["slot"]["id"] == "s2")
    await forward(world.engine, world.schedules, offer.id)
    assert await take_reply(world.executor, text_back("YES", "t2"), now, urls) == "taken"
    mark = world.store.shelf(Message)[offer.id,].mark
    declined, which = replies(world)
    assert "OK, thanks for telling us." in declined
    assert which.endswith(
        f"You may mean more than one time. Please answer here: https://claims.example/s/{mark}"
    )
    assert world.store.shelf(Slot)["s2",].status == "open"


@pytest.mark.parametrize(("words", "said"), [("AIDE", "Nous vous écrivons si"), ("HELP", "")])
async def test_help_is_answered_unless_aws_does(world: World, words: str, said: str) -> None:
    await take_reply(world.executor, text_back(words), world.engine.now(), urls)
    if said:
        (text,) = replies(world)
        assert said in text
        assert text.endswith("https://wait.example/waitlist?lang=fr")
    else:
        assert replies(world) == []


@pytest.mark.parametrize("words", ["Only mornings, please", "NO", "Ja"])
async def test_words_of_someone_who_only_waits_are_one_card_and_one_note(
    world: World, words: str
) -> None:
    for _ in range(2):
        await take_reply(world.executor, text_back(words), world.engine.now(), urls)
    (card,) = world.store.load(ProposalPage("open"))
    assert (card.text, card.value("entry")) == (words, "anna")
    (note,) = world.messages("proposal")
    assert words in "".join(world.engine.composer.letter(note).paragraphs)
    assert [said.split(".")[0] for said in replies(world)] == [
        "Thank you, we will read your message"
    ]


async def test_words_of_someone_who_was_only_booked_are_one_card(world: World) -> None:
    starts_at = START + timedelta(hours=40)
    world.give(
        BookAppointment(
            appointment_id="ben", name="Ben", phone=OTHER_PHONE, service="Cut", starts_at=starts_at
        )
    )
    late = text_back("Running 10 min late, sorry", sender=OTHER_PHONE)
    await take_reply(world.executor, late, world.engine.now(), urls)
    (card,) = world.store.load(ProposalPage("open"))
    assert (card.product, card.value("appointment")) == ("appointments", "ben")
    (reply,) = world.messages("text_reply")
    assert reply.to == OTHER_PHONE


async def test_a_text_that_comes_twice_is_answered_once_and_a_stranger_not_at_all(
    world: World,
) -> None:
    now = world.engine.now()
    for _ in range(2):
        await take_reply(world.executor, text_back("HILFE"), now, urls)
    stranger = text_back("HILFE", "t2", sender="+491519999999")
    await take_reply(world.executor, stranger, now, urls)
    assert len(replies(world)) == 1


async def reminded(world: World) -> Appointment:
    """Someone who is on no waitlist is reminded of tomorrow by text."""
    starts_at = START + timedelta(hours=26)
    world.give(
        BookAppointment(
            appointment_id="ben", name="Ben", phone=OTHER_PHONE, service="Cut", starts_at=starts_at
        )
    )
    world.after(hours=2)
    world.give(RunDueAction(appointment_id="ben"))
    (reminder,) = world.messages("reminder")
    await forward(world.engine, world.schedules, reminder.id)
    found: Appointment = world.store.shelf(Appointment)["ben",]
    return found


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("Yes", "confirmed", "Your appointment is confirmed"),
        ("no", "booked", "To cancel or move your appointment: https://claims.example/s/"),
        ("I am ill", "booked", "we will read your message"),
    ],
)
async def test_a_reminder_is_answered_by_text(
    world: World, words: str, status: str, said: str
) -> None:
    assert (await reminded(world)).reminded == (24,)
    now = world.engine.now()
    await take_reply(world.executor, text_back(words, sender=OTHER_PHONE), now, urls)
    assert world.store.shelf(Appointment)["ben",].status == status
    (reply,) = world.messages("text_reply")
    assert (reply.product, reply.to) == ("appointments", OTHER_PHONE)
    assert said.lower() in world.engine.composer.letter(reply).text.lower()


def test_a_text_without_a_mark_has_no_link(world: World) -> None:
    (joined,) = world.messages("joined")
    assert urls().link(msgspec.structs.replace(joined, mark="")) == ""


async def test_a_text_that_comes_twice_counts_once_and_one_that_cannot_be_read_is_passed_over(
    world: World,
) -> None:
    assert await take_reply(world.executor, text_back("STOP")) == "taken"
    assert await take_reply(world.executor, text_back("STOP")) == "seen"
    assert await take_reply(world.executor, text_back("START", "t2")) == "taken"
    assert (
        await take_reply(world.executor, text_back("STOP", "t3", sender="SCISSORS")) == "unreadable"
    )
    assert not is_reply(sns_event("{}", topic="ev-bounces")["Records"][0])
