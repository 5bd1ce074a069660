"""The voice document: how offers and reminders read, as texts and as mails, written by staff, read into templates.

Placeholders stand in single braces, `{service}`; the templates of `voice` are what becomes of them.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

import msgspec
from msgspec.structs import replace

from fullhouse.kernel.sms import segment_count
from fullhouse.kernel.templates import TemplateProblem, render, validate
from fullhouse.products.frontdesk.shared.plain_text import (
    LONGEST_TEXT,
    TextLine,
    displayed,
    plain_line,
    straight_quotes,
    unescaped,
    visible,
)
from fullhouse.products.frontdesk.shared.rulebook.model import RuleProblem, normalized_name

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
PLACEHOLDERS = tuple(SAMPLE)
REMINDER_SAMPLE: Mapping[str, str] = {
    **{name: SAMPLE[name] for name in ("service", "when", "staff", "name", "business")},
    "confirm": "https://salon.example/l/Bf4Kd",
    "reschedule": "https://salon.example/l/Hm9Ts",
    "cancel": "https://salon.example/l/Qc6Vy",
}
REMINDER_PLACEHOLDERS = tuple(REMINDER_SAMPLE)
CHANNELS = {
    "text": "text",
    "texts": "text",
    "sms": "text",
    "mail": "mail",
    "mails": "mail",
    "email": "mail",
    "emails": "mail",
}
HEADINGS = "`# Text`, `# Mail`, `# Reminder text` and `# Reminder mail`"
REMINDER = "reminder"
WORD_MARKS = re.compile("[-_ ]")
MOST_TEMPLATES = 100
LONGEST_SERVICE = 80
MARK = re.compile(r" {0,3}#{1,6} ")
SUBJECT = re.compile(r"[*_ ]{0,8}subject[*_ ]{0,8}:[*_ ]{0,8}", re.IGNORECASE)
PLACEHOLDER = re.compile(r"(?<!\{)\{(?![{%#])([^{}\n]{0,60})\}(?!\})")
STRAY = re.compile(r"(?<!\{)\{(?![{%#])")


class TemplateSlot(msgspec.Struct, frozen=True):
    """What a template is for: what it may insert, and the link without which a text would lead nowhere."""

    sample: Mapping[str, str]
    link: str
    why: str

    @property
    def known(self) -> str:
        """All that can be inserted, as it is written."""
        return ", ".join(f"{{{one}}}" for one in self.sample)

    @property
    def samples(self) -> tuple[Mapping[str, str], ...]:
        """Values to try a template with, whether or not someone of the staff or the business is named."""
        return self.sample, {**self.sample, "staff": "", "business": ""}


OFFERS = TemplateSlot(
    SAMPLE, "claim", "a text always needs {claim}, the link with which the slot is claimed"
)
REMINDERS = TemplateSlot(
    REMINDER_SAMPLE,
    "confirm",
    "a reminder as a text always needs {confirm}, the link with which it is answered",
)


class ReminderVoice(msgspec.Struct, frozen=True):
    """How reminders of a service read, or those of every service, which names none."""

    service: str = ""
    text: str = ""
    mail_subject: str = ""
    mail: str = ""


class Voice(msgspec.Struct, frozen=True):
    """Templates for `voice.fill`, with the values of `SAMPLE`; an empty one leaves it to our own words."""

    text: str = ""
    mail_subject: str = ""
    mail: str = ""
    reminders: tuple[ReminderVoice, ...] = ()

    def reminder(self, service: str) -> dict[str, str]:
        """Return how a reminder of a service reads, as a text and as a mail: its own words, else those for all."""
        named = [
            one
            for name in (service, "")
            for one in self.reminders
            if normalized_name(one.service) == normalized_name(name)
        ]
        mail = next((one for one in named if one.mail or one.mail_subject), ReminderVoice())
        text = next((one.text for one in named if one.text), "")
        return {"text": text, "mail": mail.mail, "subject": mail.mail_subject}


class ParsedVoice(msgspec.Struct, frozen=True):
    """What was understood of a text, and what was not. Only a text without problems is put in force."""

    templates: Voice
    problems: tuple[RuleProblem, ...] = ()


class VoiceSection(msgspec.Struct):
    """A template as it was written: its heading, what that says, and its lines with their numbers."""

    heading: TextLine
    channel: str
    reminder: bool = False
    service: str = ""
    lines: list[tuple[int, str]] = []

    @property
    def place(self) -> tuple[bool, str, str]:
        """What there is one template for."""
        return self.reminder, normalized_name(self.service), self.channel


def parse_voice(text: str) -> ParsedVoice:
    """Read the voice; what cannot be used becomes a problem, and its template stays empty."""
    if len(text) > LONGEST_TEXT:
        return ParsedVoice(
            Voice(), (RuleProblem(1, "", f"The voice is longer than {LONGEST_TEXT:,} characters."),)
        )
    return _read(text)


@lru_cache(maxsize=64)
def _read(text: str) -> ParsedVoice:
    pieces: dict[tuple[bool, str, str], VoiceSection] = {}
    problems = list(_gather(text, pieces))
    offer: dict[str, str] = {}
    reminders: dict[str, dict[str, str]] = {}
    for piece in pieces.values():
        service = {"service": piece.service}
        templates = (
            reminders.setdefault(normalized_name(piece.service), service)
            if piece.reminder
            else offer
        )
        if piece.channel == "mail":
            templates["mail_subject"] = _template("mail_subject", _subject(piece), problems)
        templates[piece.channel] = _template(piece.channel, piece, problems)
    said = tuple(ReminderVoice(**templates) for templates in reminders.values())
    problems = sorted(problems, key=lambda one: one.line)[:MOST_PROBLEMS]
    return ParsedVoice(Voice(**offer, reminders=said), tuple(problems))


def _gather(text: str, pieces: dict[tuple[bool, str, str], VoiceSection]) -> Iterator[RuleProblem]:
    """Put each line under its heading, and name those that stand nowhere."""
    piece: VoiceSection | None = None
    for number, written in enumerate(text.splitlines(), start=1):
        line = plain_line(number, written)
        fresh = _headed(line)
        if fresh and fresh.place in pieces:
            yield RuleProblem(
                number, line.text, "This heading stands here twice; a channel has one template."
            )
        elif fresh and len(pieces) == MOST_TEMPLATES:
            yield RuleProblem(number, line.text, f"There are at most {MOST_TEMPLATES} templates.")
            piece = fresh
            continue
        if fresh:
            piece = pieces.setdefault(fresh.place, fresh)
        elif piece and MARK.match(written):
            yield RuleProblem(number, line.text, f"There are headings {HEADINGS}.")
        elif piece:
            piece.lines.append((number, unescaped(written)))
        elif line.words and not _is_title(line):
            yield RuleProblem(
                number, line.text, f"A template stands under a heading, one of {HEADINGS}."
            )


def _headed(line: TextLine) -> VoiceSection | None:
    """Read a heading: on which channel, whether it is about reminders, and of which service."""
    named, _, behind = line.words.partition(":")
    words, service = WORD_MARKS.sub("", named).lower(), " ".join(behind.strip(" :_").split())
    reminder = REMINDER in words
    channel = CHANNELS.get(words.replace(REMINDER, "", 1), "")
    fits = not service or (reminder and len(service) <= LONGEST_SERVICE and "{" not in service)
    return (
        VoiceSection(line, channel, reminder, service)
        if channel and fits and not line.bullet
        else None
    )


def _is_title(line: TextLine) -> bool:
    return line.heading or line.words.lower().endswith("voice")


def _subject(mail: VoiceSection) -> VoiceSection:
    """Take the first line from a mail where it is the subject, which then is a piece of its own."""
    at = next((at for at, (_, line) in enumerate(mail.lines) if line.strip()), 0)
    number, line = mail.lines[at] if mail.lines else (mail.heading.number, "")
    found = SUBJECT.match(line)
    if found is None:
        return replace(mail, lines=[])
    del mail.lines[: at + 1]
    return replace(mail, lines=[(number, line[found.end() :].strip(" *_"))])


def _template(name: str, piece: VoiceSection, problems: list[RuleProblem]) -> str:
    """Make a template of a piece; nothing if it says nothing or has a problem."""
    tidy = straight_quotes if name == "text" else visible
    lines = _trimmed([(number, tidy(line).rstrip()) for number, line in piece.lines])
    occasion = REMINDERS if piece.reminder else OFFERS
    found = list(islice(_misplaced(lines, occasion), MOST_PROBLEMS))
    source = "\n".join(PLACEHOLDER.sub(_filled, line) for _, line in lines)
    if lines and not found:
        try:
            _check(name, source, occasion)
        except TemplateProblem as error:
            number, line = lines[min(error.line, len(lines)) - 1]
            found = [
                RuleProblem(
                    number, displayed(line), f"{error.reason[0].upper()}{error.reason[1:]}."
                )
            ]
    problems += found
    return "" if found else source


def _trimmed(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    said = [at for at, (_, line) in enumerate(lines) if line]
    return lines[said[0] : said[-1] + 1] if said else []


def _misplaced(lines: list[tuple[int, str]], occasion: TemplateSlot) -> Iterator[RuleProblem]:
    """Name the placeholders that there are not, and braces that nobody closed."""
    known = occasion.known
    for number, line in lines:
        for found in PLACEHOLDER.finditer(line):
            if _name(found) not in occasion.sample:
                yield RuleProblem(
                    number, displayed(line), f"There is no {found[0]} here; there are {known}."
                )
        if STRAY.search(PLACEHOLDER.sub("", line)):
            yield RuleProblem(
                number,
                displayed(line),
                f"A brace is open or closed alone; placeholders are {known}.",
            )


def _name(found: re.Match[str]) -> str:
    return found[1].strip().lower()


def _filled(found: re.Match[str]) -> str:
    return f"{{{{ {_name(found)} }}}}"


def _check(name: str, source: str, occasion: TemplateSlot) -> None:
    """Refuse a template that would not do."""
    for sample in occasion.samples:
        validate(source, sample)
        said = render(source, sample)
        if name == "text" and sample[occasion.link] not in said:
            raise TemplateProblem(1, occasion.why)
        if name == "text" and segment_count(said) > MOST_PARTS:
            raise TemplateProblem(
                1,
                f"it would be sent in {segment_count(said)} parts, and each is paid for; {MOST_PARTS} are the most",
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

## Reminder text

{name}, see you {when} for {service}{% if staff %} with {staff}{% endif %}? Tell us here: {confirm}

## Reminder mail

Subject: See you {when}?

Dear {name},

we look forward to seeing you {when}: {service}{% if staff %} with {staff}{% endif %}.

Please tell us whether you are coming. Another time, or not at all? That is one tap, too.

{business}

## Reminder text: Dental cleaning

{name}, your teeth are due {when}. Please brush before, and tell us that you are coming: {confirm}
"""
