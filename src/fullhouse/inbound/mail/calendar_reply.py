"""The reply of a guest's calendar to an entry of ours. Only the lines that matter are read."""

import re
from typing import Literal, cast

import msgspec

from fullhouse.inbound.mail.parsing import Mail
from fullhouse.kernel.letters import UID_DOMAIN
from fullhouse.kernel.patterns import regex

Says = Literal["ACCEPTED", "DECLINED", "TENTATIVE"]
KINDS = {"text/calendar", "application/ics"}
LARGEST = 64 * 1024
MOST_LINES = 1000
UID = regex(rf"([\w-]{{1,64}})\.([\w-]{{1,64}})@{UID_DOMAIN}", re.ASCII)
PARTSTAT = regex(r";PARTSTAT=\"?(ACCEPTED|DECLINED|TENTATIVE)\b", re.IGNORECASE)


class CalendarReply(msgspec.Struct, frozen=True):
    """The answer of a guest's calendar to their entry."""

    event_id: str
    guest_id: str
    says: Says


def calendar_reply(mail: Mail) -> CalendarReply | None:
    """Return the reply to an entry of ours, if the mail has one."""
    files = (part.text for part in mail.parts if part.kind in KINDS)
    return next((found for file in files if (found := read_reply(file))), None)


def read_reply(file: str) -> CalendarReply | None:
    """Return the reply in a calendar file."""
    lines = _unfolded(file[:LARGEST])
    if not any(line.upper() == "METHOD:REPLY" for line in lines):
        return None
    uid = next((UID.fullmatch(line[4:]) for line in lines if line[:4].upper() == "UID:"), None)
    says = _status(lines)
    if uid is None or not says:
        return None
    return CalendarReply(uid[1], uid[2], cast("Says", says.upper()))


def _status(lines: list[str]) -> str:
    """Return the status of the first attendee who has one."""
    for line in lines:
        if line[:8].upper() == "ATTENDEE" and (found := PARTSTAT.search(line[:2000])):
            return found[1]
    return ""


def _unfolded(file: str) -> list[str]:
    lines: list[list[str]] = []
    for line in file.replace("\r", "").split("\n", MOST_LINES)[:MOST_LINES]:
        if line[:1] in (" ", "\t") and lines:
            lines[-1].append(line[1:])
        else:
            lines.append([line])
    return ["".join(one).strip() for one in lines]
