"""All that can be said of a mail without asking the store: who sent it, whether they are proven, what it carries."""

import msgspec

from fullhouse.inbound.attachments.document import Document
from fullhouse.inbound.forms.guest_form import Invalid, clean_address, clean_name
from fullhouse.inbound.mail.authentication import NOT_PROVEN, Proof, above, by_our_server
from fullhouse.inbound.mail.auto_replies import automatic_reason, own_mail_reason
from fullhouse.inbound.mail.bounce_reports import BounceReport, report_of
from fullhouse.inbound.mail.calendar_reply import CalendarReply, calendar_reply
from fullhouse.inbound.mail.header_check import is_unambiguous
from fullhouse.inbound.mail.html_text import marked_text_in, text_in
from fullhouse.inbound.mail.parsing import (
    LARGEST_MAIL,
    LONGEST_READ,
    Mail,
    addresses,
    read,
    with_crlf,
)
from fullhouse.inbound.mail.sender_check import Envelope, Resolver, own_check

AMBIGUOUS = "its headers can be read in more than one way"


class MailSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where events have their addresses, whose word on senders we take, and what our own mail looks like.

    Where our server closes what it wrote itself with a header of its own, its `seal`, only what stands above counts.
    """

    domain: str = ""
    authserv_id: str = ""
    seal: str = ""
    sender: str = ""


class ReadMail(msgspec.Struct, frozen=True, kw_only=True):
    """A mail as far as it can be understood by itself. `aside`: why it is no mail from a person to us.

    `documents` are the files that came with it; they are read only where someone at the front desk will decide.
    """

    mail: Mail
    sender: str = ""
    name: str = ""
    text: str = ""
    aside: str = ""
    proof: Proof = NOT_PROVEN
    report: BounceReport | None = None
    calendar: CalendarReply | None = None
    documents: tuple[Document, ...] = ()


def read_mail(
    raw: bytes,
    envelope: Envelope,
    settings: MailSettings,
    resolver: Resolver | None = None,
    largest: int = LARGEST_MAIL,
) -> ReadMail:
    """Read a mail; never raises, whatever it holds."""
    raw = with_crlf(raw)
    mail = read(raw, largest)
    report = report_of(mail)
    sender, name = sender_of(mail)
    reading = ReadMail(mail=mail, sender=sender, name=name, report=report)
    aside = mail.problem or _why_aside(reading, envelope, settings)
    if aside or report is not None:
        return msgspec.structs.replace(reading, aside=aside if report is None else mail.problem)
    proof = _proof(raw, mail, sender, envelope, settings, resolver)
    return msgspec.structs.replace(
        reading, proof=proof, text=text_of_mail(mail), calendar=calendar_reply(mail)
    )


def _why_aside(reading: ReadMail, envelope: Envelope, settings: MailSettings) -> str:
    own = frozenset({settings.sender.lower()} - {""})
    ours = own_mail_reason(reading.mail, reading.sender, own, settings.domain.lower())
    automatic = automatic_reason(reading.mail, reading.sender, envelope.sender)
    return ours or automatic or ("" if reading.sender else "it has no single sender")


def _proof(
    raw: bytes,
    mail: Mail,
    sender: str,
    envelope: Envelope,
    settings: MailSettings,
    resolver: Resolver | None,
) -> Proof:
    proof = _verdict(raw, mail, sender, envelope, settings, resolver)
    if is_unambiguous(raw):
        return proof
    return Proof(passed=False, why=AMBIGUOUS, refuse=proof.refuse)


def _verdict(
    raw: bytes,
    mail: Mail,
    sender: str,
    envelope: Envelope,
    settings: MailSettings,
    resolver: Resolver | None,
) -> Proof:
    domain = sender.rpartition("@")[2]
    if settings.authserv_id:
        return by_our_server(above(mail, settings.seal), settings.authserv_id, domain)
    return own_check(raw, domain, envelope, resolver) if resolver is not None else NOT_PROVEN


def sender_of(mail: Mail) -> tuple[str, str]:
    """Return the address and the name of the one sender; nothing if there is none, or more than one."""
    values = mail.all("from")
    named = [pair for value in values for pair in addresses(value)]
    if len(values) != 1 or len(named) != 1 or len(values[0]) > LONGEST_READ:
        return "", ""
    try:
        address = clean_address(named[0][1])
    except Invalid:
        return "", ""
    return address, _name(named[0][0], address)


def _name(given: str, address: str) -> str:
    """Take the name they write under, or make one of their address."""
    local = address.partition("@")[0].split("+")[0].replace(".", " ").replace("_", " ").title()
    for one in ("" if "@" in given else given, local):
        try:
            return clean_name(one)
        except Invalid:
            continue
    return address


def text_of_mail(mail: Mail) -> str:
    """Return what a mail says: its plain text, or that of its HTML up to a quote, or all where nothing stands above."""
    shown = [part for part in mail.parts if not part.attached]
    plain = next((part.text for part in shown if part.kind == "text/plain"), "")
    if plain.strip():
        return plain
    page = next((part.text for part in shown if part.kind == "text/html"), "")
    new = text_in(page)
    return new if new.strip() else marked_text_in(page)
