"""Intent of a mail's new text; it takes processor time, so it runs beside the event loop."""

from functools import partial

import msgspec

from fullhouse.inbound.mail.attempt import attempt
from fullhouse.inbound.mail.new_text import new_text, text_outside_top
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.inbound.replies.intent import REPLY_PREFIX, Intent, grammar_intent, reply_intent
from fullhouse.inbound.replies.short_answers import ShortAnswer, short_answer


class UnderstoodMail(msgspec.Struct, frozen=True):
    """The new text of a mail, its intent, and its intent by the grammar alone.

    `short` is what it answers if our mail asked something. Between our lines it may answer any.
    """

    said: str
    wants: Intent
    plain: Intent
    short: ShortAnswer


def understood(reading: ReadMail, ours: frozenset[str]) -> UnderstoodMail:
    """Understand the new text of a mail; what fails counts as not understood."""
    nothing = UnderstoodMail(reading.text, "nothing", "nothing", "")
    return attempt(partial(_understood, reading, ours), nothing)


def _understood(reading: ReadMail, ours: frozenset[str]) -> UnderstoodMail:
    top = new_text(reading.text, ours)
    said, wants = _wanted(reading, ours, top)
    plain = grammar_intent(said, reading.mail.subject)
    return UnderstoodMail(said, wants, plain, short_answer(top, reading.name))


def _wanted(reading: ReadMail, ours: frozenset[str], said: str) -> tuple[str, Intent]:
    """Return the new text and its intent.

    A no between our lines may answer any of them. If there is no new text, the subject counts
    if it was changed in the reply.
    """
    if said or not REPLY_PREFIX.match(reading.mail.subject):
        return said, reply_intent(said, reading.mail.subject)
    subject = REPLY_PREFIX.sub("", reading.mail.subject)
    answers = text_outside_top(reading.text, ours) or text_outside_top(subject, ours)
    gives_up = any(reply_intent(one) in ("cancel", "seems_cancel") for one in answers)
    return "\n\n".join(answers), "seems_cancel" if gives_up else "nothing"


def said_by_grammar(reading: ReadMail, ours: frozenset[str]) -> Intent:
    """Return the intent of the new text by the grammar alone."""
    return attempt(partial(_said_by_grammar, reading, ours), "nothing")


def _said_by_grammar(reading: ReadMail, ours: frozenset[str]) -> Intent:
    return grammar_intent(new_text(reading.text, ours), reading.mail.subject)
