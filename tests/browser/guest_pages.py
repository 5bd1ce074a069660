"""Pages that guests and customers can meet: their paths by name, each group from one scene."""

from fullhouse.products.frontdesk.appointments.commands import CancelAppointment, EditAppointment
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, WithdrawSlot
from fullhouse.products.rsvp.commands import CancelEvent, CancelGuest, CloseSignUp
from fullhouse.products.rsvp.form_questions import EditQuestions, FormQuestion
from tests.support.event_app import Evening
from tests.web.appointments.shop import RULES, Shop, at
from tests.web.waitlist.salon import Salon

Places = dict[str, str]
LONG_NAME = "Donaudampfschifffahrtsgesellschaftskapitänsversammlung"
ONLINE = f"{RULES}Online booking: yes\n"
ASKED = (
    FormQuestion("food", "What do you eat?", "choice", ("Fish", "Vegan"), True, "party"),
    FormQuestion("bus", "Do you take the bus?", "yes_no"),
    FormQuestion("note", "Anything else?"),
)


def event_places(evening: Evening) -> Places:
    """Bring guests into every state, and return their pages."""
    evening.opens("open", cap=30, name="Midsummer night concert", settings={"max_party": 4})
    evening.opens("full", cap=2, name=LONG_NAME, venue="x" * 90)
    evening.opens("off", cap=2)
    evening.opens("closed", cap=2)
    evening.opens("huge", cap=5000)
    evening.opens("asking", cap=9, settings={"max_party": 3})
    evening.give(EditQuestions(event_id="asking", questions=ASKED))
    for name in ("Ada", "Bob", "Cy", "Di"):
        evening.signs_up(name, "full")
        evening.signs_up(name, "open")
    evening.signs_up("Ada", "off")
    evening.give(CancelEvent(event_id="off"))
    evening.give(CloseSignUp(event_id="closed"))
    evening.give(CancelGuest(event_id="full", guest_id="ada"))
    offer = evening.guest("Cy", "full").offer
    assert offer is not None
    return {
        "event": "/e/open",
        "full event": "/e/full",
        "cancelled event": "/e/off",
        "closed event": "/e/closed",
        "huge event": "/e/huge",
        "event with questions": "/e/asking",
        "no event": "/e/none",
        "no link": "/l/none",
        "claim": evening.link("claim", "Cy", "full", offer=offer.id),
        "decline": evening.link("decline", "Cy", "full", offer=offer.id),
        "cancel": evening.link("cancel", "Ada", "open"),
        "done before": evening.link("cancel", "Ada", "full"),
        "stop": evening.link("stop", "Ada", "open"),
        "manage an offer": evening.link("manage", "Cy", "full"),
        "manage a seat": evening.link("manage", "Ada", "open"),
        "manage a place on the waitlist": evening.link("manage", "Di", "full"),
        "manage nothing": evening.link("manage", "Ada", "full"),
        "manage a cancelled event": evening.link("manage", "Ada", "off"),
    }


def waitlist_places(salon: Salon) -> Places:
    """Bring customers of a waitlist into every state, and return their pages."""
    for name in ("Ada", "Bob", "Cy", "Di"):
        salon.joins(name)
    for slot_id, hours in (("s1", 24), ("s2", 30), ("s3", 50), ("s4", 54)):
        salon.frees(slot_id, hours=hours)
    salon.give(WithdrawSlot(slot_id="s3"))
    offer = salon.offer(1, "s4")
    assert offer.entry_id == "di"
    salon.give(ClaimSlot(slot_id="s4", seq=1, entry_id="di"))
    return {
        "join": "/waitlist",
        "claim": salon.link("claim", "Ada", 1, "s1"),
        "decline": salon.link("decline", "Ada", 1, "s1"),
        "leave": salon.link("leave", "Ada"),
        "wishes": salon.link("wishes", "Ada"),
        "claimed": salon.link("claim", "Di", 1, "s4"),
        "give up": salon.link("give_up", "Di"),
        "taken back": salon.link("claim", "Cy", 1, "s3"),
        "unknown": salon.link("claim", "Cy", 9, "s3"),
        "nobody": salon.link("claim", "Nobody", 1, "s1"),
        "tampered": salon.link("claim", "Ada", 1, "s1")[:-2],
    }


def appointment_places(shop: Shop) -> Places:
    """Bring customers with appointments into every state, and return their pages."""
    shop.rules(ONLINE)
    for name, hour in (("Ada", 9), ("Bob", 10), ("Cy", 11)):
        shop.books(name, f"2026-06-04T{hour:02d}:00")
    shop.give(CancelAppointment(appointment_id="bob"))
    shop.give(EditAppointment(appointment_id="cy", starts_at=at("2026-06-05T11:00")))
    return {
        "book": "/book",
        "book a cut": "/book?service=Cut",
        "book a time": "/book?service=Cut&staff=&start=2026-06-02T07:00Z",
        "confirm": shop.reply("confirm"),
        "cancel": shop.reply("cancel"),
        "reschedule": shop.reply("reschedule"),
        "with anyone": f"{shop.reply('reschedule')}?staff=&from=2026-06-15",
        "cancelled": shop.reply("confirm", "Bob"),
        "moved": shop.reply("confirm", "Cy"),
        "nobody": shop.reply("confirm", "Nobody"),
        "tampered": shop.reply("confirm")[:-2],
    }
