"""Result texts of waitlist links: a heading, and sentences on what happens next."""

import msgspec

from fullhouse.locale import to_translate
from fullhouse.locale.current import current_language, gettext, translate
from fullhouse.locale.numbers import comma
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot
from fullhouse.web.waitlist.link_session import CustomerLinkSession, moment_text

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


OFF = to_translate("You are off the waitlist.")
NEVER = to_translate("We won't offer you any more slots.")
TOO_LATE = Words(
    to_translate("Time's up."),
    to_translate("It is not kept for you any more."),
)
THANKS = Words(
    to_translate("Thank you for telling us."), to_translate("Someone else can have it now."), 200
)
SAVED = Words(
    to_translate("Saved."),
    to_translate("We write to you when a time that fits is free."),
    200,
)
SAID = {
    "declined": THANKS,
    "offer_declined": Words(
        to_translate("You said no to this slot."), to_translate("So someone else could have it.")
    ),
    "offer_lapsed": TOO_LATE,
    "offer_timed_out": TOO_LATE,
    "slot_taken": Words(
        to_translate("It was just filled."),
        to_translate("Someone else has it now. We are sorry that it is not you this time."),
    ),
    "offer_withdrawn": Words(
        to_translate("This offer was taken back."),
        to_translate("We couldn't hold this slot for you. You did nothing wrong."),
    ),
    "offer_left": Words(
        to_translate("You left the waitlist."),
        to_translate("So this slot is no longer held for you."),
    ),
    "offer_wishes": Words(
        to_translate("You changed your wishes."),
        to_translate("This slot no longer fits them, so it is not held for you any more."),
    ),
    "own_time": Words(
        to_translate("You already have an appointment then."),
        to_translate("It overlaps this one, so nothing was booked. To swap them, please call us."),
        409,
    ),
    "unknown_offer": Words(
        to_translate("This offer is not known here."),
        to_translate("It may be from long ago. Nothing was done."),
    ),
    "given_up": Words(
        to_translate("Your booking is cancelled."),
        to_translate("Thank you for telling us. A confirmation is on its way."),
        200,
    ),
    "already_given_up": Words(
        to_translate("Your booking is cancelled."),
        to_translate("You cancelled it before. There's nothing you need to do."),
        200,
    ),
    "slot_begun": Words(
        to_translate("This time has begun."),
        to_translate("It's too late to cancel it here, so nothing was done. Please call us."),
        409,
    ),
    "edited": SAVED,
    "edited_offer": Words(
        SAVED.heading,
        to_translate(
            "The slot that we held for you does not fit your new wishes, so it goes to someone "
            "else."
        ),
        200,
    ),
    "unchanged": SAVED,
    "left": Words(OFF, THANKS.heading, 200, NEVER),
    "entry_left": Words(OFF, to_translate("You left it before."), 200, NEVER),
    "entry_removed": Words(OFF, to_translate("You were taken off it."), 200, NEVER),
    "entry_expired": Words(OFF, to_translate("Your dates have passed, so we stopped asking."), 200),
    "entry_booked": Words(
        to_translate("You have a booking."),
        to_translate("So you are off the waitlist already."),
        200,
    ),
    "entry_was_booked": Words(OFF, to_translate("Your booking is over or was cancelled."), 200),
    "unknown_entry": Words(
        to_translate("You are not on the waitlist."), to_translate("Nothing was done."), 200
    ),
}
BOOKED = {
    "booked": Words(
        to_translate("It's yours."),
        to_translate("It is booked for you, and a confirmation is on its way."),
        200,
    ),
    "already_booked": Words(
        to_translate("It's yours."),
        to_translate("You claimed it before, and it is booked for you."),
        200,
    ),
}
# The booking of a claimed slot, as it is by now.
SINCE = {
    "booking_moved": Words(
        to_translate("It's yours."), to_translate("It was moved since. This is your time now:"), 200
    ),
    "booking_ended": Words(
        to_translate("This booking is cancelled."),
        to_translate("There's nothing you need to do. Please call us if that isn't right."),
    ),
    "booking_past": Words(
        to_translate("This time has passed."),
        to_translate("There is nothing left to do here."),
        200,
    ),
}
BOOKED |= SINCE
UNKNOWN = SAID["unknown_offer"]
# Declining an offer that has moved on changes nothing, so it is no error for the customer.
CALM = frozenset(
    {
        "offer_declined",
        "offer_lapsed",
        "offer_timed_out",
        "slot_taken",
    }
)


def result_text(
    visit: CustomerLinkSession, code: str, booking: Slot | None, waits: tuple[Entry, ...] = ()
) -> ResultText:
    """Return the text of a result and the customer's status; `waits` are their other entries."""
    if code in BOOKED:
        words = _translated(BOOKED[code])
        lines = (words.text, *_replaced(visit), *_kept(visit))
        return ResultText(
            words.status,
            words.heading,
            lines,
            shows_booking=booking is not None,
            may_join=booking is None and code in SINCE,
        )
    words = _words_for(visit, code, waits)
    if not visit.is_theirs:
        return ResultText(words.status, words.heading, (words.text,))
    text = words.text
    if not waits:
        text = f"{text} {words.last}"
    lines = (text.strip(), *entry_status(visit, booking, waits))
    lines = tuple(line for line in lines if line and line != words.heading)
    off = visit.entry.state != "waiting" and booking is None and not waits
    return ResultText(
        words.status, words.heading, lines, shows_booking=booking is not None, may_join=off
    )


def _replaced(visit: CustomerLinkSession) -> tuple[str, ...]:
    """Return that a later appointment was replaced just now."""
    if visit.instead_of is None:
        return ()
    return (
        gettext(
            "It replaces your later appointment (%(time)s), which is now cancelled.",
            time=moment_text(visit.instead_of, visit),
        ),
    )


def _kept(visit: CustomerLinkSession) -> tuple[str, ...]:
    """Return that later appointments were kept beside the slot just now."""
    if not visit.kept:
        return ()
    if len(visit.kept) > 1:
        return (gettext("Your later appointments stay as they are."),)
    time = moment_text(visit.kept[0], visit)
    return (gettext("Your later appointment (%(time)s) stays as it is.", time=time),)


def _words_for(visit: CustomerLinkSession, code: str, waits: tuple[Entry, ...]) -> Words:
    words = SAID.get(code, UNKNOWN)
    if visit.link.purpose == "decline" and code in CALM:
        return _translated(msgspec.structs.replace(THANKS, text=words.text))
    if words.heading != OFF or not waits:
        return _translated(words)
    heading = gettext("You are off the waitlist for %(service)s.", service=visit.entry.service)
    if any(entry.line == visit.entry.line for entry in waits):
        heading = gettext("You have joined again since.")
    return msgspec.structs.replace(_translated(words), heading=heading)


def _translated(words: Words) -> Words:
    return Words(
        translate(words.heading), translate(words.text), words.status, translate(words.last)
    )


def entry_status(
    visit: CustomerLinkSession, booking: Slot | None, waits: tuple[Entry, ...]
) -> tuple[str, ...]:
    """Return the customer's status; a booking comes last, because the page shows it below."""
    entry = visit.entry
    if entry.state == "waiting":
        return (_waiting_text(visit),)
    lines = []
    if waits:
        line = gettext(
            "You are on the waitlist for %(services)s. "
            "Our message about that has a link to leave it.",
            services=_services(waits),
        )
        lines.append(line)
    if booking is not None:
        lines.append(gettext("This is booked for you:"))
    return tuple(lines) or (gettext("You are welcome to join again at any time."),)


def _waiting_text(visit: CustomerLinkSession) -> str:
    entry = visit.entry
    if entry.offer not in ("", visit.link.offer):
        return gettext("Another time is kept for you just now: please look at our newest message.")
    return gettext(
        "You are still on the waitlist for %(service)s. "
        "When a time that suits you comes free and it's your turn, we write to you.",
        service=entry.service,
    )


def _services(waits: tuple[Entry, ...]) -> str:
    *others, last = dict.fromkeys(entry.service for entry in waits)
    if not others:
        return last
    return gettext(
        "%(others)s and %(last)s", others=comma(current_language()).join(others), last=last
    )
