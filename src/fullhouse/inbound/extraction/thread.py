"""A mail taken apart into the letters in it: who wrote which, forwarded or quoted, the newest first.

Line by line; no pattern is tried on more than a few short lines.
"""

import re
import unicodedata

import msgspec

from fullhouse.inbound.extraction.text import folded
from fullhouse.inbound.mail.new_text import FROM_A_PHONE
from fullhouse.inbound.mail.parsing import addresses

MOST_LINES, LONGEST_LINE, LONGEST_READ = 400, 1000, 12_000
LONGEST_HEAD = 8
MOST_LETTERS = 12
WRAPPED, WIDEST = 60, 100
A_FEW = 4
FROM = re.compile(r"\*?(?:from|von|de|desde|expediteur|remitente|absender)\s?:\*?\s+(\S.{0,300})")
HEAD_LINE = re.compile(
    r"\*?(?:from|von|de|desde|expediteur|remitente|absender|sent|gesendet|envoye|enviado(?: el)?"
    r"|date|datum|fecha|to|an|a|para|pour|destinataire|subject|betreff|objet|sujet|asunto|cc|kopie"
    r"|copie|reply-to|antwort an|importance|wichtigkeit)\s?:\*?(?:\s.*|$)"
)
SUBJECT = re.compile(r"\*?(?:subject|betreff|objet|sujet|asunto)\s?:\*?\s*(.*)")
DATED = re.compile(r"\*?(?:sent|gesendet|envoye|enviado(?: el)?|date|datum|fecha)\s?:\*?\s+(.*)")
FORWARDED = re.compile(
    r"[-_ *>]{0,40}(?:begin forwarded message|forwarded message|weitergeleitete nachricht"
    r"|anfang der weitergeleiteten nachricht"
    r"|message transfere|debut du message (?:transfere|reexpedie)|mensaje reenviado"
    r"|inicio del mensaje reenviado|forwarded by .{1,80})[-_ *:]{0,40}"
)
QUOTED = re.compile(
    r"[-_ *>]{0,40}(?:original message|original appointment|ursprungliche nachricht"
    r"|originalnachricht|message d'origine|message original|mensaje original)[-_ *:]{0,40}"
)
RULE = re.compile(r"[_-]{5,200}")
WROTE = re.compile(r"(?:wrote|schrieb(?: .{1,160})?|a ecrit|escribio)\s?:$")
WROTE_STARTS = re.compile(r"(?:on|am|le|el) .{3,}|.{3,120}\d.{0,80}[<@]|.{2,80}[<(].{1,80}@")
IS_FORWARD = re.compile(r"\s*(?:fwd?|wg|tr|rv|i|enc|weitergeleitet|transf)\s?:")
MAILBOX = re.compile(
    r"([^<>\[\]()\n]{0,120}?)\s*[<(\[]{1,2}(?:mailto:)?"
    r"([^<>\s()\[\]]{1,64}@[^<>\s()\[\]]{1,253})[>)\]]{1,2}"
)


class Letter(msgspec.Struct, frozen=True):
    """One letter: who wrote it as far as its copied head says, and its own lines."""

    lines: tuple[str, ...]
    name: str = ""
    address: str = ""
    subject: str = ""
    dated: str = ""
    head: str = ""
    forwarded: bool = False

    @property
    def text(self) -> str:
        """Its lines, with those that a mail program broke made whole."""
        return unwrapped(
            [
                line
                for line in self.lines
                if "@" not in line or not HEAD_LINE.fullmatch(folded(line))
            ]
        )

    @property
    def forwards(self) -> bool:
        """Whether its subject says that it hands on what another wrote."""
        return bool(IS_FORWARD.match(folded(self.subject)))


class Cut(msgspec.Struct, frozen=True):
    """Where a letter begins inside a mail: its head from one line up to another."""

    at: int
    body: int
    letter: Letter


def plain_lines(text: str) -> list[str]:
    """Cut a text into lines, without the marks of quoting; so many, and so long, at most."""
    whole = unicodedata.normalize("NFC", text[:LONGEST_READ]).replace("\r", "")
    cut = whole.split("\n", MOST_LINES)[:MOST_LINES]
    return [line[:LONGEST_LINE].replace("\xa0", " ").lstrip("> ").rstrip() for line in cut]


def letters_in(text: str, subject: str) -> list[Letter]:
    """Take a mail apart; the first letter is that of its sender."""
    lines = plain_lines(text)
    small = [folded(line) for line in lines]
    cuts = _cuts(lines, small)
    ends = [*(cut.at for cut in cuts), len(lines)]
    made = [Letter(tuple(lines[: ends[0]]), subject=subject)]
    for cut, end in zip(cuts, ends[1:], strict=True):
        made.append(msgspec.structs.replace(cut.letter, lines=tuple(lines[cut.body : end])))
    return made


def own_lines(text: str) -> list[str]:
    """Return the lines that are not marked as quoted."""
    return [line for line in text[:LONGEST_READ].split("\n") if not is_quoted(line)]


def is_quoted(line: str) -> bool:
    """Whether a line is marked as quoted."""
    return line.lstrip().startswith(">")


def quotes_by_marks(text: str) -> bool:
    """Whether all that is quoted is marked, line by line: what stands between and below is then new."""
    lines = [
        line for line in text[:LONGEST_READ].split("\n", MOST_LINES)[:MOST_LINES] if line.strip()
    ]
    said = [
        at
        for at, line in enumerate(lines[:-1])
        if not is_quoted(line) and WROTE.search(folded(line[:LONGEST_LINE]).strip())
    ]
    return bool(said) and all(is_quoted(lines[at + 1]) for at in said)


def _cuts(lines: list[str], small: list[str]) -> list[Cut]:
    found: list[Cut] = []
    at, forwarded, since = 0, False, -1
    while at < len(lines) and len(found) < MOST_LETTERS:
        if FORWARDED.fullmatch(small[at]) or QUOTED.fullmatch(small[at]):
            forwarded, since = bool(FORWARDED.fullmatch(small[at])), since if since >= 0 else at
            at += 1
            continue
        cut = _head(lines, small, at) or _attribution(lines, small, at)
        if cut is None:
            if since >= 0 and small[at]:
                found.append(Cut(since, at, Letter((), forwarded=forwarded)))
                forwarded, since = False, -1
            at += 1
            continue
        start = since if since >= 0 else at
        found.append(Cut(start, cut.body, msgspec.structs.replace(cut.letter, forwarded=forwarded)))
        at, forwarded, since = max(cut.body, at + 1), False, -1
    return found


def _head(lines: list[str], small: list[str], at: int) -> Cut | None:
    """Read the copied head of a letter: who sent it, and another line of a head beside it."""
    if not HEAD_LINE.fullmatch(small[at]):
        return None
    end = at
    while (
        end < len(small)
        and end < at + LONGEST_HEAD
        and (HEAD_LINE.fullmatch(small[end]) or not small[end])
    ):
        end += 1
        if not small[end - 1] and (end >= len(small) or not HEAD_LINE.fullmatch(small[end])):
            break
    near = [(line, told) for line, told in zip(lines[at:end], small[at:end], strict=True) if told]
    sent = next(((line, found) for line, told in near if (found := FROM.fullmatch(told))), None)
    if sent is None or len(near) < 2:  # noqa: PLR2004 - a head has more than one line
        return None
    line, found = sent
    name, address = mailbox(line[found.start(1) : found.end(1)])
    return Cut(at, end, Letter((), name, address, _value(SUBJECT, near), _value(DATED, near), line))


def _value(pattern: re.Pattern[str], near: list[tuple[str, str]]) -> str:
    return next(
        (line[found.start(1) :] for line, told in near if (found := pattern.fullmatch(told))), ""
    )


def _attribution(lines: list[str], small: list[str], at: int) -> Cut | None:
    """Read "On Monday Ada wrote:", which mail programs break over several lines."""
    if not WROTE_STARTS.match(small[at]):
        return None
    for end in range(at + 1, min(at + A_FEW, len(lines)) + 1):
        told = " ".join(small[at:end]).strip()
        if WROTE.search(told):
            whole = " ".join(lines[at:end]).strip()
            name, address = mailbox(whole)
            return Cut(
                at,
                end,
                Letter(
                    (), name if not re.search(r"\d", name) else "", address, dated=whole, head=whole
                ),
            )
    return None


def mailbox(value: str) -> tuple[str, str]:
    """Read a name and an address as heads show them."""
    if found := MAILBOX.search(value):
        return _name(
            found[1].rpartition(",")[2] if value.rstrip().endswith(":") else found[1]
        ), found[2].lower()
    named = addresses(value)
    name, address = named[0] if named else ("", "")
    if "@" in address:
        return _name(name), address.lower()
    return ("", "") if "@" in value else (_name(value), "")


def _name(written: str) -> str:
    plain = written.strip(" \t*\"'“”,;:")
    return "" if "@" in plain else plain


def unwrapped(lines: tuple[str, ...] | list[str]) -> str:
    """Make lines whole that a mail program broke for their length; what a phone writes beneath is left out."""
    made: list[str] = []
    before = ""
    for line in lines:
        if FROM_A_PHONE.match(line.strip()):
            continue
        if (
            made
            and line
            and WRAPPED <= len(before) <= WIDEST
            and not before.endswith((".", "!", "?", ":"))
        ):
            made[-1] = f"{made[-1]} {line.lstrip()}"
        else:
            made.append(line)
        before = line
    return "\n".join(made)
