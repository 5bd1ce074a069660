"""Mails as people and machines write them, made small."""

from email.message import EmailMessage
from textwrap import dedent
from zlib import crc32

ANNA = "Anna Berg <anna@example.org>"
TO = "rsvp+party@rsvp.test"

TRACE = ("authentication_results", "received", "received_spf", "dkim_filter")


def mail(
    text: str = "",
    *,
    sender: str = ANNA,
    subject: str = "Re: You're in: Summer party",
    **headers: str,
) -> bytes:
    """A plain mail; underscores in the name of a header are hyphens.

    What servers add stands on top, in the order given.
    """
    lines = [
        *(f"{name.replace('_', '-')}: {headers.pop(name)}" for name in [*headers] if name in TRACE),
        f"From: {sender}",
        f"To: {TO}",
        f"Subject: {subject}",
        "Date: Mon, 1 Jun 2026 09:00:00 +0000",
    ]
    named = {
        "message_id": f"<{crc32(repr((text, sender, subject)).encode())}@mail.example.org>",
        **headers,
    }
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in named.items() if value]
    lines += [
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    ]
    body = dedent(text).strip("\n")
    return "\r\n".join([*lines, "", *body.split("\n"), ""]).encode()


def html_mail(page: str) -> bytes:
    return _made({"Content-Type": "text/html; charset=utf-8"}, page)


def _made(headers: dict[str, str], body: str) -> bytes:
    lines = [f"From: {ANNA}", f"To: {TO}", "Message-ID: <h@mail.example.org>", "MIME-Version: 1.0"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", body, ""]).encode()


def calendar_mail(
    says: str = "DECLINED", uid: str = "party.anna@fullhouse", sender: str = ANNA
) -> bytes:
    """What a calendar sends when someone presses a button in it."""
    file = dedent(
        f"""\
        BEGIN:VCALENDAR
        METHOD:REPLY
        VERSION:2.0
        BEGIN:VEVENT
        UID:{uid}
        ATTENDEE;CN=Anna Berg;ROLE=REQ-PARTICIPANT;
         PARTSTAT={says}:mailto:anna@example.org
        END:VEVENT
        END:VCALENDAR
        """
    )
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, TO, f"{says.title()}: Summer party"
    message["Message-ID"] = f"<{says}-{uid}@mail.example.org>"
    message.set_content("Anna Berg has answered.")
    message.add_alternative(
        file.encode(), "text", "calendar", params={"method": "REPLY"}, cte="base64"
    )
    return message.as_bytes(policy=message.policy.clone(linesep="\r\n"))


def bounce(
    original_id: str, to: str = "anna@example.org", *, status: str = "5.1.1", action: str = "failed"
) -> bytes:
    """A delivery status notification about a mail of ours."""
    return _report(
        "delivery-status",
        "message/delivery-status",
        f"Reporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; {to}\r\n"
        f"Action: {action}\r\n"
        f"Status: {status}\r\nDiagnostic-Code: smtp; 550 5.1.1 no such user\r\n",
        original_id,
        to,
    )


def complaint(original_id: str, to: str = "anna@example.org") -> bytes:
    """A feedback report: someone pressed "this is spam"."""
    fields = f"Feedback-Type: abuse\r\nUser-Agent: X/1\r\nVersion: 1\r\nOriginal-Rcpt-To: {to}\r\n"
    return _report("feedback-report", "message/feedback-report", fields, original_id, to)


def _report(kind: str, part: str, fields: str, original_id: str, to: str) -> bytes:
    return (
        "From: MAILER-DAEMON@mx.example.org\r\nTo: rsvp@rsvp.test\r\n"
        "Subject: Undelivered Mail Returned to Sender\r\n"
        "Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n"
        f'Content-Type: multipart/report; report-type={kind}; boundary="b"\r\n'
        "\r\n--b\r\nContent-Type: text/plain\r\n\r\nIt did not arrive.\r\n"
        f"--b\r\nContent-Type: {part}\r\n\r\n{fields}\r\n"
        f"--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <{original_id}>\r\n"
        f"To: <{to}>\r\n\r\n--b--\r\n"
    ).encode()
