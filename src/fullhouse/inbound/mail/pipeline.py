"""The mail pipeline: each mail becomes one audit line and at most one command."""

import hashlib
import logging
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import InboundMail, Made, RecordInboundMail
from fullhouse.engine.ports import Files, Keys, Reader
from fullhouse.engine.team import Members
from fullhouse.inbound.attachments.document import LATER
from fullhouse.inbound.attachments.limits import MOST_FILES
from fullhouse.inbound.attachments.reader import NoReader, files_in, read_documents, shown
from fullhouse.inbound.desk_replies import Answered, answered, as_reply
from fullhouse.inbound.extraction.request import proposal_of, read_booking, read_request
from fullhouse.inbound.llm.field_extraction import OF_BOOKINGS, OF_WAITLIST
from fullhouse.inbound.llm.mail_extraction import MailToRead, SecondReader
from fullhouse.inbound.llm.port import LanguageModel
from fullhouse.inbound.mail import reasons
from fullhouse.inbound.mail.arrival import LONGEST_SHOWN, MailOutcome, ReceivedMail, named_in
from fullhouse.inbound.mail.attempt import attempt
from fullhouse.inbound.mail.bounce_reports import FRONT_DESK
from fullhouse.inbound.mail.event_mail import EventMail
from fullhouse.inbound.mail.fair_threads import FairThreads
from fullhouse.inbound.mail.mail_shares import CountsInMemory, MailShares
from fullhouse.inbound.mail.mark_proof import MarkCheck, MarkedMail
from fullhouse.inbound.mail.marked_commands import report_outcome, stop_outcome
from fullhouse.inbound.mail.new_text import own_footer_lines
from fullhouse.inbound.mail.parsing import LARGEST_MAIL, LARGEST_WITH_FILES
from fullhouse.inbound.mail.proposal_limits import MOST_READ, is_crowded
from fullhouse.inbound.mail.reader import MailSettings, ReadMail
from fullhouse.inbound.mail.sender_check import Resolver, Verify, verify_signatures
from fullhouse.inbound.mail.threads import MailThreads
from fullhouse.inbound.mail.wanted import said_by_grammar
from fullhouse.inbound.mail.without_links import (
    beginning_without_links,
    files_without_links,
    without_links,
)
from fullhouse.kernel.commands import Command
from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.proposals import ProposeAppointment
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.frontdesk.waitlist.proposals import Propose
from fullhouse.products.rsvp.model import Event

log = logging.getLogger(__name__)
BY = "mail"


class DeskMail(msgspec.Struct, frozen=True, kw_only=True):
    """A mail to a front desk: the id of its proposal, the mark and file of the mail, its time."""

    product: str
    name: str
    mark: str
    file: str
    at: datetime
    is_proven: bool = False
    about: Answered | None = None


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
        self.marks = MarkCheck(engine, self._keys, engine.now, settings.domain)
        # A platform may replace these, to count for several processes.
        self.shares = MailShares(CountsInMemory())
        self._threads = MailThreads()
        self.events = EventMail(engine, self.marks, self._threads)
        self._resolver = resolver
        # A platform may replace this, to check signatures in another process.
        self.verify: Verify = verify_signatures
        # A platform may replace this, to report that no mail can be stored.
        self.is_full: Callable[[], bool] = lambda: False
        self._reader = reader or NoReader()
        self._attached = FairThreads(1, 1, "attached", cost=time.monotonic)
        self._second = SecondReader(scribe)

    def accepts(self, address: str) -> bool:
        """Return True if an address belongs to an event, the front desk or our own reports."""
        event_id = self.event_of(address)
        if event_id:
            return self.engine.load(Get(Event, (event_id,))) is not None
        if self.product_of(address):
            return True
        if self.marks.our(address).takes_reports and self.settings.domain:
            return True
        return address.lower() == self.settings.sender.lower()

    def event_of(self, address: str) -> str:
        """Return the event of an address, or ""; without a domain in the settings any will do."""
        return self.marks.our(address).event_id

    def is_waitlist(self, address: str) -> bool:
        """Return True if an address is the waitlist's."""
        return self.product_of(address) == WAITLIST

    def product_of(self, address: str) -> str:
        """Return the product of a front desk's address, or ""; without a domain any will do.

        Mail to the address for replies belongs to the product of the message it answers.
        """
        ours = self.marks.our(address)
        if ours.product or not ours.is_desk:
            return ours.product
        message = self.marks.message_with([ours.mark])
        if message is None or message.product not in FRONT_DESK:
            return ""
        return message.product

    def is_for_replies(self, address: str) -> bool:
        """Return True if an address is the front desk's for replies to one message."""
        ours = self.marks.our(address)
        return ours.is_desk and bool(ours.mark)

    def answered_person(self, addresses: Iterable[str]) -> str:
        """Return whose message a mail to these addresses answers, proven by its mark; or ""."""
        message = self.marks.message_with(self.marks.our(address).mark for address in addresses)
        return message.to if message is not None else ""

    def _keys(self) -> Keys:
        return self.engine.composer.keyring

    async def take(self, arrived: ReceivedMail) -> InboundMail:
        """Read a mail, store it and run its command; return the audit line of the mail."""
        reading = await self._read(arrived)
        named = [arrived.to] if arrived.to else named_in(reading)
        product = next(filter(None, map(self.product_of, named)), "")
        if product:
            asked = await self._requested(reading, arrived, product)
        else:
            asked = await self.events.outcome(reading, arrived)
        line = self._line(arrived, reading, asked, asked.scope)
        if not arrived.kept_as:
            keep = partial(self.files.keep, line.file, arrived.raw)
            await self._threads.compute(keep, reading.size, reading.client)
        written: InboundMail = await self.engine.execute(
            RecordInboundMail(mail=line, asks=asked.command, proven=asked.is_proven), BY
        )
        facts = {"event": written.scope, "made": written.made, "what": written.what}
        log.info("mail came in", extra={"facts": facts})
        return written

    async def note_refused(
        self, sender: str, to: str, size: int, reason: str, client: str = ""
    ) -> None:
        """Record a mail that was refused to a client."""
        now = self.engine.now()
        named = f"{sender}\n{to}\n{size}\n{now.isoformat()}\n{client}\n{reason}".encode()
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
        self._attached.close()
        self._second.close()

    def largest(self, address: str) -> int:
        """Return the largest size of a mail to an address, in bytes; "" may be any address."""
        if not address or self.marks.our(address).is_desk:
            return LARGEST_WITH_FILES
        return LARGEST_MAIL

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

    def _line(
        self, arrived: ReceivedMail, reading: ReadMail, asked: MailOutcome, scope: str
    ) -> InboundMail:
        mail = reading.mail
        made: Made = "done" if asked.command is not None else "ignored"
        has_proof = reading.proof.passed and asked.is_proven
        line = _at(
            self.engine.now(),
            _mark(arrived, reading, scope),
            scope=scope,
            person=asked.person,
            sender=reading.sender,
            name=reading.name,
            subject=beginning_without_links(mail.subject, LONGEST_SHOWN),
            text=beginning_without_links(asked.text, LONGEST_SHOWN),
            size=len(arrived.raw),
            proof=reading.proof.why if has_proof else "",
            made=made,
            reason=asked.reason,
            question=asked.question,
        )
        return msgspec.structs.replace(line, file=arrived.kept_as or line.file)

    async def _requested(
        self, reading: ReadMail, arrived: ReceivedMail, product: str
    ) -> MailOutcome:
        """Propose a request to staff; a report is handled as one at every address."""
        if reading.report is not None and not reading.aside:
            return report_outcome(self.marks, reading.report, arrived.to)
        if reading.aside or reading.proof.refuse:
            return MailOutcome(reason=reading.aside or reading.proof.why, scope=product)
        marked = self.marks.proven_by(reading, arrived.to)
        asked = await self._from_person(reading, arrived, product, marked)
        return msgspec.structs.replace(asked, is_proven=marked.is_proven)

    async def _from_person(
        self, reading: ReadMail, arrived: ReceivedMail, product: str, marked: MarkedMail
    ) -> MailOutcome:
        """Stop messages to a customer who asks for that; propose anything else."""
        stops = stop_outcome(reading, marked)
        if stops is not None and await self._says_stop(reading, marked.message):
            return stops
        about = answered(self.engine, self.marks.seems_answered(reading, arrived.to))
        product = about.product if about is not None else product
        staff = self._staff()
        if self._is_crowded(product, reading.sender, staff, is_proven=marked.is_proven):
            return MailOutcome(reason=reasons.TOO_MANY, scope=product)
        mark = _mark(arrived, reading, product)
        fresh = self.engine.load(Get(InboundMail, (mark,))) is None
        name, now = self.engine.ids.new(), self.engine.now()
        request = DeskMail(
            product=product,
            name=name,
            mark=mark,
            file=arrived.kept_as,
            at=now,
            is_proven=marked.is_proven,
            about=about,
        )
        if fresh:
            reading = await self._with_documents(reading, request)
        proposal = await self._proposal(reading, request, staff, once_more=fresh)
        return MailOutcome(
            _proposing(proposal),
            "it waits for a decision under Proposals",
            product,
            name,
            reading.text,
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
        about = answered(self.engine, self.marks.seems_answered(reading, arrived.to))
        product = about.product if about is not None else self.product_of(arrived.to)
        mark = _mark(arrived, reading, product)
        if not files_in(reading.mail):
            return
        for _ in range(MOST_FILES):
            line = self.engine.load(Get(InboundMail, (mark,)))
            known = self._unfinished(line)
            if line is None or known is None:
                return
            request = DeskMail(
                product=known.product,
                name=known.id,
                mark=mark,
                file=line.file,
                at=line.at,
                about=about,
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
        work_on = partial(without_links, reading)
        reading = await self._threads.compute(work_on, reading.size, reading.client)
        is_waitlist = request.product == WAITLIST
        read = read_request if is_waitlist else read_booking
        wanted = OF_WAITLIST if is_waitlist else OF_BOOKINGS
        work = partial(read, reading, book, request.at, staff)
        none: tuple[ProposedField, ...] = ()
        read_fields = partial(attempt, work, none)
        fields = await self._threads.compute(read_fields, reading.size, reading.client)
        if once_more:
            mail = MailToRead(reading, book, request.at, staff, wanted)
            fields = await self._second.better(fields, mail)
        made = proposal_of(reading, fields, request.name, request.mark, request.at)
        if request.about is not None:
            made = as_reply(made, request.about, book)
        return msgspec.structs.replace(
            made,
            product=request.product,
            text=_shown(reading, made),
            proven=request.is_proven,
        )

    def _book(self) -> Rulebook:
        return rulebook_of(self.engine.load(Get(Document, ("rules",))))

    async def _with_documents(self, reading: ReadMail, request: DeskMail) -> ReadMail:
        """Return a mail with its attachments read, which takes its time."""
        reader = self._reader
        if isinstance(reader, PerEventDecisions):
            reader = reader.reader_of(request.mark, request.file)
        work = partial(read_documents, reading.mail, reader, self._book().zone, request.at)
        documents = await self._attached.run(reading.client, reading.size, work)
        return msgspec.structs.replace(reading, documents=documents)

    def _is_crowded(
        self, product: str, sender: str, staff: frozenset[str], *, is_proven: bool
    ) -> bool:
        """Return True if a product has enough open proposals of such senders.

        Forged mail cannot crowd out that of proven senders, or the other product's.
        """
        waits = self.engine.load(ProposalPage("open", limit=MOST_READ, product=product))
        return is_crowded(waits, sender, staff, is_proven=is_proven)

    async def _says_stop(self, reading: ReadMail, message: Message | None) -> bool:
        """Return True if the new text of a mail asks for no more messages."""
        ours: frozenset[str] = frozenset()
        if message is not None:
            letter = self.engine.composer.letter(message)
            ours = own_footer_lines(as_text(letter), letter.subject)
        work = partial(said_by_grammar, reading, ours)
        said = await self._threads.compute(work, reading.size, reading.client)
        return said == "stop"


def _proposing(proposal: Proposal, *, renew: bool = False) -> Command:
    if proposal.product == WAITLIST:
        return Propose(proposal=proposal, renew=renew)
    return ProposeAppointment(proposal=proposal, renew=renew)


def _shown(reading: ReadMail, proposal: Proposal) -> str:
    return shown(proposal.text, files_without_links(reading.documents))


def _mark(arrived: ReceivedMail, reading: ReadMail, scope: str) -> str:
    """Return the id of a mail, the same each time that it comes."""
    mail = reading.mail
    own = arrived.raw
    if mail.message_id:
        own = f"{scope}\n{mail.message_id}\n{reading.sender}".encode()
    return hashlib.sha256(own).hexdigest()[:32]


def _at(at: datetime, mark: str, **fields: object) -> InboundMail:
    """Return an audit line; its place sorts by time, its file is in the folder of its month."""
    since = int((at - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1000)
    file = "" if fields.get("made") == "refused" else f"mail/{at:%Y-%m}/{mark}.eml"
    return msgspec.convert(
        {**fields, "id": mark, "place": f"{since:015d}-{mark}", "at": at, "file": file}, InboundMail
    )
