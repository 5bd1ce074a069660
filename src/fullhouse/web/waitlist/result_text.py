"""What a customer is told after an answer: one heading, what it means for them, and what happens next. Pure."""

import msgspec

from fullhouse.products.frontdesk.waitlist.model import Entry, Slot
from fullhouse.web.waitlist.link_session import CustomerLinkSession

GONE = 410


class ResultText(msgspec.Struct, frozen=True):
    """What a page tells: a heading, sentences below it; whether it shows the booking, and a way back to the list."""

    status: int
    heading: str
    lines: tuple[str, ...] = ()
    shows_booking: bool = False
    may_join: bool = False


class Words(msgspec.Struct, frozen=True):
    """How one answer is told; `last` only to someone who waits for nothing else."""

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
# Saying no to what has moved on comes out the same: nothing went wrong for this person.
CALM = frozenset(
    {"offer_declined", "offer_lapsed", "offer_timed_out", "slot_taken", "offer_withdrawn"}
)


def result_text(
    visit: CustomerLinkSession, code: str, booking: Slot | None, waits: tuple[Entry, ...] = ()
) -> ResultText:
    """Put an answer into words, with where the person stands now: `waits` is what else they wait for."""
    if code in BOOKED:
        words = BOOKED[code]
        return ResultText(
            words.status, words.heading, (words.text,), shows_booking=booking is not None
        )
    words = _worded(visit, code, waits)
    if not visit.is_theirs:
        return ResultText(words.status, words.heading, (words.text,))
    last = "" if waits else words.last
    text = f"{words.text} {last}".strip()
    lines = tuple(
        line for line in (text, *standing(visit, booking, waits)) if line and line != words.heading
    )
    off = visit.entry.state != "waiting" and booking is None and not waits
    return ResultText(
        words.status, words.heading, lines, shows_booking=booking is not None, may_join=off
    )


def _worded(visit: CustomerLinkSession, code: str, waits: tuple[Entry, ...]) -> Words:
    words = SAID.get(code, UNKNOWN)
    if visit.link.purpose == "decline" and code in CALM:
        return msgspec.structs.replace(THANKS, text=words.text)
    if words.heading != OFF or not waits:
        return words
    again = any(one.line == visit.entry.line for one in waits)
    heading = (
        "You have joined again since."
        if again
        else f"You are off the list for {visit.entry.service}."
    )
    return msgspec.structs.replace(words, heading=heading)


def standing(
    visit: CustomerLinkSession, booking: Slot | None, waits: tuple[Entry, ...]
) -> tuple[str, ...]:
    """Say where someone stands now; what is booked stands below, and so comes last."""
    entry = visit.entry
    if entry.state == "waiting":
        return (_in_line(visit),)
    lines = (
        [f"You are in line for {_services(waits)}. Our message about that has a link to leave it."]
        if waits
        else []
    )
    if booking is not None:
        return (*lines, "This is booked for you:")
    return tuple(lines) or ("You are welcome to join again at any time.",)


def _in_line(visit: CustomerLinkSession) -> str:
    entry = visit.entry
    if entry.offer not in ("", visit.link.offer):
        return "Another time is kept for you just now: please look at our newest message."
    return f"You are still in line for {entry.service}. When the next time that fits is free, we write to you."


def _services(waits: tuple[Entry, ...]) -> str:
    names = list(dict.fromkeys(one.service for one in waits))
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
