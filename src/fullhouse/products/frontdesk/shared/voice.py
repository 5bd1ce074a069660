"""The voice document: staff's own templates for offers and reminders, by text and mail.

Placeholders stand in single braces, `{service}`; `kernel.templates` renders the templates.
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
from fullhouse.products.frontdesk.shared.rulebook.model import (
    Rulebook,
    RuleProblem,
    normalized_name,
)

NO_RULES = Rulebook()
MOST_PARTS = 3
MOST_PROBLEMS = 100
LONGEST_SUBJECT = 150
# Values to check a template with. Previews have those of the business, and links as they are sent.
SAMPLE: Mapping[str, str] = {
    "service": "Colour",
    "when": "Saturday 20 June, 14:00",
    "soon": "tomorrow, 14:00",
    "staff": "Jess",
    "party": "4",
    "window": "10 minutes",
    "until": "until 11:10",
    "name": "Ada",
    "business": "Salon Jess",
    "phone": "+49 30 1234567",
    "address": "Main Street 1, 10115 Berlin",
    "claim": "https://salon.example/l/Xk2Pq",
    "decline": "https://salon.example/l/Zr7Wn",
}
PLACEHOLDERS = tuple(SAMPLE)
OF_BOTH = ("service", "when", "soon", "staff", "party", "name", "business", "phone", "address")
UNKNOWN = {"staff": "", "party": "", "business": "", "phone": "", "address": ""}
REMINDER_SAMPLE: Mapping[str, str] = {
    **{name: SAMPLE[name] for name in OF_BOTH},
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
    """The use of a template: what it may insert, and the link that a text must contain."""

    sample: Mapping[str, str]
    link: str
    why: str

    @property
    def known(self) -> str:
        """All placeholders, as they are written."""
        return ", ".join(f"{{{name}}}" for name in self.sample)

    @property
    def samples(self) -> tuple[Mapping[str, str], ...]:
        """Values to try a template with: with staff, party and business known, and without."""
        return self.sample, {**self.sample, **UNKNOWN}


OFFERS = TemplateSlot(
    SAMPLE, "claim", "a text always needs {claim}, the link with which the slot is claimed"
)
REMINDERS = TemplateSlot(
    REMINDER_SAMPLE,
    "confirm",
    "a reminder as a text always needs {confirm}, the link with which it is answered",
)


class ReminderVoice(msgspec.Struct, frozen=True):
    """Templates for reminders of one service, or of all services if it names none."""

    service: str = ""
    text: str = ""
    mail_subject: str = ""
    mail: str = ""


class Voice(msgspec.Struct, frozen=True):
    """Templates with the names of `SAMPLE`; an empty one means our own phrases."""

    text: str = ""
    mail_subject: str = ""
    mail: str = ""
    reminders: tuple[ReminderVoice, ...] = ()

    @property
    def offer(self) -> dict[str, str]:
        """The templates for an offer."""
        return {"text": self.text, "mail": self.mail, "subject": self.mail_subject}

    def reminder(self, service: str, book: Rulebook = NO_RULES) -> dict[str, str]:
        """Return the templates for a reminder: those of its service, else those for all.

        Those under a former name are the service's as well.
        """
        names = (service, *book.former_names("service", service), "")
        voices = [voice for name in names for voice in self._reminders_of(name)]
        mails = (voice for voice in voices if voice.mail or voice.mail_subject)
        mail = next(mails, ReminderVoice())
        text = next((voice.text for voice in voices if voice.text), "")
        return {"text": text, "mail": mail.mail, "subject": mail.mail_subject}

    def _reminders_of(self, service: str) -> list[ReminderVoice]:
        wanted = normalized_name(service)
        return [voice for voice in self.reminders if normalized_name(voice.service) == wanted]


class ParsedVoice(msgspec.Struct, frozen=True):
    """Parsed templates and problems. Only a text without problems is put in force."""

    templates: Voice
    problems: tuple[RuleProblem, ...] = ()


class VoiceSection(msgspec.Struct):
    """A template as written: its heading, what that means, and its numbered lines."""

    heading: TextLine
    channel: str
    reminder: bool = False
    service: str = ""
    lines: list[tuple[int, str]] = []

    @property
    def place(self) -> tuple[bool, str, str]:
        """The key of the section; each may occur once."""
        return self.reminder, normalized_name(self.service), self.channel


def parse_voice(text: str) -> ParsedVoice:
    """Parse the voice; an unusable template becomes a problem and stays empty."""
    if len(text) > LONGEST_TEXT:
        return ParsedVoice(
            Voice(), (RuleProblem(1, "", f"The voice is longer than {LONGEST_TEXT:,} characters."),)
        )
    return _read(text)


@lru_cache(maxsize=64)
def _read(text: str) -> ParsedVoice:
    sections: dict[tuple[bool, str, str], VoiceSection] = {}
    problems = list(_gather(text, sections))
    offer: dict[str, str] = {}
    reminders: dict[str, dict[str, str]] = {}
    for section in sections.values():
        templates = offer
        if section.reminder:
            name = normalized_name(section.service)
            templates = reminders.setdefault(name, {"service": section.service})
        if section.channel == "mail":
            templates["mail_subject"] = _template("mail_subject", _subject(section), problems)
        templates[section.channel] = _template(section.channel, section, problems)
    voices = tuple(ReminderVoice(**templates) for templates in reminders.values())
    problems = sorted(problems, key=lambda problem: problem.line)[:MOST_PROBLEMS]
    return ParsedVoice(Voice(**offer, reminders=voices), tuple(problems))


def _gather(
    text: str, sections: dict[tuple[bool, str, str], VoiceSection]
) -> Iterator[RuleProblem]:
    """Put each line under its heading; yield a problem for each line without one."""
    section: VoiceSection | None = None
    for number, written in enumerate(text.splitlines(), start=1):
        line = plain_line(number, written)
        heading = _headed(line)
        if heading is None:
            yield from _add_line(section, line, written)
            continue
        if heading.place in sections:
            yield RuleProblem(
                number, line.text, "This heading stands here twice; a channel has one template."
            )
        elif len(sections) == MOST_TEMPLATES:
            yield RuleProblem(number, line.text, f"There are at most {MOST_TEMPLATES} templates.")
            # Its lines are collected, and dropped with it.
            section = heading
            continue
        section = sections.setdefault(heading.place, heading)


def _add_line(section: VoiceSection | None, line: TextLine, written: str) -> Iterator[RuleProblem]:
    """Add a line to its section; yield a problem if it has none or is an unknown heading."""
    if section is None:
        if line.words and not _is_title(line):
            yield RuleProblem(
                line.number, line.text, f"A template stands under a heading, one of {HEADINGS}."
            )
    elif MARK.match(written):
        yield RuleProblem(line.number, line.text, f"There are headings {HEADINGS}.")
    else:
        section.lines.append((line.number, unescaped(written)))


def _headed(line: TextLine) -> VoiceSection | None:
    """Return the section that a heading begins; None if the line is no heading."""
    before, _, behind = line.words.partition(":")
    words = WORD_MARKS.sub("", before).lower()
    service = " ".join(behind.strip(" :_").split())
    reminder = REMINDER in words
    channel = CHANNELS.get(words.replace(REMINDER, "", 1), "")
    if not channel or line.bullet:
        return None
    if service and not (reminder and _is_service_name(service)):
        return None
    return VoiceSection(line, channel, reminder, service)


def _is_service_name(text: str) -> bool:
    return len(text) <= LONGEST_SERVICE and "{" not in text


def _is_title(line: TextLine) -> bool:
    return line.heading or line.words.lower().endswith("voice")


def _subject(mail: VoiceSection) -> VoiceSection:
    """Take the subject line out of a mail, and return it as a section of its own."""
    at = next((at for at, (_, line) in enumerate(mail.lines) if line.strip()), 0)
    number, line = mail.heading.number, ""
    if mail.lines:
        number, line = mail.lines[at]
    found = SUBJECT.match(line)
    if found is None:
        return replace(mail, lines=[])
    del mail.lines[: at + 1]
    return replace(mail, lines=[(number, line[found.end() :].strip(" *_"))])


def _template(name: str, section: VoiceSection, problems: list[RuleProblem]) -> str:
    """Return the template of a section; empty if it has no text or a problem."""
    tidy = straight_quotes if name == "text" else visible
    lines = _trimmed([(number, tidy(line).rstrip()) for number, line in section.lines])
    occasion = REMINDERS if section.reminder else OFFERS
    found = list(islice(_misplaced(lines, occasion), MOST_PROBLEMS))
    source = "\n".join(PLACEHOLDER.sub(_filled, line) for _, line in lines)
    if lines and not found:
        try:
            _check(name, source, occasion)
        except TemplateProblem as error:
            number, line = lines[min(error.line, len(lines)) - 1]
            reason = f"{error.reason[0].upper()}{error.reason[1:]}."
            found = [RuleProblem(number, displayed(line), reason)]
    problems += found
    return "" if found else source


def _trimmed(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    filled = [at for at, (_, line) in enumerate(lines) if line]
    if not filled:
        return []
    return lines[filled[0] : filled[-1] + 1]


def _misplaced(lines: list[tuple[int, str]], occasion: TemplateSlot) -> Iterator[RuleProblem]:
    """Yield a problem for each unknown placeholder and each unmatched brace."""
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
    """Raise a problem if a template lacks its link or becomes too long."""
    for sample in occasion.samples:
        validate(source, sample)
        rendered = render(source, sample)
        if name == "text" and sample[occasion.link] not in rendered:
            raise TemplateProblem(1, occasion.why)
        parts = segment_count(rendered)
        if name == "text" and parts > MOST_PARTS:
            raise TemplateProblem(
                1,
                f"it would be sent in {parts} parts, and each is paid for; "
                f"{MOST_PARTS} are the most",
            )
        if name == "mail_subject" and len(rendered) > LONGEST_SUBJECT:
            raise TemplateProblem(1, f"a subject has at most {LONGEST_SUBJECT} characters")


# What we offered to begin from in earlier versions.
FORMER_VOICE = """\
# Text

{% if business %}{business}: {% endif %}\
{service}{% if staff %} with {staff}{% endif %} is free: {when}. \
Kept for you for {window}: {claim}

# Mail

Subject: {service} is free: {when}

Hello {name},

good news: {service}{% if staff %} with {staff}{% endif %} has just become free on {when}.

It is kept for you for {window}. One tap and it is yours; \
if it does not suit you, nothing is lost and you stay in line.

{business}
"""

EXAMPLE_VOICE = """\
# Our voice

## Text

{name}, {when} just opened up for {service}{% if staff %} with {staff}{% endif %}! \
Want it? {claim} \
(held for you for {window}) Not this time: {decline}

## Mail

Subject: A chair for you: {when}

Dear {name},

someone had to cancel, so {when} is yours if you like: \
{service}{% if staff %} with {staff}{% endif %}.

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
