"""Mail to an event: its text or its calendar answer becomes at most one command."""

from datetime import timedelta
from functools import partial

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.rate_limit import SIGN_UP, InMemoryRateLimiter, RateLimiter
from fullhouse.engine.unconfirmed import client_mark, take_unconfirmed
from fullhouse.inbound.mail import reasons
from fullhouse.inbound.mail.arrival import MailOutcome, ReceivedMail, named_in, occasion_of
from fullhouse.inbound.mail.calendar_reply import CalendarReply
from fullhouse.inbound.mail.guest_questions import QuestionLimit, domain_key, text_for_host
from fullhouse.inbound.mail.mark_proof import MarkCheck, MarkedMail
from fullhouse.inbound.mail.marked_commands import (
    answer_command,
    has_lapsed,
    marked_guest,
    offer_in,
    report_outcome,
)
from fullhouse.inbound.mail.new_text import own_footer_lines
from fullhouse.inbound.mail.our_questions import NOTHING, Answer, answer_to
from fullhouse.inbound.mail.reader import ReadMail, name_from
from fullhouse.inbound.mail.repeated_answers import status_content, was_told
from fullhouse.inbound.mail.threads import MailThreads
from fullhouse.inbound.mail.unproven_answers import take_unproven_answer
from fullhouse.inbound.mail.wanted import UnderstoodMail, understood, unread
from fullhouse.inbound.mail.wishes import (
    Wish,
    reason_of,
    wish_of_guest,
    wish_of_stranger,
)
from fullhouse.inbound.replies.language_pack import LANGUAGES as READ_LANGUAGES
from fullhouse.inbound.replies.occasions import Occasion
from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.mail_marks import is_guest_mark
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.locale import known_language
from fullhouse.products.rsvp.commands import SEVERAL, AnswerByMail, MailWish, ResendLink
from fullhouse.products.rsvp.messages import event_news
from fullhouse.products.rsvp.model import Event, Guest, GuestByEmail

OUR_LAST_MAILS = 5
A_NIGHT = timedelta(hours=10)


class EventMail:
    """Decides what a mail to an event asks for."""

    def __init__(self, engine: Engine, marks: MarkCheck, threads: MailThreads) -> None:
        """Look things up in this engine, and understand texts in these threads."""
        self.engine, self.marks, self._threads = engine, marks, threads
        self.limiter: RateLimiter = InMemoryRateLimiter()
        self.questions = QuestionLimit(engine)

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
            return self._to_no_event(reading, arrived, event_id)
        if reading.proof.refuse:
            return MailOutcome(reason=reading.proof.why)
        marked = self.marks.proven_by(reading, arrived.to)
        if reading.calendar is not None:
            asked = self._by_calendar(reading, reading.calendar, event, marked)
        else:
            asked = await self._by_text(reading, event, marked)
        asked = self._within_unconfirmed(asked, reading.client)
        return msgspec.structs.replace(asked, is_proven=marked.is_proven)

    def _within_unconfirmed(self, asked: MailOutcome, client: str) -> MailOutcome:
        """Count a sign-up that has to be confirmed by email, as those of the form are counted."""
        command = asked.command
        if not isinstance(command, AnswerByMail) or command.proven or command.wants != "come":
            return asked
        guest = self.engine.load(GuestByEmail(command.event_id, command.email))
        if guest is not None and guest.state != "cancelled":
            return asked
        if not take_unconfirmed(self.limiter, client):
            return msgspec.structs.replace(asked, command=None, reason=reasons.TOO_MANY_UNPROVEN)
        counted = msgspec.structs.replace(command, client=client_mark(client))
        return msgspec.structs.replace(asked, command=counted)

    def _to_no_event(self, reading: ReadMail, arrived: ReceivedMail, event_id: str) -> MailOutcome:
        """Answer a person who wrote to an event that does not exist, if they prove who they are."""
        if not event_id:
            return MailOutcome(reason=reasons.NO_EVENT_NAMED)
        marked = self.marks.proven_by(reading, arrived.to)
        is_machine = reading.calendar is not None or reading.proof.refuse
        if is_machine or not marked.is_proven:
            return MailOutcome(reason=reasons.NO_EVENT)
        new = self.engine.ids.new()
        command = answer_command(event_id, reading, new, reading.name, marked)
        asked = msgspec.structs.replace(command, wants="ask")
        return MailOutcome(asked, reasons.NO_EVENT, person=new, is_proven=True)

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
        ours = self._our_lines(event, reading.sender)
        work = partial(understood, reading, ours, self._occasion(event))
        found = await self._threads.compute(work, reading.size, reading.client)
        guest = self.engine.load(GuestByEmail(event.id, reading.sender))
        if not _is_read(event, guest):
            found = unread(found)
        if guest is None:
            return self._outcome(reading, event, None, marked, found, wish_of_stranger(found))
        wish: Answer | None = None
        if marked.message is not None and guest.id == marked_guest(event.id, marked):
            wish = answer_to(marked.message, guest, found)
        if wish == NOTHING:
            return MailOutcome(reason=reasons.NOTHING_NEW, person=guest.id, text=found.said)
        wish = wish or wish_of_guest(found, guest)
        return self._outcome(reading, event, guest, marked, found, wish)

    def _outcome(
        self,
        reading: ReadMail,
        event: Event,
        guest: Guest | None,
        marked: MarkedMail,
        found: UnderstoodMail,
        wish: Wish,
    ) -> MailOutcome:
        if guest is None:
            elsewhere = self._from_elsewhere(reading, event, marked, wish.wants)
            if elsewhere is not None:
                return msgspec.structs.replace(elsewhere, text=found.said)
            may_answer = partial(take_unproven_answer, self.limiter, event.id, reading.client)
            if not (marked.is_proven or may_answer()):
                return MailOutcome(reason=reasons.TOO_MANY_UNPROVEN, text=found.said)
        limited = self._limited(reading, marked, wish.wants)
        news = event_news(event, self.engine.now())
        text = text_for_host(reading, found, wish, news, guest)
        lapsed = has_lapsed(event.id, marked, self.engine.now())
        is_new = lapsed or _says_something_new(found, guest, wish)
        is_repeat = self._is_repeat(reading, event, guest, wish, is_new=is_new, passed=bool(text))
        guest_id = guest.id if guest is not None else self.engine.ids.new()
        command = answer_command(event.id, reading, guest_id, _name(reading, guest), limited)
        asked = msgspec.structs.replace(
            command,
            wants=wish.wants,
            exact=wish.is_exact,
            leaves=wish.leaves,
            offer=offer_in(event.id, marked),
            lapsed=lapsed,
            people=found.people,
            subject=reading.mail.subject,
            text=text,
            may_pass=not text or self._may_pass(reading, event, guest, marked),
            quiet=is_repeat or _is_for_host_alone(marked, found, wish),
        )
        reason = reasons.ANSWERED_LATELY if is_repeat else reason_of(wish.wants, text)
        return MailOutcome(asked, reason, person=guest_id, text=found.said, question=bool(text))

    def _is_repeat(
        self,
        reading: ReadMail,
        event: Event,
        guest: Guest | None,
        wish: Wish,
        *,
        is_new: bool,
        passed: bool,
    ) -> bool:
        """Return True if the answer would say again what they were told within the hour."""
        if is_new:
            return False
        now, asks = self.engine.now(), wish.wants in SEEMS_TO_CANCEL
        content = status_content(event, guest, now, passed=passed, asks=asks)
        messages = self.engine.load(MessagePage(event.id, reading.sender, limit=OUR_LAST_MAILS))
        return was_told(content, messages, now)

    def _may_pass(
        self, reading: ReadMail, event: Event, guest: Guest | None, marked: MarkedMail
    ) -> bool:
        """Return True if the host may be mailed this question, too."""
        is_guest = guest is not None and marked.is_proven
        return self.questions.may_pass(event, reading.sender, is_guest=is_guest)

    def _limited(self, reading: ReadMail, marked: MarkedMail, wants: MailWish) -> MarkedMail:
        """Let a burst of sign-ups from one domain be confirmed by email, like forged ones."""
        is_new = marked.is_proven and wants == "come" and marked.message is None
        if not is_new or self.limiter.take(SIGN_UP, domain_key(reading.sender)):
            return marked
        return msgspec.structs.replace(marked, is_proven=False)

    def _from_elsewhere(
        self, reading: ReadMail, event: Event, marked: MarkedMail, wants: MailWish
    ) -> MailOutcome | None:
        """Return the link for a guest whose message was answered from another address."""
        guest_id = marked_guest(event.id, marked)
        if wants not in GIVES_UP or not guest_id:
            return None
        occasion, asks = occasion_of(reading), wants != "stop"
        link = ResendLink(event_id=event.id, guest_id=guest_id, occasion=occasion, asks=asks)
        reason = f"{reason_of(wants)}, but from another address"
        return MailOutcome(link, reason, person=guest_id)

    def _occasion(self, event: Event) -> Occasion:
        """Return the event as its guests know it, with the day that it is there."""
        first = event.starts_at.date()
        # An evening that ends after midnight is no event of two days.
        last = max(first, (event.ends_at - A_NIGHT).date())
        today = wall_time(self.engine.now(), event.timezone).date()
        return Occasion(first, last, event.name, today)

    def _our_lines(self, event: Event, sender: str) -> frozenset[str]:
        """Return the lines of our mails that the sender can have read; unsent ones have none."""
        messages = self.engine.load(MessagePage(event.id, sender, limit=OUR_LAST_MAILS))
        read = (message for message in messages if message.letter or message.status == "kept")
        letters = [self.engine.composer.letter(message) for message in read]
        return own_footer_lines(
            *(as_text(letter) for letter in letters), *(letter.subject for letter in letters)
        )


def _is_read(event: Event, guest: Guest | None) -> bool:
    """Return True if texts are read in the language in which we write to a guest."""
    language = event.settings.language
    if guest is not None and guest.language:
        language = guest.language
    return known_language(language) in READ_LANGUAGES


def _name(reading: ReadMail, guest: Guest | None) -> str:
    """Return the writer's name; someone on the list who gives none keeps theirs, or has none."""
    if guest is not None and reading.name == name_from(reading.sender):
        return guest.name
    return reading.name


def _is_for_host_alone(marked: MarkedMail, found: UnderstoodMail, wish: Wish) -> bool:
    """Return True if a program may have written, which we do not answer.

    What answers our question is by a person, unless it is a note to everyone.
    """
    asked = marked.message is not None and bool(marked.message.facts.get("asks"))
    is_program = found.impersonal == "note" or (found.impersonal == "nobody" and not asked)
    return is_program and wish.wants == "ask"


def _says_something_new(found: UnderstoodMail, guest: Guest | None, wish: Wish) -> bool:
    """Return True if the answer to a mail may be another one than that to the mail before.

    A short answer to our question, or a yes first of all, is by a person.
    """
    if found.people not in (0, SEVERAL) or (wish.wants == "ask" and not wish.is_exact):
        return True
    if guest is None or guest.state == "cancelled":
        return wish.wants not in CHANGES_NOTHING
    return wish.wants == "doubt" and (bool(found.short) or found.only_yes)


GIVES_UP = ("cancel", "stop")
SEEMS_TO_CANCEL = ("cancel", "doubt")
CHANGES_NOTHING = ("ask", "thanks")
