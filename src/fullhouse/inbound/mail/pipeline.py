"""The mail pipeline: each mail becomes one audit line and at most one command."""

import asyncio
import hashlib
import logging
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import InboundMail, Made, RecordInboundMail
from fullhouse.engine.ports import Files, MessagePage, Reader
from fullhouse.engine.team import Members
from fullhouse.inbound.attachments.document import LATER
from fullhouse.inbound.attachments.limits import MOST_FILES
from fullhouse.inbound.attachments.reader import NoReader, files_in, read_documents, shown
from fullhouse.inbound.extraction.request import proposal_of, read_booking, read_request
from fullhouse.inbound.llm.field_extraction import OF_BOOKINGS, OF_WAITLIST
from fullhouse.inbound.llm.mail_extraction import MailToRead, SecondReader
from fullhouse.inbound.llm.port import LanguageModel
from fullhouse.inbound.mail import reasons
from fullhouse.inbound.mail.bounce_reports import BounceReport, command_for, sent_mail
from fullhouse.inbound.mail.calendar_reply import CalendarReply
from fullhouse.inbound.mail.new_text import own_footer_lines
from fullhouse.inbound.mail.parsing import LARGEST_MAIL, LARGEST_WITH_FILES, addresses
from fullhouse.inbound.mail.reader import MailSettings, ReadMail
from fullhouse.inbound.mail.sender_check import Envelope, Resolver, Verify, verify_signatures
from fullhouse.inbound.mail.threads import MailThreads
from fullhouse.inbound.mail.wanted import understood
from fullhouse.inbound.replies.exact_words import is_exact_cancel
from fullhouse.inbound.replies.intent import Intent
from fullhouse.kernel.commands import Command
from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.proposals import ProposeAppointment
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.frontdesk.waitlist.proposals import Propose
from fullhouse.products.rsvp.commands import AnswerByMail, ResendLink
from fullhouse.products.rsvp.model import Event, Guest, GuestByEmail

log = logging.getLogger(__name__)
BY = "mail"
LONGEST_SHOWN = 500
OUR_LAST_MAILS = 5
TO_AN_EVENT = re.compile(r"rsvp(?:\+([a-z0-9][a-z0-9_-]{0,63}))?@([a-z0-9.-]{1,253})", re.ASCII)
TO_THE_DESK = re.compile(r"(waitlist|bookings)@([a-z0-9.-]{1,253})", re.ASCII)
MOST_OPEN, MOST_OF_STRANGERS, MOST_OF_ONE = 200, 150, 50
PRODUCTS = {"waitlist": WAITLIST, "bookings": APPOINTMENTS}
FOR_REPORTS = ("rsvp", "bounces", "postmaster", "abuse")


class ReceivedMail(msgspec.Struct, frozen=True):
    """A mail at the door: its bytes, the address it was sent to, and its envelope.

    The server that delivers it may add a warning, and may have stored it under its own name.
    """

    raw: bytes
    to: str
    envelope: Envelope = Envelope()
    warning: str = ""
    kept_as: str = ""


class MailOutcome(msgspec.Struct, frozen=True):
    """The result of a mail: a command, or the reason for none, and the text for the host."""

    command: Command | None = None
    reason: str = ""
    scope: str = ""
    person: str = ""
    text: str = ""


class DeskMail(msgspec.Struct, frozen=True, kw_only=True):
    """A mail to a front desk: the id of its proposal, the mark and file of the mail, its time."""

    product: str
    name: str
    mark: str
    file: str
    at: datetime


class PerEventDecisions(msgspec.Struct, frozen=True):
    """A reader for each mail, by the mark of the mail and its file."""

    reader_of: Callable[[str, str], Reader]


class MailPipeline:
    """Takes mails in. Slow reading of hostile mails happens beside the event loop.

    Attachments have a thread of their own, so that they delay no other mail.
    """

    def __init__(
        self,
        engine: Engine,
        files: Files,
        settings: MailSettings,
        resolver: Resolver | None = None,
        reader: Reader | PerEventDecisions | None = None,
        scribe: LanguageModel | None = None,
    ) -> None:
        """Set the pipeline up. `reader` reads all attachments, or makes a reader for each mail."""
        self.engine = engine
        self.files = files
        self.settings = settings
        self._resolver = resolver
        # A platform may replace this, to check signatures in another process.
        self.verify: Verify = verify_signatures
        # A platform may replace this, to report that no mail can be stored.
        self.is_full: Callable[[], bool] = lambda: False
        self._reader = reader or NoReader()
        self._threads = MailThreads()
        self._attached = ThreadPoolExecutor(1, "attached")
        self._second = SecondReader(scribe)

    def accepts(self, address: str) -> bool:
        """Return True if an address belongs to an event, the front desk or our own reports."""
        event_id = self.event_of(address)
        if event_id:
            return self.engine.load(Get(Event, (event_id,))) is not None
        if self.product_of(address):
            return True
        local, _, domain = address.lower().rpartition("@")
        ours = local in FOR_REPORTS and domain == self.settings.domain.lower()
        return ours or address.lower() == self.settings.sender.lower()

    def event_of(self, address: str) -> str:
        """Return the event of an address, or ""; without a domain in the settings any will do."""
        found = TO_AN_EVENT.fullmatch(address.strip().lower())
        if found is None or self.settings.domain.lower() not in ("", found[2]):
            return ""
        return found[1] or ""

    def is_waitlist(self, address: str) -> bool:
        """Return True if an address is the waitlist's."""
        return self.product_of(address) == WAITLIST

    def product_of(self, address: str) -> str:
        """Return the product of a front desk's address, or ""; without a domain any will do."""
        found = TO_THE_DESK.fullmatch(address.strip().lower())
        if found is None or self.settings.domain.lower() not in ("", found[2]):
            return ""
        return PRODUCTS[found[1]]

    async def take(self, arrived: ReceivedMail) -> InboundMail:
        """Read a mail, store it and run its command; return the audit line of the mail."""
        reading = await self._read(arrived)
        named = [arrived.to] if arrived.to else _named_in(reading)
        product = next(filter(None, map(self.product_of, named)), "")
        if product:
            asked = await self._requested(reading, arrived, product)
        else:
            asked = await self._of_an_event(reading, arrived)
        line = self._line(arrived, reading, asked, asked.scope)
        if not arrived.kept_as:
            keep = partial(self.files.keep, line.file, arrived.raw)
            await self._threads.compute(keep, len(arrived.raw))
        written: InboundMail = await self.engine.execute(
            RecordInboundMail(mail=line, asks=asked.command), BY
        )
        facts = {"event": written.scope, "made": written.made, "what": written.what}
        log.info("mail came in", extra={"facts": facts})
        return written

    async def note_refused(self, sender: str, to: str, size: int, reason: str) -> None:
        """Record a mail that was refused."""
        now = self.engine.now()
        named = f"{sender}\n{to}\n{size}\n{now.isoformat()}".encode()
        line = _at(
            now,
            hashlib.sha256(named).hexdigest()[:32],
            scope=self.event_of(to),
            sender=sender[:254],
            size=size,
            made="refused",
            reason=reason,
        )
        await self.engine.execute(RecordInboundMail(mail=line), BY)

    def close(self) -> None:
        """Let the readers finish."""
        self._threads.close()
        self._attached.shutdown(wait=True, cancel_futures=True)
        self._second.close()

    def largest(self, address: str) -> int:
        """Return the largest size of a mail to an address, in bytes; "" may be any address."""
        return LARGEST_WITH_FILES if not address or self.product_of(address) else LARGEST_MAIL

    async def _read(self, arrived: ReceivedMail) -> ReadMail:
        reading = await self._threads.read(
            arrived.raw,
            arrived.envelope,
            self.settings,
            self.largest(arrived.to),
            self._resolver,
            self.verify,
        )
        if not arrived.warning:
            return reading
        return msgspec.structs.replace(reading, aside=arrived.warning)

    def _event_in(self, reading: ReadMail, arrived: ReceivedMail) -> str:
        """Return the event where the envelope names none: of a calendar's reply or the headers."""
        if reading.calendar is not None:
            return reading.calendar.event_id
        if arrived.to:
            return ""
        found = map(self.event_of, _named_in(reading))
        return next((event_id for event_id in found if event_id), "")

    def _line(
        self, arrived: ReceivedMail, reading: ReadMail, asked: MailOutcome, scope: str
    ) -> InboundMail:
        mail = reading.mail
        made: Made = "done" if asked.command is not None else "ignored"
        line = _at(
            self.engine.now(),
            _mark(arrived, reading, scope),
            scope=scope,
            person=asked.person,
            sender=reading.sender,
            name=reading.name,
            subject=mail.subject[:LONGEST_SHOWN],
            text=asked.text[:LONGEST_SHOWN],
            size=len(arrived.raw),
            proof=reading.proof.why if reading.proof.passed else "",
            made=made,
            reason=asked.reason,
        )
        return msgspec.structs.replace(line, file=arrived.kept_as or line.file)

    async def _requested(
        self, reading: ReadMail, arrived: ReceivedMail, product: str
    ) -> MailOutcome:
        """Propose a request to staff; a report is handled as one at every address."""
        if reading.report is not None and not reading.aside:
            return self._reported(reading.report)
        if reading.aside or reading.proof.refuse:
            return MailOutcome(reason=reading.aside or reading.proof.why, scope=product)
        staff = self._staff()
        if self._is_crowded(reading.sender, staff):
            return MailOutcome(reason=reasons.TOO_MANY, scope=product)
        mark = _mark(arrived, reading, product)
        fresh = self.engine.load(Get(InboundMail, (mark,))) is None
        name, now = self.engine.ids.new(), self.engine.now()
        request = DeskMail(product=product, name=name, mark=mark, file=arrived.kept_as, at=now)
        if fresh:
            reading = await self._with_documents(reading, request)
        proposal = await self._proposal(reading, request, staff, once_more=fresh)
        return MailOutcome(
            _proposing(proposal), "it is put before staff", product, name, reading.text
        )

    def _staff(self) -> frozenset[str]:
        """Return the addresses of all members."""
        members = self.engine.load(Members())
        return frozenset(member.email for member in members if member.email)

    async def renew(self, arrived: ReceivedMail) -> None:
        """Update an open proposal whose files were still being read; a decided one stays.

        Files may be read in any order, and two may be done at once. So the proposal is compared
        again after each change: the last writer has seen all files.
        """
        reading = await self._read(arrived)
        product = self.product_of(arrived.to)
        mark = _mark(arrived, reading, product)
        if not files_in(reading.mail):
            return
        for _ in range(MOST_FILES):
            line = self.engine.load(Get(InboundMail, (mark,)))
            known = self._unfinished(line)
            if line is None or known is None:
                return
            request = DeskMail(
                product=product, name=known.id, mark=mark, file=line.file, at=line.at
            )
            reading = await self._with_documents(reading, request)
            if _shown(reading, proposal_of(reading, (), known.id, mark, line.at)) == known.text:
                return
            proposal = await self._proposal(reading, request, self._staff(), once_more=True)
            await self.engine.execute(_proposing(proposal, renew=True), BY)
            log.info(
                "a file was read after its mail",
                extra={"facts": {"event": product, "made": "renewed"}},
            )

    def _unfinished(self, line: InboundMail | None) -> Proposal | None:
        """Return the open proposal of a mail, if one of its files is still being read."""
        if line is None or not line.person:
            return None
        known = self.engine.load(Get(Proposal, (line.person,)))
        if known is None or known.state != "open" or LATER not in known.text:
            return None
        return known

    async def _proposal(
        self, reading: ReadMail, request: DeskMail, staff: frozenset[str], *, once_more: bool
    ) -> Proposal:
        """Read a request by the rules, and once more by a model, if there is one."""
        book = self._book()
        is_waitlist = request.product == WAITLIST
        read = read_request if is_waitlist else read_booking
        wanted = OF_WAITLIST if is_waitlist else OF_BOOKINGS
        work = partial(read, reading, book, request.at, staff)
        fields = await self._threads.compute(work, reading.size)
        if once_more:
            mail = MailToRead(reading, book, request.at, staff, wanted)
            fields = await self._second.better(fields, mail)
        made = proposal_of(reading, fields, request.name, request.mark, request.at)
        return msgspec.structs.replace(made, product=request.product, text=_shown(reading, made))

    def _book(self) -> Rulebook:
        return rulebook_of(self.engine.load(Get(Document, ("rules",))))

    async def _with_documents(self, reading: ReadMail, request: DeskMail) -> ReadMail:
        """Return a mail with its attachments read, which takes its time."""
        reader = self._reader
        if isinstance(reader, PerEventDecisions):
            reader = reader.reader_of(request.mark, request.file)
        work = partial(read_documents, reading.mail, reader, self._book().zone, request.at)
        documents = await asyncio.get_running_loop().run_in_executor(self._attached, work)
        return msgspec.structs.replace(reading, documents=documents)

    def _is_crowded(self, sender: str, staff: frozenset[str]) -> bool:
        """Return True if staff have enough open proposals; strangers cannot crowd others out."""
        waits = self.engine.load(ProposalPage("open", limit=MOST_OPEN))
        strangers = [proposal.sender for proposal in waits if proposal.sender not in staff]
        flooded = len(strangers) >= MOST_OF_STRANGERS or strangers.count(sender) >= MOST_OF_ONE
        return len(waits) >= MOST_OPEN or (sender not in staff and flooded)

    async def _of_an_event(self, reading: ReadMail, arrived: ReceivedMail) -> MailOutcome:
        event_id = self.event_of(arrived.to) or self._event_in(reading, arrived)
        asked = await self._asked(reading, event_id)
        return msgspec.structs.replace(asked, scope=asked.scope or event_id)

    async def _asked(self, reading: ReadMail, event_id: str) -> MailOutcome:
        if reading.aside:
            return MailOutcome(reason=reading.aside)
        if reading.report is not None:
            return self._reported(reading.report)
        event = self.engine.load(Get(Event, (event_id,))) if event_id else None
        if event is None:
            return MailOutcome(reason=reasons.NO_EVENT if event_id else reasons.NO_EVENT_NAMED)
        if reading.proof.refuse:
            return MailOutcome(reason=reading.proof.why)
        if reading.calendar is not None:
            return self._by_calendar(reading, reading.calendar, event)
        return await self._by_text(reading, event)

    def _reported(self, report: BounceReport) -> MailOutcome:
        """Act on a report only about a mail that we sent there: nobody else knows its id."""
        message = sent_mail(self.engine, report.recipient, (report.message_id,))
        if message is None or not message.person:
            return MailOutcome(reason=reasons.NOT_OURS)
        command, reason = command_for(report, message)
        return MailOutcome(command, reason, message.scope, message.person)

    def _by_calendar(self, reading: ReadMail, reply: CalendarReply, event: Event) -> MailOutcome:
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
            link = ResendLink(event_id=event.id, guest_id=guest.id, occasion=_occasion(reading))
            return MailOutcome(link, f"{reason}, but from another address", person=guest.id)
        comes = reply.says == "ACCEPTED"
        command = _answer(event, reading, guest.id, guest.name)
        wants = msgspec.structs.replace(command, wants="come" if comes else "cancel", quiet=comes)
        return MailOutcome(wants, reason, person=guest.id)

    async def _by_text(self, reading: ReadMail, event: Event) -> MailOutcome:
        ours = self._our_lines(event, reading.sender)
        work = partial(understood, reading, ours)
        said, wants, plain = await self._threads.compute(work, reading.size)
        is_plain = wants == plain != "nothing"
        guest = None if is_plain else self.engine.load(GuestByEmail(event.id, reading.sender))
        if guest is not None and wants in UNSURE:
            asks = wants == "seems_cancel"
            link = ResendLink(
                event_id=event.id, guest_id=guest.id, occasion=_occasion(reading), asks=asks
            )
            return MailOutcome(link, UNSURE[wants], person=guest.id, text=said)
        if guest is None:
            wants = "come" if plain == "nothing" else plain
        command = _answer(event, reading, self.engine.ids.new(), reading.name)
        proven = command.proven or self._may_stop(reading, wants)
        exact = wants != "cancel" or is_exact_cancel(said)
        asked = msgspec.structs.replace(command, wants=wants, proven=proven, exact=exact)
        return MailOutcome(asked, REASONS[wants], text=said)

    def _may_stop(self, reading: ReadMail, wants: Intent) -> bool:
        """Return True if the sender answers a mail that only they were sent, to stop our mail.

        That needs no other proof.
        """
        if wants != "stop":
            return False
        return sent_mail(self.engine, reading.sender, reading.mail.answers) is not None

    def _our_lines(self, event: Event, sender: str) -> frozenset[str]:
        """Return the lines of our mails that the sender can have read; unsent ones have none."""
        messages = self.engine.load(MessagePage(event.id, sender, limit=OUR_LAST_MAILS))
        read = (message for message in messages if message.letter or message.status == "kept")
        letters = [self.engine.composer.letter(message) for message in read]
        return own_footer_lines(
            *(as_text(letter) for letter in letters), *(letter.subject for letter in letters)
        )


UNSURE: dict[Intent, str] = {"nothing": reasons.NEITHER, "seems_cancel": reasons.SEEMS}
REASONS = {
    "come": "a reply means to come",
    "cancel": "its text cancels",
    "stop": "it asks for no more mail",
}


def _answer(event: Event, reading: ReadMail, guest_id: str, name: str) -> AnswerByMail:
    return AnswerByMail(
        event_id=event.id,
        guest_id=guest_id,
        name=name,
        email=reading.sender,
        proven=reading.proof.passed,
        occasion=_occasion(reading),
    )


def _proposing(proposal: Proposal, *, renew: bool = False) -> Command:
    if proposal.product == WAITLIST:
        return Propose(proposal=proposal, renew=renew)
    return ProposeAppointment(proposal=proposal, renew=renew)


def _shown(reading: ReadMail, proposal: Proposal) -> str:
    return shown(proposal.text, reading.documents)


def _named_in(reading: ReadMail) -> list[str]:
    """Return the addresses to which a mail says that it was sent."""
    named = [
        value
        for name in ("x-original-to", "delivered-to", "to", "cc")
        for value in reading.mail.all(name)
    ]
    return [address for value in named for _, address in addresses(value)]


def _mark(arrived: ReceivedMail, reading: ReadMail, scope: str) -> str:
    """Return the id of a mail, the same each time that it comes."""
    mail = reading.mail
    own = arrived.raw
    if mail.message_id:
        own = f"{scope}\n{mail.message_id}\n{reading.sender}".encode()
    return hashlib.sha256(own).hexdigest()[:32]


def _occasion(reading: ReadMail) -> str:
    """Return the key of a mail for its answer."""
    mail = reading.mail
    own = mail.message_id or f"{reading.sender}{mail.first('date')}{reading.text[:LONGEST_SHOWN]}"
    return f"mail-{hashlib.sha256(own.encode()).hexdigest()[:16]}"


def _at(at: datetime, mark: str, **fields: object) -> InboundMail:
    """Return an audit line; its place sorts by time, its file is in the folder of its month."""
    since = int((at - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1000)
    file = "" if fields.get("made") == "refused" else f"mail/{at:%Y-%m}/{mark}.eml"
    return msgspec.convert(
        {**fields, "id": mark, "place": f"{since:015d}-{mark}", "at": at, "file": file}, InboundMail
    )
