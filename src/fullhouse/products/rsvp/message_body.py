"""Body of a message: the host's own text, or ours for each kind of message."""

from collections.abc import Callable

from fullhouse.kernel.letters import paragraphs, single_line
from fullhouse.locale import catalogue
from fullhouse.products.rsvp.commands import FEWER
from fullhouse.products.rsvp.host_templates import host_words
from fullhouse.products.rsvp.message_context import GROUP, MessageContext, say

PHRASE_STANDING = {"invite": "offer"}
# Messages that lead to the guest's own page, where they can answer the host's questions.
ASKED_IN = ("confirmation", "waitlisted", "invite", "reminder")
ONLY_HELD = ("offer", "invite")
LONGEST_QUOTED = 300
REMOVED = {
    "waitlisted": "cancelled.body.by_host.waiting",
    "pending": "cancelled.body.by_host.invite",
}


def body_paragraphs(context: MessageContext) -> tuple[str, ...]:
    """Return the paragraphs of a message."""
    words = host_words(context) or paragraphs("\n\n".join(_own_words(context)))
    more = [*_leaves_line(context), *_late(context), *_passed(context), *_asked(context)]
    more = [said for said in more if said not in words]
    return (*_signed_up(context), *words, *_skipped(context), *more)


def _signed_up(context: MessageContext) -> list[str]:
    """Return why someone is asked to confirm who signed up on their own."""
    if context.is_signed_up:
        return [context.say("invite.signed_up")]
    return []


def _asked(context: MessageContext) -> list[str]:
    """Return that the host has questions, to a guest who answered none of them."""
    facts = context.facts
    if facts.unanswered and not facts.request and context.kind in ASKED_IN:
        return [context.say("host_asks")]
    return []


def _late(context: MessageContext) -> list[str]:
    """Return that an offer had ended when its guest accepted it, and what became of it."""
    if not context.facts.late:
        return []
    if context.standing == "seat":
        return [context.say("late.seat")]
    if context.kind == "link":
        return [context.say("late.line")]
    return [context.say("late")]


def _leaves_line(context: MessageContext) -> list[str]:
    """Return that silence takes the guest off the waitlist, if this is their last offer."""
    if context.facts.leaves_line:
        return [context.say("offer.leaves_line")]
    return []


def _skipped(context: MessageContext) -> tuple[str, ...]:
    """Return what someone on the waitlist must know who gets no offers."""
    if context.standing == "line" and context.facts.guest.reach != "fine":
        return (context.say("skipped"),)
    return ()


def _own_words(context: MessageContext) -> list[str]:
    special = SPECIAL_WORDS.get(context.kind)
    if special:
        return special(context)
    return [context.say(context.key("body"))]


def _offered(context: MessageContext) -> list[str]:
    if context.facts.rolls_on:
        return [context.say("offer.body")]
    return [context.say("offer.body.last")]


def _where_wanted(context: MessageContext, key: str) -> str:
    """Return the phrase of a key; if someone waits for the seat, the one that mentions them."""
    if context.facts.event.waiting:
        return context.say(f"{key}.waiting")
    return context.say(key)


def _confirmation(context: MessageContext) -> list[str]:
    return [_where_wanted(context, "confirmation.body")]


def _reminder(context: MessageContext) -> list[str]:
    return [_where_wanted(context, "reminder.body")]


def _invite(context: MessageContext) -> list[str]:
    """Return the text of an invitation; it names the host, unless the guest asked for it."""
    body = context.say(context.key("body"))
    if context.facts.guest.invited and context.values["host_name"]:
        return [context.say("invite.host"), body]
    return [body]


def _lapsed(context: MessageContext) -> list[str]:
    if can_take_open_seats(context):
        return [context.say("offer_lapsed.body.open")]
    return [context.say(_with_way_back(context, f"offer_lapsed.body.{context.standing}"))]


def can_take_open_seats(context: MessageContext) -> bool:
    """Return True if an offer has ended, and its guest can still take seats open to all."""
    facts = context.facts
    is_ended = context.kind == "offer_lapsed" and context.standing == "line"
    return is_ended and facts.open >= facts.guest.party


def _with_way_back(context: MessageContext, key: str) -> str:
    """Return the key of a phrase; after sign-up was closed, of one without a way back."""
    if context.standing == "gone" and context.facts.event.closed:
        return f"{key}.closed"
    return key


def _cancelled(context: MessageContext) -> list[str]:
    if context.facts.by_host:
        return [context.say(_removed(context.facts.had)), *_reply(context)]
    if context.facts.had == "pending" and not context.facts.event.closed:
        return [context.say("cancelled.body.invite")]
    if context.facts.had == "confirmed":
        return [_where_wanted(context, _with_way_back(context, "cancelled.body"))]
    return [context.say(_with_way_back(context, "cancelled.body"))]


def _removed(had: str) -> str:
    """Return the key of what the host cancelled."""
    return REMOVED.get(had, "cancelled.body.by_host")


def _called_off(context: MessageContext) -> list[str]:
    return [context.say("event_cancelled.body"), *_reply(context)]


def _reply(context: MessageContext) -> list[str]:
    if not context.facts.event.host_email:
        return []
    return [context.say("reply")]


def _changed(context: MessageContext) -> list[str]:
    changes = set(context.facts.changes)
    if changes == {"party"}:
        return _where_you_stand(context)
    if context.facts.old_address:
        return [context.say("changed.old_address"), *_reply(context)]
    if changes == {"address"}:
        return [context.say("changed.address"), *_where_you_stand(context)]
    phrases = _event_changes(context, changes) or ["changed.other"]
    still = f"changed.{PHRASE_STANDING.get(context.standing, context.standing)}"
    if catalogue(context.language).find(GROUP, still):
        phrases.append(still)
    return [context.say(key) for key in phrases]


def _event_changes(context: MessageContext, changes: set[str]) -> list[str]:
    """Return the keys of the phrases for changed fields of an event."""
    phrases = []
    if not changes.isdisjoint({"starts_at", "ends_at", "timezone"}):
        phrases.append("changed.time")
    if "venue" in changes and context.values["venue"]:
        phrases.append("changed.venue")
    if "name" in changes:
        phrases.append("changed.name")
    return phrases


def _where_you_stand(context: MessageContext) -> list[str]:
    if context.standing == "grace":
        return [context.say("changed.grace")]
    if context.asks:
        return [context.say("link.asks"), *_status(context), *_passed(context)]
    if context.facts.late:
        return [*_late(context), *_passed(context)]
    return [*_passed(context), *_status(context)]


def _status(context: MessageContext) -> list[str]:
    """Return what the guest has; who seems to give it up reads how."""
    if context.facts.inside:
        return [context.say("inside")]
    standing = PHRASE_STANDING.get(context.standing, context.standing)
    said = [context.say(_with_way_back(context, f"link.{standing}"))]
    if context.facts.seems_cancel and standing != "gone":
        said.append(context.say(f"answer.how.{standing}"))
    return [*said, *_other_number(context)]


def _other_number(context: MessageContext) -> list[str]:
    """Return that the guest wrote of another number of people, and how they can change theirs."""
    people = context.facts.people
    if not people or context.standing == "gone":
        return []
    said = {FEWER: "link.fewer", 1: "link.alone"}.get(people, "link.people")
    return [f"{context.say(said)} {context.say(_way_to_change(context))}"]


def _way_to_change(context: MessageContext) -> str:
    """Return the key of how the number of people is changed: not while the seat is only held."""
    if context.facts.too_many:
        return "link.change.alone" if context.facts.most == 1 else "link.change.most"
    return "link.change.held" if context.standing in ONLY_HELD else "link.change"


def _passed(context: MessageContext) -> list[str]:
    """Return that the host has their message, unless the heading says so."""
    if context.only_passes or not context.facts.passed:
        return []
    return [context.say("answer.passed")]


def _mail_answer(context: MessageContext) -> list[str]:
    """Return what an answer to a mail says; the host's own answer stands as it was written."""
    guest = context.facts.guest
    if not context.facts.says:
        asked = single_line(guest.text)[:LONGEST_QUOTED]
        quoted = say(context.language, "answer.quoted", {"text": asked}) if asked else ""
        return [guest.answer, quoted]
    return [*_passed(context), context.say(f"answer.body.{context.facts.says}")]


def _question(context: MessageContext) -> list[str]:
    said = [context.say("question.body")]
    if context.facts.unverified:
        said.append(context.say("question.unverified"))
    return [*said, context.facts.guest.text]


def _thanks(context: MessageContext) -> list[str]:
    return [context.facts.text]


def _broadcast(context: MessageContext) -> list[str]:
    if not context.facts.event.host_name:
        return [context.facts.text]
    return [context.say("broadcast.wrote"), context.facts.text]


def _summary(context: MessageContext) -> list[str]:
    return [
        context.say("summary.body"),
        context.facts.narrative or context.facts.text or context.say("draft"),
    ]


def _headcount(context: MessageContext) -> list[str]:
    return [context.say("headcount.body"), context.facts.narrative]


SPECIAL_WORDS: dict[str, Callable[[MessageContext], list[str]]] = {
    "offer": _offered,
    "confirmation": _confirmation,
    "reminder": _reminder,
    "invite": _invite,
    "offer_lapsed": _lapsed,
    "cancelled": _cancelled,
    "changed": _changed,
    "event_cancelled": _called_off,
    "thank_you": _thanks,
    "broadcast": _broadcast,
    "link": _where_you_stand,
    "headcount": _headcount,
    "summary": _summary,
    "reply": _mail_answer,
    "question": _question,
}
