"""Previews of a voice: messages of a made-up customer, composed as those that are sent."""

from collections.abc import Iterator

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message
from fullhouse.kernel.sms import encoding, segment_count
from fullhouse.kernel.templates import Value
from fullhouse.locale.current import gettext
from fullhouse.products.frontdesk.appointments import sample_messages as reminders
from fullhouse.products.frontdesk.appointments import wording as reminder_wording
from fullhouse.products.frontdesk.shared.rulebook.model import Money
from fullhouse.products.frontdesk.shared.samples import longest_booking, sample_booking
from fullhouse.products.frontdesk.shared.voice import Voice, parse_voice
from fullhouse.products.frontdesk.waitlist import sample_messages as offers
from fullhouse.products.frontdesk.waitlist import wording as offer_wording
from fullhouse.web.desk.frontdesk.waitlist import layout


class Preview(msgspec.Struct, frozen=True):
    """Preview of an offer or a reminder, as an SMS with its cost and as a mail.

    `costs` are those by the code of the number's country, where the rules name any. `most_parts`
    are those of the same text with long names and dates.
    """

    title: str
    text: str
    parts: int
    alphabet: str
    cost: Money
    costs: tuple[tuple[str, Money], ...]
    mail: Letter
    most_parts: int
    most_cost: Money


class Inserts(msgspec.Struct, frozen=True):
    """Return the values that templates may insert, by name, as in the sample."""

    title: str
    values: tuple[tuple[str, Value], ...]


def previews(engine: Engine, text: str) -> tuple[Preview, ...]:
    """Return an offer and reminders in a voice; a template with a problem shows our words."""
    book, voice, now = layout.book_of(engine), parse_voice(text).templates, engine.now()
    own = [reminder.service for reminder in voice.reminders if reminder.service]
    offer = _preview(
        gettext("An offer"),
        engine,
        offers.sample_message("text", voice, book, now),
        offers.sample_message("mail", voice, book, now),
        offers.sample_message("text", voice, book, now, longest_booking(book, now)),
    )
    reminder = _reminder(gettext("A reminder"), engine, voice)
    others = (
        _reminder(gettext("A reminder: %(service)s", service=service), engine, voice, service)
        for service in own
    )
    return offer, reminder, *others


def _reminder(title: str, engine: Engine, voice: Voice, service: str = "") -> Preview:
    book, now = layout.book_of(engine), engine.now()
    booking, longest = sample_booking(book, now, service), longest_booking(book, now, service)
    return _preview(
        title,
        engine,
        reminders.sample_message("text", voice, book, now, booking),
        reminders.sample_message("mail", voice, book, now, booking),
        reminders.sample_message("text", voice, book, now, longest),
    )


def _preview(title: str, engine: Engine, sms: Message, mail: Message, longest: Message) -> Preview:
    book, text = layout.book_of(engine), engine.composer.letter(sms).text
    parts = segment_count(text)
    most = max(parts, segment_count(engine.composer.letter(longest).text))
    costs = tuple((code, _times(parts, price)) for code, price in book.texts.prices)
    letter = engine.composer.letter(mail)
    each = book.texts.each
    return Preview(
        title,
        text,
        parts,
        encoding(text),
        _times(parts, each),
        costs,
        letter,
        most,
        _times(most, each),
    )


def _times(several: int, price: Money) -> Money:
    return msgspec.structs.replace(price, amount=several * price.amount)


def inserts(engine: Engine) -> Iterator[Inserts]:
    """Yield what offers and reminders may insert, with the values of their samples."""
    book, now, links_in = layout.book_of(engine), engine.now(), engine.composer.links_in
    offer = offers.sample_message("text", Voice(), book, now)
    values = offer_wording.inserts_of(offer, links_in(offer))
    yield Inserts(gettext("What can be filled in, in an offer"), tuple(values.items()))
    reminder = reminders.sample_message("text", Voice(), book, now)
    values = reminder_wording.inserts_of(reminder, links_in(reminder))
    yield Inserts(gettext("What can be filled in, in a reminder"), tuple(values.items()))
