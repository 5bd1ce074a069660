"""Our own phrases as voice documents to start from, and how they are told from what staff wrote."""

from collections.abc import Iterable
from functools import lru_cache

from fullhouse.kernel.sms import shortened
from fullhouse.locale import LANGUAGES, known_language
from fullhouse.products.frontdesk.shared.message_facts import TemplateFacts
from fullhouse.products.frontdesk.shared.voice import (
    FORMER_VOICE,
    REMINDER_SAMPLE,
    SAMPLE,
    ReminderVoice,
    Voice,
    parse_voice,
)
from fullhouse.products.frontdesk.shared.wording import Phrases

# Phrases with a word around a value, and the value without which they are left out.
PHRASED = {"with_staff": "staff", "from_business": "business"}


def offer_voice(language: str) -> str:
    """Return what we say in offers as a voice document."""
    keys = ("offer.text", "offer.subject", "offer.body.last")
    text, subject, body = _templates("waitlist", language, SAMPLE, keys)
    return f"# Text\n\n{shortened(text)}\n\n# Mail\n\nSubject: {subject}\n\n{body}\n"


def reminder_voice(language: str) -> str:
    """Return what we say in first reminders as part of a voice document."""
    keys = ("reminder.text", "reminder.subject", "reminder.body")
    text, subject, body = _templates("appointments", language, REMINDER_SAMPLE, keys)
    return (
        f"# Reminder text\n\n{shortened(text)}\n\n# Reminder mail\n\nSubject: {subject}\n\n{body}\n"
    )


def _templates(
    group: str, language: str, names: Iterable[str], keys: Iterable[str]
) -> tuple[str, ...]:
    """Return phrases with placeholders where a message has values."""
    phrases = Phrases(known_language(language), group)
    values = {name: f"{{{name}}}" for name in names}
    values["for_party"] = ""  # most customers come alone: what staff begin from says no party
    for key, part in PHRASED.items():
        values[key] = f"{{% if {part} %}}{phrases.say(key, values)}{{% endif %}}"
    return tuple(phrases.say(key, values) for key in keys)


DEFAULT_VOICE = offer_voice("en")


@lru_cache(maxsize=1)
def _our_templates() -> frozenset[str]:
    """Return every template of ours, in each language, and those of earlier versions."""
    voices: list[Voice | ReminderVoice] = [parse_voice(FORMER_VOICE).templates]
    for language in LANGUAGES:
        voices.append(parse_voice(offer_voice(language)).templates)
        voices += parse_voice(reminder_voice(language)).templates.reminders
    return frozenset(part for one in voices for part in (one.text, one.mail, one.mail_subject))


def own_templates(template: TemplateFacts) -> TemplateFacts:
    """Return staff's own templates only.

    Where they left ours as they were, our phrases are said: they leave out names to stay in one
    part, and know what differs from message to message.
    """
    parts = (template.text, template.mail, template.subject)
    if not any(parts):
        return template
    ours = _our_templates()
    return TemplateFacts(*("" if part in ours else part for part in parts))
