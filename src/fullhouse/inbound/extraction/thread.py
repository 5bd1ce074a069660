"""A mail split into its letters, forwarded or quoted, the newest first.

Line by line; no pattern is tried on more than a few short lines.
"""

import re
import unicodedata

import msgspec

from fullhouse.inbound.extraction.text import folded
from fullhouse.inbound.mail.new_text import FROM_A_PHONE
from fullhouse.inbound.mail.parsing import addresses
from fullhouse.kernel.patterns import regex

MOST_LINES, LONGEST_LINE, LONGEST_READ = 400, 1000, 12_000
LONGEST_HEAD = 8
MOST_LETTERS = 12
WRAPPED, WIDEST = 60, 100
A_FEW = 4
FROM = regex(r"\*?(?:from|von|de|desde|expediteur|remitente|absender)\s?:\*?\s+(\S.{0,300})")
HEAD_LINE = regex(
    r"\*?(?:from|von|de|desde|expediteur|remitente|absender|sent|gesendet|envoye|enviado(?: el)?"
    r"|date|datum|fecha|to|an|a|para|pour|destinataire|subject|betreff|objet|sujet|asunto|cc|kopie"
    r"|copie|reply-to|antwort an|importance|wichtigkeit)\s?:\*?(?:\s.*|$)"
)
SUBJECT = regex(r"\*?(?:subject|betreff|objet|sujet|asunto)\s?:\*?\s*(.*)")
DATED = regex(r"\*?(?:sent|gesendet|envoye|enviado(?: el)?|date|datum|fecha)\s?:\*?\s+(.*)")
FORWARDED = regex(
    r"[-_ *>]{0,40}(?:begin forwarded message|forwarded message|weitergeleitete nachricht"
    r"|anfang der weitergeleiteten nachricht"
    r"|message transfere|debut du message (?:transfere|reexpedie)|mensaje reenviado"
    r"|inicio del mensaje reenviado|forwarded by .{1,80})[-_ *:]{0,40}"
)
QUOTED = regex(
    r"[-_ *>]{0,40}(?:original message|original appointment|ursprungliche nachricht"
    r"|originalnachricht|message d'origine|message original|mensaje original)[-_ *:]{0,40}"
)
RULE = regex(r"[_-]{5,200}")
WROTE = regex(r"(?:wrote|schrieb(?: .{1,160})?|a ecrit|escribio)\s?:$")
WROTE_STARTS = regex(r"(?:on|am|le|el) .{3,}|.{3,120}\d.{0,80}[<@]|.{2,80}[<(].{1,80}@")
IS_FORWARD = regex(r"\s*(?:fwd?|wg|tr|rv|i|enc|weitergeleitet|transf)\s?:")
MAILBOX = regex(
    r"([^<>\[\]()\n]{0,120}?)\s*[<(\[]{1,2}(?:mailto:)?"
    r"([^<>\s()\[\]]{1,64}@[^<>\s()\[\]]{1,253})[>)\]]{1,2}"
)


class ThreadMessage(msgspec.Struct, frozen=True):
    """One letter: its writer as far as the copied head says, and its own lines."""

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
        """Return True if its subject says that it is forwarded."""
        return bool(IS_FORWARD.match(folded(self.subject)))


class Cut(msgspec.Struct, frozen=True):
    """The place of a letter inside a mail: the first line of its head and of its body."""

    at: int
    body: int
    letter: ThreadMessage


def plain_lines(text: str) -> list[str]:
    """Split a text into lines without quote marks, up to the limits above."""
    whole = unicodedata.normalize("NFC", text[:LONGEST_READ]).replace("\r", "")
    cut = whole.split("\n", MOST_LINES)[:MOST_LINES]
    return [line[:LONGEST_LINE].replace("\xa0", " ").lstrip("> ").rstrip() for line in cut]


def letters_in(text: str, subject: str) -> list[ThreadMessage]:
    """Split a mail into its letters; the first is that of its sender."""
    lines = plain_lines(text)
    small = [folded(line) for line in lines]
    cuts = _cuts(lines, small)
    ends = [*(cut.at for cut in cuts), len(lines)]
    made = [ThreadMessage(tuple(lines[: ends[0]]), subject=subject)]
    for cut, end in zip(cuts, ends[1:], strict=True):
        made.append(msgspec.structs.replace(cut.letter, lines=tuple(lines[cut.body : end])))
    return made


def own_lines(text: str) -> list[str]:
    """Return the lines that are not marked as quoted."""
    return [line for line in text[:LONGEST_READ].split("\n") if not is_quoted(line)]


def is_quoted(line: str) -> bool:
    """Return True if a line is marked as quoted."""
    return line.lstrip().startswith(">")


def quotes_by_marks(text: str) -> bool:
    """Return True if every quoted line is marked: what stands between and below is then new."""
    written = text[:LONGEST_READ].split("\n", MOST_LINES)[:MOST_LINES]
    lines = [line for line in written if line.strip()]
    said = [
        at
        for at, line in enumerate(lines[:-1])
        if not is_quoted(line) and WROTE.search(folded(line[:LONGEST_LINE]).strip())
    ]
    return bool(said) and all(is_quoted(lines[at + 1]) for at in said)


def _cuts(lines: list[str], small: list[str]) -> list[Cut]:
    """Return where each letter begins; the line that announces a letter belongs to it."""
    found: list[Cut] = []
    at, forwarded, announced = 0, False, -1
    while at < len(lines) and len(found) < MOST_LETTERS:
        is_forward = FORWARDED.fullmatch(small[at]) is not None
        if is_forward or QUOTED.fullmatch(small[at]):
            forwarded = is_forward
            announced = announced if announced >= 0 else at
            at += 1
            continue
        cut = _cut_at(lines, small, at, announced=announced >= 0)
        if cut is None:
            at += 1
            continue
        letter = msgspec.structs.replace(cut.letter, forwarded=forwarded)
        found.append(Cut(announced if announced >= 0 else at, cut.body, letter))
        at, forwarded, announced = max(cut.body, at + 1), False, -1
    return found


def _cut_at(lines: list[str], small: list[str], at: int, *, announced: bool) -> Cut | None:
    """Return the letter that begins at a line; an announced one needs no head."""
    cut = _head(lines, small, at) or _attribution(lines, small, at)
    if cut is None and announced and small[at]:
        return Cut(at, at, ThreadMessage(()))
    return cut


def _head(lines: list[str], small: list[str], at: int) -> Cut | None:
    """Read the copied head of a letter: its sender, and another line of a head beside it."""
    if not HEAD_LINE.fullmatch(small[at]):
        return None
    end = _end_of_head(small, at)
    near = [pair for pair in zip(lines[at:end], small[at:end], strict=True) if pair[1]]
    for line, folded_line in near:
        found = FROM.fullmatch(folded_line)
        # A head has more than one line.
        if found and len(near) > 1:
            name, address = mailbox(line[found.start(1) : found.end(1)])
            subject, dated = _value(SUBJECT, near), _value(DATED, near)
            return Cut(at, end, ThreadMessage((), name, address, subject, dated, line))
    return None


def _end_of_head(small: list[str], at: int) -> int:
    """Return the line behind a head; one empty line between its lines belongs to it."""
    end = at
    while end < min(len(small), at + LONGEST_HEAD):
        if small[end] and not HEAD_LINE.fullmatch(small[end]):
            break
        end += 1
        goes_on = end < len(small) and HEAD_LINE.fullmatch(small[end])
        if not small[end - 1] and not goes_on:
            break
    return end


def _value(pattern: re.Pattern[str], near: list[tuple[str, str]]) -> str:
    for line, folded_line in near:
        if found := pattern.fullmatch(folded_line):
            return line[found.start(1) :]
    return ""


def _attribution(lines: list[str], small: list[str], at: int) -> Cut | None:
    """Read "On Monday Ada wrote:", which mail programs break over several lines."""
    if not WROTE_STARTS.match(small[at]):
        return None
    for end in range(at + 1, min(at + A_FEW, len(lines)) + 1):
        if WROTE.search(" ".join(small[at:end]).strip()):
            whole = " ".join(lines[at:end]).strip()
            name, address = mailbox(whole)
            if re.search(r"\d", name):
                name = ""
            return Cut(at, end, ThreadMessage((), name, address, dated=whole, head=whole))
    return None


def mailbox(value: str) -> tuple[str, str]:
    """Return the name and the address in a line of a head."""
    if found := MAILBOX.search(value):
        name = found[1]
        if value.rstrip().endswith(":"):
            name = name.rpartition(",")[2]
        return _name(name), found[2].lower()
    named = addresses(value)
    name, address = named[0] if named else ("", "")
    if "@" in address:
        return _name(name), address.lower()
    if "@" in value:
        return "", ""
    return _name(value), ""


def _name(written: str) -> str:
    plain = written.strip(" \t*\"'“”,;:")
    return "" if "@" in plain else plain


def unwrapped(lines: tuple[str, ...] | list[str]) -> str:
    """Join lines that a mail program broke for their length, without the signature of a phone."""
    made: list[str] = []
    before = ""
    for line in lines:
        if FROM_A_PHONE.match(line.strip()):
            continue
        if made and line and _is_broken(before):
            made[-1] = f"{made[-1]} {line.lstrip()}"
        else:
            made.append(line)
        before = line
    return "\n".join(made)


def _is_broken(line: str) -> bool:
    return WRAPPED <= len(line) <= WIDEST and not line.endswith((".", "!", "?", ":"))
