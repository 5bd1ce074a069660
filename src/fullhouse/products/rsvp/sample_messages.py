"""Sample messages: previews of templates, and letters that are safe to try out."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.letters import Letter, without_links
from fullhouse.kernel.messages import Message
from fullhouse.kernel.templates import Value
from fullhouse.kernel.times import duration
from fullhouse.locale import catalogue
from fullhouse.locale.numbers import comma
from fullhouse.products.rsvp.broadcast import broadcast_message
from fullhouse.products.rsvp.commands import Audience, SendBroadcastPage
from fullhouse.products.rsvp.host_templates import (
    VARIABLES,
    VARIABLES_OF_SOME,
    template_values,
)
from fullhouse.products.rsvp.message_context import GROUP, message_context
from fullhouse.products.rsvp.messages import cancel_pending, to_guest
from fullhouse.products.rsvp.model import Event, Guest, Offer
from fullhouse.products.rsvp.wording import compose

# The messages whose text a host may write. A thank-you is written when it is sent. A mail that asks
# to confirm an address may go to strangers and keeps our text.
VOICED = (
    "confirmation",
    "waitlisted",
    "invite",
    "reminder",
    "offer",
    "offer_lapsed",
    "declined",
    "cancel_pending",
    "cancelled",
    "changed",
    "event_cancelled",
    "link",
)
# Where our own text depends on what happened, this is the most frequent phrase.
USUAL_PHRASE = {
    "offer": "offer.body.last",
    "offer_lapsed": "offer_lapsed.body.line",
    "changed": "changed.other",
    "link": "link.seat",
}
STATES = {
    "waitlisted": "waitlisted",
    "offer": "waitlisted",
    "offer_lapsed": "waitlisted",
    "declined": "waitlisted",
    "invite": "pending",
    "cancelled": "cancelled",
}
SAMPLE_NAME = str(VARIABLES["name"])
SAMPLE_POSITION = VARIABLES_OF_SOME["position"][0]
INSERTED = {name: f"{{{{ {name} }}}}" for name in (*VARIABLES, *VARIABLES_OF_SOME)}


def default_templates(kind: str, event: Event) -> str:
    """Return our own text for a kind of message as a template to start from."""
    one, several = (_default_text(kind, event, count) for count in (1, 2))
    if one == several or event.settings.max_party == 1:
        return one
    return f"{{% if party == 1 %}}\n{one}\n{{% else %}}\n{several}\n{{% endif %}}"


def _default_text(kind: str, event: Event, count: int) -> str:
    keys = [USUAL_PHRASE.get(kind, f"{kind}.body")]
    if kind == "invite" and event.host_email:
        keys.insert(0, "invite.host")
    language = event.settings.language
    texts = catalogue(language)
    greeting = f"{{% if name %}}{comma(language)}{{{{ name }}}}{{% endif %}}"
    inserted = {**INSERTED, "comma_name": greeting}
    return "\n\n".join(texts.text(GROUP, key, count).format_map(inserted) for key in keys)


def sample_message(kind: str, event: Event, now: datetime, template: str = "") -> Message:
    """Return a message to a made-up guest, with a template or our text."""
    voiced = msgspec.structs.replace(event, voice={kind: template} if template else {})
    guest = _guest(kind, event, now)
    if kind == "cancel_pending":
        ends_at = now + duration(event.settings.mail_grace)
        return cancel_pending(
            voiced, msgspec.structs.replace(guest, cancels_at=ends_at), now, "sample"
        )
    position = SAMPLE_POSITION if kind in VARIABLES_OF_SOME["position"][1] else None
    message = to_guest(kind, voiced, guest, now, "sample", position=position)
    if kind != "reminder":
        return message
    return msgspec.structs.replace(message, not_before=event.starts - timedelta(days=7))


def _guest(kind: str, event: Event, now: datetime) -> Guest:
    known = {"event_id": event.id, "id": "sample", "name": SAMPLE_NAME, "email": "ada@example.org"}
    state = STATES.get(kind, "confirmed")
    guest = msgspec.convert({**known, "state": state, "joined_at": now}, Guest)
    if kind not in ("offer", "invite"):
        return guest
    source = "host" if kind == "invite" else guest.source
    return msgspec.structs.replace(guest, offer=_offer(kind, event, now), source=source)


def _offer(kind: str, event: Event, now: datetime) -> Offer:
    if kind == "invite":
        return Offer("sample", "invite", 1, (), now, now + duration(event.settings.invite_window))
    return Offer("sample", "seat", 1, (), now, now + duration(event.settings.claim_window))


def sample_values(kind: str, event: Event, now: datetime) -> Mapping[str, Value]:
    """Return what a host's template may insert, with the values of the sample."""
    return template_values(message_context(sample_message(kind, event, now)))


def sample_broadcast(event: Event, to: Audience, subject: str, text: str, now: datetime) -> Message:
    """Return a host's message to a made-up guest of a group."""
    kind = {"confirmed": "confirmation", "waiting": "waitlisted", "invited": "invite"}[to]
    page = SendBroadcastPage(event_id=event.id, key="sample", to=to, subject=subject, text=text)
    return broadcast_message(event, _guest(kind, event, now), page, now)


def safe_sample(message: Message, url: str) -> Letter:
    """Return a message's letter to try out: it names nobody, and its links change nothing."""
    facts = dict(message.facts)
    if facts.get("guest"):
        facts["guest"] = {**facts["guest"], "name": SAMPLE_NAME}
    letter = compose(msgspec.structs.replace(message, facts=facts), lambda _purpose: url)
    return without_links(letter, url)
