"""The voice document: one offer template for texts and one for mails, as staff write them, read into templates.

Placeholders stand in single braces, `{service}`; the templates of `voice` are what becomes of them.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

import msgspec

from fullhouse.kernel.plain_text import LONGEST_TEXT, Line, plain_line, shown, straight, unescaped, visible
from fullhouse.kernel.rulebook import Problem
from fullhouse.kernel.texts import parts
from fullhouse.kernel.voice import TemplateProblem, check, fill

MOST_PARTS = 3
MOST_PROBLEMS = 100
LONGEST_SUBJECT = 150
SAMPLE: Mapping[str, str] = {
    "service": "Colour",
    "when": "Saturday 20 June, 14:00",
    "staff": "Jess",
    "window": "10 minutes",
    "name": "Ada",
    "business": "Salon Jess",
    "claim": "https://salon.example/l/Xk2Pq",
    "decline": "https://salon.example/l/Zr7Wn",
}
SPARSE: Mapping[str, str] = {**SAMPLE, "staff": "", "business": ""}
PLACEHOLDERS = tuple(SAMPLE)
HEADINGS = {
    "text": "text",
    "texts": "text",
    "sms": "text",
    "mail": "mail",
    "mails": "mail",
    "email": "mail",
    "emails": "mail",
}
MARK = re.compile(r" {0,3}#{1,6} ")
SUBJECT = re.compile(r"[*_ ]{0,8}subject[*_ ]{0,8}:[*_ ]{0,8}", re.IGNORECASE)
PLACEHOLDER = re.compile(r"(?<!\{)\{(?![{%#])([^{}\n]{0,60})\}(?!\})")
STRAY = re.compile(r"(?<!\{)\{(?![{%#])")
KNOWN = ", ".join(f"{{{one}}}" for one in PLACEHOLDERS)


class Voice(msgspec.Struct, frozen=True):
    """Templates for `voice.fill`, with the values of `SAMPLE`; an empty one leaves it to our own words."""

    text: str = ""
    mail_subject: str = ""
    mail: str = ""


class VoiceReading(msgspec.Struct, frozen=True):
    """What was understood of a text, and what was not. Only a text without problems is put in force."""

    templates: Voice
    problems: tuple[Problem, ...] = ()


class Piece(msgspec.Struct):
    """A template as it was written: its heading, and its lines with their numbers."""

    heading: Line
    lines: list[tuple[int, str]] = []


def read_voice(text: str) -> VoiceReading:
    """Read the voice; what cannot be used becomes a problem, and its template stays empty."""
    if len(text) > LONGEST_TEXT:
        return VoiceReading(Voice(), (Problem(1, "", f"The voice is longer than {LONGEST_TEXT:,} characters."),))
    return _read(text)


@lru_cache(maxsize=64)
def _read(text: str) -> VoiceReading:
    pieces: dict[str, Piece] = {}
    problems = list(_gather(text, pieces))
    if "mail" in pieces:
        pieces["mail_subject"] = _subject(pieces["mail"])
    templates = {name: _template(name, piece, problems) for name, piece in pieces.items()}
    return VoiceReading(Voice(**templates), tuple(sorted(problems, key=lambda one: one.line)[:MOST_PROBLEMS]))


def _gather(text: str, pieces: dict[str, Piece]) -> Iterator[Problem]:
    """Put each line under its heading, and name those that stand nowhere."""
    piece: Piece | None = None
    for number, written in enumerate(text.splitlines(), start=1):
        line = plain_line(number, written)
        channel = _channel(line)
        if channel in pieces:
            yield Problem(number, line.text, "This heading stands here twice; a channel has one template.")
        if channel:
            piece = pieces.setdefault(channel, Piece(line))
        elif piece and MARK.match(written):
            yield Problem(number, line.text, "There are two headings, `# Text` and `# Mail`.")
        elif piece:
            piece.lines.append((number, unescaped(written)))
        elif line.words and not _is_title(line):
            yield Problem(number, line.text, "A template stands under a heading, `# Text` or `# Mail`.")


def _channel(line: Line) -> str:
    return "" if line.bullet else HEADINGS.get(line.words.replace("-", "").strip(" :_").lower(), "")


def _is_title(line: Line) -> bool:
    return line.heading or line.words.lower().endswith("voice")


def _subject(mail: Piece) -> Piece:
    """Take the first line from a mail where it is the subject, which then is a piece of its own."""
    at = next((at for at, (_, line) in enumerate(mail.lines) if line.strip()), 0)
    number, line = mail.lines[at] if mail.lines else (mail.heading.number, "")
    found = SUBJECT.match(line)
    if found is None:
        return Piece(mail.heading)
    del mail.lines[: at + 1]
    return Piece(mail.heading, [(number, line[found.end() :].strip(" *_"))])


def _template(name: str, piece: Piece, problems: list[Problem]) -> str:
    """Make a template of a piece; nothing if it says nothing or has a problem."""
    tidy = straight if name == "text" else visible
    lines = _trimmed([(number, tidy(line).rstrip()) for number, line in piece.lines])
    found = list(islice(_misplaced(lines), MOST_PROBLEMS))
    source = "\n".join(PLACEHOLDER.sub(_filled, line) for _, line in lines)
    if lines and not found:
        try:
            _check(name, source)
        except TemplateProblem as error:
            number, line = lines[min(error.line, len(lines)) - 1]
            found = [Problem(number, shown(line), f"{error.reason[0].upper()}{error.reason[1:]}.")]
    problems += found
    return "" if found else source


def _trimmed(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    said = [at for at, (_, line) in enumerate(lines) if line]
    return lines[said[0] : said[-1] + 1] if said else []


def _misplaced(lines: list[tuple[int, str]]) -> Iterator[Problem]:
    """Name the placeholders that there are not, and braces that nobody closed."""
    for number, line in lines:
        for found in PLACEHOLDER.finditer(line):
            if _name(found) not in PLACEHOLDERS:
                yield Problem(number, shown(line), f"There is no {found[0]} here; there are {KNOWN}.")
        if STRAY.search(PLACEHOLDER.sub("", line)):
            yield Problem(number, shown(line), f"A brace is open or closed alone; placeholders are {KNOWN}.")


def _name(found: re.Match[str]) -> str:
    return found[1].strip().lower()


def _filled(found: re.Match[str]) -> str:
    return f"{{{{ {_name(found)} }}}}"


def _check(name: str, source: str) -> None:
    """Refuse a template that would not do, whether or not someone of the staff or the business is named."""
    for sample in (SAMPLE, SPARSE):
        check(source, sample)
        said = fill(source, sample)
        if name == "text" and SAMPLE["claim"] not in said:
            raise TemplateProblem(1, "a text always needs {claim}, the link with which the slot is claimed")
        if name == "text" and parts(said) > MOST_PARTS:
            raise TemplateProblem(
                1, f"it would be sent in {parts(said)} parts, and each is paid for; {MOST_PARTS} are the most"
            )
        if name == "mail_subject" and len(said) > LONGEST_SUBJECT:
            raise TemplateProblem(1, f"a subject has at most {LONGEST_SUBJECT} characters")


DEFAULT_VOICE = """\
# Text

{% if business %}{business}: {% endif %}Hi {name}, {service}{% if staff %} with {staff}{% endif %} is free on {when}. \
It is yours if you claim it within {window}: {claim}

# Mail

Subject: {service} is free: {when}

Hello {name},

good news: {service}{% if staff %} with {staff}{% endif %} has just become free on {when}.

It is kept for you for {window}. One tap and it is yours; if it does not suit you, nothing is lost and you stay in line.

{business}
"""

EXAMPLE_VOICE = """\
# Our voice

## Text

{name}, {when} just opened up for {service}{% if staff %} with {staff}{% endif %}! Want it? {claim} \
(held for you for {window}) Not this time: {decline}

## Mail

Subject: A chair for you: {when}

Dear {name},

someone had to cancel, so {when} is yours if you like: {service}{% if staff %} with {staff}{% endif %}.

Take it within {window}: {claim}
Not this time? {decline}

See you soon
{business}
"""
