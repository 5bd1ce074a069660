"""Result texts of waitlist links: a heading, and sentences on what happens next. Pure."""

import msgspec

from fullhouse.products.frontdesk.waitlist.model import Entry, Slot
from fullhouse.web.waitlist.link_session import CustomerLinkSession

GONE = 410


class ResultText(msgspec.Struct, frozen=True):
    """The text of a result page; it may show the booking and a link to join again."""

    status: int
    heading: str
    lines: tuple[str, ...] = ()
    shows_booking: bool = False
    may_join: bool = False


class Words(msgspec.Struct, frozen=True):
    """The text of one result; `last` is only for customers who wait for nothing else."""

    heading: str
    text: str = ""
    status: int = GONE
    last: str = ""


OFF, NEVER = "You are off the list.", "We will not ask you again."
THANKS = Words("Thank you for telling us.", "Someone else can have it now.", 200)
SAID = {
    "declined": THANKS,
    "offer_declined": Words("You let this one go.", "Someone else could have it then."),
    "offer_lapsed": Words("The time to answer has passed.", "It is not kept for you any more."),
    "offer_timed_out": Words("The time to answer has passed.", "It is not kept for you any more."),
    "slot_taken": Words(
        "It was just filled.", "Someone else has it now. We are sorry that it is not you this time."
    ),
    "offer_withdrawn": Words(
        "This offer was taken back.", "It could not be kept for you. You did nothing wrong."
    ),
    "unknown_offer": Words(
        "This offer is not known here.", "It may be from long ago. Nothing was done."
    ),
    "left": Words(OFF, "Thank you for telling us.", 200, NEVER),
    "entry_left": Words(OFF, "You left it before.", 200, NEVER),
    "entry_removed": Words(OFF, "You were taken off it.", 200, NEVER),
    "entry_expired": Words(OFF, "Your dates have passed, so we stopped asking.", 200),
    "entry_booked": Words("You have a booking.", "So you are off the list already.", 200),
    "unknown_entry": Words("You are not on the list.", "Nothing was done.", 200),
}
BOOKED = {
    "booked": Words("It's yours.", "It is booked for you, and a confirmation is on its way.", 200),
    "already_booked": Words("It's yours.", "You claimed it before, and it is booked for you.", 200),
}
UNKNOWN = SAID["unknown_offer"]
# Declining an offer that has moved on changes nothing, so it is no error for the customer.
CALM = frozenset(
    {"offer_declined", "offer_lapsed", "offer_timed_out", "slot_taken", "offer_withdrawn"}
)


def result_text(
    visit: CustomerLinkSession, code: str, booking: Slot | None, waits: tuple[Entry, ...] = ()
) -> ResultText:
    """Return the text of a result and the customer's status; `waits` are their other entries."""
    if code in BOOKED:
        words = BOOKED[code]
        return ResultText(
            words.status, words.heading, (words.text,), shows_booking=booking is not None
        )
    words = _words_for(visit, code, waits)
    if not visit.is_theirs:
        return ResultText(words.status, words.heading, (words.text,))
    text = words.text
    if not waits:
        text = f"{text} {words.last}"
    lines = (text.strip(), *standing(visit, booking, waits))
    lines = tuple(line for line in lines if line and line != words.heading)
    off = visit.entry.state != "waiting" and booking is None and not waits
    return ResultText(
        words.status, words.heading, lines, shows_booking=booking is not None, may_join=off
    )


def _words_for(visit: CustomerLinkSession, code: str, waits: tuple[Entry, ...]) -> Words:
    words = SAID.get(code, UNKNOWN)
    if visit.link.purpose == "decline" and code in CALM:
        return msgspec.structs.replace(THANKS, text=words.text)
    if words.heading != OFF or not waits:
        return words
    heading = f"You are off the list for {visit.entry.service}."
    if any(entry.line == visit.entry.line for entry in waits):
        heading = "You have joined again since."
    return msgspec.structs.replace(words, heading=heading)


def standing(
    visit: CustomerLinkSession, booking: Slot | None, waits: tuple[Entry, ...]
) -> tuple[str, ...]:
    """Return the customer's status; a booking comes last, because the page shows it below."""
    entry = visit.entry
    if entry.state == "waiting":
        return (_waiting_text(visit),)
    lines = []
    if waits:
        services = _services(waits)
        lines.append(
            f"You are in line for {services}. Our message about that has a link to leave it."
        )
    if booking is not None:
        lines.append("This is booked for you:")
    return tuple(lines) or ("You are welcome to join again at any time.",)


def _waiting_text(visit: CustomerLinkSession) -> str:
    entry = visit.entry
    if entry.offer not in ("", visit.link.offer):
        return "Another time is kept for you just now: please look at our newest message."
    return (
        f"You are still in line for {entry.service}. "
        "When the next time that fits is free, we write to you."
    )


def _services(waits: tuple[Entry, ...]) -> str:
    *others, last = dict.fromkeys(entry.service for entry in waits)
    if not others:
        return last
    return f"{', '.join(others)} and {last}"
