"""Wishes in mails to an event, by their text and by whether the sender is on the list."""

import msgspec

from fullhouse.inbound.mail import reasons
from fullhouse.inbound.mail.marked_commands import STOPS
from fullhouse.inbound.mail.wanted import UnderstoodMail
from fullhouse.inbound.replies.exact_words import is_exact_cancel
from fullhouse.products.rsvp.commands import MailWish
from fullhouse.products.rsvp.model import Guest

THANKS = ("thanks", "ok")
REASONS: dict[MailWish, str] = {
    "come": "a reply means to come",
    "cancel": "its text cancels",
    "stop": STOPS,
    "keep": reasons.DENIES,
    "doubt": reasons.SEEMS,
    "thanks": reasons.THANKS,
    "ask": reasons.NEITHER,
}


class Wish(msgspec.Struct, frozen=True):
    """Wish of a mail.

    `leaves` if it takes someone off the waitlist, `is_exact` if its words cannot be misread.
    """

    wants: MailWish
    leaves: bool = False
    is_exact: bool = True


def wish_of_stranger(found: UnderstoodMail) -> Wish:
    """Return what someone asks for who is not on the list; only a wish to come signs them up."""
    if found.plain in ("cancel", "stop"):
        return Wish("cancel" if found.plain == "cancel" else "stop")
    if found.signs_up:
        return Wish("come")
    return Wish("thanks" if found.short in THANKS else "ask")


def wish_of_guest(found: UnderstoodMail, guest: Guest) -> Wish:
    """Return what someone asks for who is or was on the list."""
    if guest.state == "waitlisted" and _leaves_list(found, guest):
        return Wish("cancel", leaves=True)
    if found.is_bare_no and guest.state == "confirmed":
        return Wish("doubt")
    if found.wants == "cancel" and not found.impersonal:
        return Wish("cancel", is_exact=is_exact_cancel(found.said))
    if found.wants == "stop":
        return Wish("stop")
    if found.wants == "come":
        return Wish(_coming(found, guest))
    return Wish(_unclear(found))


def _leaves_list(found: UnderstoodMail, guest: Guest) -> bool:
    """Return True if words take a guest off the list; an offered place is only turned down."""
    return found.leaves == "list" or (found.leaves == "place" and guest.offer is None)


def _coming(found: UnderstoodMail, guest: Guest) -> MailWish:
    """Return what a guest means who comes; only to come late or to wait on changes nothing."""
    return "ask" if _is_only_late(found, guest) or _only_stays(found, guest) else "come"


def _only_stays(found: UnderstoodMail, guest: Guest) -> bool:
    """Return True if someone with an offer says that they stay in the line, and takes nothing."""
    return guest.offer is not None and found.stays and not found.takes_offer


def _is_only_late(found: UnderstoodMail, guest: Guest) -> bool:
    """Return True if a guest says only when they come, which moves nothing.

    But it keeps a seat that is about to be cancelled.
    """
    if guest.cancels_at is not None:
        return False
    return found.only_time or (found.is_partial and guest.state == "confirmed")


def _unclear(found: UnderstoodMail) -> MailWish:
    """Return what a guest means whose mail says neither yes nor no."""
    if found.short == "thanks":
        return "thanks"
    if found.impersonal:
        return "ask"
    if found.wants == "seems_cancel" or found.leaves:
        return "doubt"
    return "come" if found.signs_up else "ask"


def reason_of(wants: MailWish, text: str = "") -> str:
    """Return why a mail got its answer; `text` is what the host reads of it."""
    if wants == "ask" and text:
        return reasons.ASKS
    return REASONS[wants]
