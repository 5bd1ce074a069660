"""Mail to an event: its text or its calendar answer becomes at most one command."""

from functools import partial

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.rate_limit import SIGN_UP, InMemoryRateLimiter, RateLimiter
from fullhouse.inbound.mail import reasons
from fullhouse.inbound.mail.arrival import MailOutcome, ReceivedMail, named_in, occasion_of
from fullhouse.inbound.mail.calendar_reply import CalendarReply
from fullhouse.inbound.mail.mark_proof import MarkCheck, MarkedMail
from fullhouse.inbound.mail.marked_commands import (
    STOPS,
    answer_command,
    marked_guest,
    report_outcome,
)
from fullhouse.inbound.mail.new_text import own_footer_lines
from fullhouse.inbound.mail.our_questions import answer_to
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.inbound.mail.threads import MailThreads
from fullhouse.inbound.mail.wanted import understood
from fullhouse.inbound.replies.exact_words import is_exact_cancel
from fullhouse.inbound.replies.intent import Intent
from fullhouse.inbound.replies.short_answers import ShortAnswer
from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.mail_marks import is_guest_mark
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.commands import ResendLink
from fullhouse.products.rsvp.model import Event, Guest, GuestByEmail

OUR_LAST_MAILS = 5


class EventMail:
    """Decides what a mail to an event asks for."""

    def __init__(self, engine: Engine, marks: MarkCheck, threads: MailThreads) -> None:
        """Look things up in this engine, and understand texts in these threads."""
        self.engine, self.marks, self._threads = engine, marks, threads
        self.limiter: RateLimiter = InMemoryRateLimiter()

    async def outcome(self, reading: ReadMail, arrived: ReceivedMail) -> MailOutcome:
        """Return what a mail asks for."""
        event_id = self.marks.our(arrived.to).event_id or self._event_in(reading, arrived)
        asked = await self._asked(reading, arrived, event_id)
        return msgspec.structs.replace(asked, scope=asked.scope or event_id)

    def _event_in(self, reading: ReadMail, arrived: ReceivedMail) -> str:
        """Return the event where the envelope names none: of a calendar's reply or the headers."""
        if reading.calendar is not None:
            return reading.calendar.event_id
        if arrived.to:
            return ""
        found = (self.marks.our(named).event_id for named in named_in(reading))
        return next(filter(None, found), "")

    async def _asked(self, reading: ReadMail, arrived: ReceivedMail, event_id: str) -> MailOutcome:
        if reading.aside:
            return MailOutcome(reason=reading.aside)
        if reading.report is not None:
            return report_outcome(self.marks, reading.report, arrived.to)
        event = self.engine.load(Get(Event, (event_id,))) if event_id else None
        if event is None:
            return MailOutcome(reason=reasons.NO_EVENT if event_id else reasons.NO_EVENT_NAMED)
        if reading.proof.refuse:
            return MailOutcome(reason=reading.proof.why)
        marked = self.marks.proven_by(reading, arrived.to)
        if reading.calendar is not None:
            asked = self._by_calendar(reading, reading.calendar, event, marked)
        else:
            asked = await self._by_text(reading, event, marked)
        return msgspec.structs.replace(asked, is_proven=marked.is_proven)

    def _by_calendar(
        self, reading: ReadMail, reply: CalendarReply, event: Event, marked: MarkedMail
    ) -> MailOutcome:
        guest = self.engine.load(Get(Guest, (event.id, reply.guest_id)))
        if guest is None or reply.event_id != event.id:
            return MailOutcome(reason=reasons.NO_ENTRY)
        if reply.says == "TENTATIVE":
            return MailOutcome(
                reason=reasons.PERHAPS,
                person=guest.id,
            )
        reason = f"their calendar says {reply.says.lower()}"
        if guest.email != reading.sender:
            link = ResendLink(event_id=event.id, guest_id=guest.id, occasion=occasion_of(reading))
            return MailOutcome(link, f"{reason}, but from another address", person=guest.id)
        comes = reply.says == "ACCEPTED"
        command = answer_command(event.id, reading, guest.id, guest.name, marked)
        if self._is_of_their_calendar(marked, event, guest):
            command = msgspec.structs.replace(command, marked=guest.id)
        wants = msgspec.structs.replace(command, wants="come" if comes else "cancel", quiet=comes)
        return MailOutcome(wants, reason, person=guest.id)

    def _is_of_their_calendar(self, marked: MarkedMail, event: Event, guest: Guest) -> bool:
        keys = self.engine.composer.keyring.keys_for_mark(marked.mark, self.engine.now())
        return marked.is_proven and is_guest_mark(keys, marked.mark, event.id, guest.id)

    async def _by_text(self, reading: ReadMail, event: Event, marked: MarkedMail) -> MailOutcome:
        work = partial(understood, reading, self._our_lines(event, reading.sender))
        found = await self._threads.compute(work, reading.size)
        answered = self._to_our_question(reading, event, marked, found.short)
        if answered is not None:
            return msgspec.structs.replace(answered, text=found.said)
        said, wants, plain = found.said, found.wants, found.plain
        is_plain = wants == plain != "nothing"
        guest = None if is_plain else self.engine.load(GuestByEmail(event.id, reading.sender))
        if guest is not None and wants in UNSURE:
            asks = wants == "seems_cancel"
            link = ResendLink(
                event_id=event.id, guest_id=guest.id, occasion=occasion_of(reading), asks=asks
            )
            return MailOutcome(link, UNSURE[wants], person=guest.id, text=said)
        if guest is None:
            wants = "come" if plain == "nothing" else plain
        elsewhere = self._from_elsewhere(reading, event, marked, wants)
        if elsewhere is not None:
            return msgspec.structs.replace(elsewhere, text=said)
        limited = self._limited(reading, marked, wants)
        command = answer_command(event.id, reading, self.engine.ids.new(), reading.name, limited)
        exact = wants != "cancel" or is_exact_cancel(said)
        asked = msgspec.structs.replace(command, wants=wants, exact=exact)
        return MailOutcome(asked, REASONS[wants], text=said)

    def _to_our_question(
        self, reading: ReadMail, event: Event, marked: MarkedMail, short: ShortAnswer
    ) -> MailOutcome | None:
        """Return the outcome of a short answer to our question whether they can't come."""
        if marked.message is None or not short:
            return None
        guest = self.engine.load(GuestByEmail(event.id, reading.sender))
        if guest is None or guest.id != marked_guest(event.id, marked):
            return None
        wants = answer_to(marked.message, guest, short)
        if wants == "nothing":
            return MailOutcome(reason=reasons.NOTHING_NEW, person=guest.id)
        if wants == "seems_cancel":
            occasion = occasion_of(reading)
            link = ResendLink(event_id=event.id, guest_id=guest.id, occasion=occasion, asks=True)
            return MailOutcome(link, UNSURE[wants], person=guest.id)
        if wants is None:
            return None
        command = answer_command(event.id, reading, guest.id, reading.name, marked)
        return MailOutcome(msgspec.structs.replace(command, wants=wants), REASONS[wants])

    def _limited(self, reading: ReadMail, marked: MarkedMail, wants: Intent) -> MarkedMail:
        """Let a burst of sign-ups from one domain be confirmed by email, like forged ones."""
        is_new = marked.is_proven and wants == "come" and marked.message is None
        if not is_new or self.limiter.take(SIGN_UP, _domain_key(reading.sender)):
            return marked
        return msgspec.structs.replace(marked, is_proven=False)

    def _from_elsewhere(
        self, reading: ReadMail, event: Event, marked: MarkedMail, wants: Intent
    ) -> MailOutcome | None:
        """Return the link for a guest whose message was answered from another address."""
        guest_id = marked_guest(event.id, marked)
        if wants not in GIVES_UP or not guest_id:
            return None
        if self.engine.load(GuestByEmail(event.id, reading.sender)) is not None:
            return None
        occasion, asks = occasion_of(reading), wants != "stop"
        link = ResendLink(event_id=event.id, guest_id=guest_id, occasion=occasion, asks=asks)
        return MailOutcome(link, f"{REASONS[wants]}, but from another address", person=guest_id)

    def _our_lines(self, event: Event, sender: str) -> frozenset[str]:
        """Return the lines of our mails that the sender can have read; unsent ones have none."""
        messages = self.engine.load(MessagePage(event.id, sender, limit=OUR_LAST_MAILS))
        read = (message for message in messages if message.letter or message.status == "kept")
        letters = [self.engine.composer.letter(message) for message in read]
        return own_footer_lines(
            *(as_text(letter) for letter in letters), *(letter.subject for letter in letters)
        )


def _domain_key(address: str) -> str:
    """Return the last two names of a domain, since whoever owns it can invent those below.

    All of .co.uk count together, which costs them a confirmation at worst.
    """
    return ".".join(address.rpartition("@")[2].split(".")[-2:])


UNSURE: dict[Intent, str] = {"nothing": reasons.NEITHER, "seems_cancel": reasons.SEEMS}
GIVES_UP = ("cancel", "stop")
REASONS = {
    "come": "a reply means to come",
    "cancel": "its text cancels",
    "stop": STOPS,
}
