"""Replies, read as answers to the message of ours that they reply to."""

from functools import cache
from typing import Literal

from fullhouse.inbound.mail.wanted import UnderstoodMail
from fullhouse.inbound.mail.wishes import Wish
from fullhouse.inbound.replies.declines import says_more_than_no
from fullhouse.inbound.replies.exact_words import is_cancel_command
from fullhouse.inbound.replies.sentences import all_words, parse_sentences
from fullhouse.inbound.replies.short_answers import ShortAnswer
from fullhouse.kernel.messages import Message
from fullhouse.locale import DESK_LANGUAGES
from fullhouse.products.rsvp.message_context import say, standing
from fullhouse.products.rsvp.message_facts import read_facts
from fullhouse.products.rsvp.model import Guest

NO: tuple[ShortAnswer, ...] = ("no", "declines")
YES: tuple[ShortAnswer, ...] = ("yes", "ok", "comes")
# It says nothing new.
NOTHING: Literal["nothing"] = "nothing"
Answer = Wish | Literal["nothing"]
GIVES_UP = ("cancel", "seems_cancel")
FROM_HOST = ("broadcast", "thank_you")
TAKES_A_SEAT = ("confirm.invite", "claim.offer")


def answer_to(message: Message, guest: Guest, found: UnderstoodMail) -> Answer | None:
    """Return what a guest wants who answers a message; None if it is read like any other text.

    A no of someone who has cancelled since may be about anything.
    """
    if _is_from_host(message):
        return _to_host(found, guest)
    short: ShortAnswer = "no" if found.only_no else found.short
    if message.kind == "cancel_pending":
        return _to_grace(guest, short) if short else None
    if guest.state == "cancelled" and found.short in (*NO, "comes"):
        return None
    if message.kind == "cancelled" and found.short in ("yes", "ok"):
        return Wish("thanks")
    if _asks_if_they_come(message):
        return _to_question(message, short, found)
    return _to_other(message, guest, found)


def _asks_if_they_come(message: Message) -> bool:
    return message.kind == "link" and bool(message.facts.get("asks"))


def _to_other(message: Message, guest: Guest, found: UnderstoodMail) -> Answer | None:
    """Return the answer to a message that asks nothing but whether they come."""
    if found.leaves == "list":
        return None
    if _standing(message) in ("offer", "invite") and guest.state != "cancelled":
        return _to_offer(message, found)
    return _no_to(message, found) if found.short in NO else None


def _to_offer(message: Message, found: UnderstoodMail) -> Answer | None:
    """Return the answer to an offer or an invitation: a no in free text declines it, too."""
    if message.kind == "offer" and found.short in YES:
        return Wish("come")
    if found.takes_offer and not found.declines_offer:
        return Wish("come")
    if found.only_holds and not found.declines_offer and found.wants not in GIVES_UP:
        return Wish("ask")
    return _no_to(message, found) if found.short in NO or found.declines_offer else None


def _is_from_host(message: Message) -> bool:
    """Return True if the host wrote it: only they know what a short answer to it means."""
    is_reply = message.kind == "reply" and not message.facts.get("says")
    return is_reply or message.kind in FROM_HOST


def _to_host(found: UnderstoodMail, guest: Guest) -> Wish | None:
    """Return the answer to what the host wrote: all is for them but to cancel and to stop.

    For someone invited, or with an offer, the words of its button mean that seat.
    """
    if is_cancel_command(found.said) or found.wants == "stop":
        return None
    if guest.offer is not None and _is_button(found.said, guest.party):
        return Wish("come")
    if found.short in ("thanks", "ok"):
        return Wish("thanks")
    gives_up = bool(found.leaves) or found.wants in GIVES_UP
    return Wish("ask", is_exact=bool(found.short) or not gives_up)


def _is_button(said: str, party: int) -> bool:
    """Return True if a whole reply is what the button says that takes a seat."""
    words = tuple(all_words(parse_sentences(said)))
    buttons = [_button_words(language, party) for language in DESK_LANGUAGES]
    return bool(words) and any(words in known for known in buttons)


@cache
def _button_words(language: str, party: int) -> frozenset[tuple[str, ...]]:
    """Return the words of these buttons, with and without their yes."""
    found: set[tuple[str, ...]] = set()
    for key in TAKES_A_SEAT:
        words = tuple(all_words(parse_sentences(say(language, key, {"party": party}))))
        found |= {words, words[1:]}
    return frozenset(found)


def _to_question(message: Message, short: ShortAnswer, found: UnderstoodMail) -> Answer | None:
    """Return the answer to the mail that asks whether they can't come.

    An OK may mean "yes, I can't" or "fine, I come", and so may a yes that goes on: they are asked
    again.
    """
    said = short or _said_at_length(found)
    if said == "no" or found.is_bare_no:
        return Wish("keep")
    if said == "yes":
        return Wish("cancel", leaves=_standing(message) == "line", is_exact=False)
    if said == "comes":
        return Wish("come")
    is_open = said == "ok" or (said == "declines" and not says_more_than_no(found.said))
    return Wish("doubt") if is_open else None


def _said_at_length(found: UnderstoodMail) -> ShortAnswer:
    """Return what a longer answer to our question says; "ok" if it is in doubt."""
    if found.agrees:
        return "yes"
    if found.keeps:
        return "no"
    return "ok" if found.only_yes or found.is_unsure else ""


def _to_grace(guest: Guest, short: ShortAnswer) -> Answer | None:
    """Return the answer to the mail that their seat will be cancelled."""
    if short == "declines":
        return None
    if short in ("no", "comes"):
        return None if guest.state == "cancelled" else Wish("come")
    has_kept = guest.state != "cancelled" and guest.cancels_at is None
    return Wish("doubt") if short == "yes" and has_kept else NOTHING


def _no_to(message: Message, found: UnderstoodMail) -> Answer | None:
    """Return what a no gives up: an offer, an invitation or a seat, but no place in line.

    A confirmation and a reminder ask nothing, so a bare no to them is asked about.
    """
    had = _standing(message)
    if had == "line" or (had == "seat" and found.is_bare_no):
        return Wish("doubt")
    return Wish("cancel", is_exact=False) if had in ("offer", "invite", "seat") else None


def _standing(message: Message) -> str:
    return standing(message.kind, read_facts(message))
