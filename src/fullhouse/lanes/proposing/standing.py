"""Only what stands in a mail is proposed: the words that a value is said to come from have to be the mail's own."""

import re
import unicodedata
from collections.abc import Iterable

from fullhouse.kernel.proposals import ProposedField
from fullhouse.lanes.mail.html_text import whole_text_in
from fullhouse.lanes.mail.reading import ReadMail
from fullhouse.lanes.proposing.letters import LONGEST_FILE_NAME

LARGEST = 300_000


def keep_verbatim(found: Iterable[ProposedField | None], reading: ReadMail) -> tuple[ProposedField, ...]:
    """Keep the fields whose words stand in the mail, or in the file that they name."""
    mail = collapse_spaces(_said(reading))
    files = [(one.name, collapse_spaces(one.text)) for one in reading.documents]
    return tuple(one for one in found if one is not None and _stands(one.words, mail, files))


def _stands(words: str, mail: str, files: list[tuple[str, str]]) -> bool:
    plain = collapse_spaces(words)
    if not plain or plain in mail:
        return bool(plain)
    return any(plain in collapse_spaces(name) + text or _stands_in(words, name, text) for name, text in files)


def _stands_in(words: str, name: str, text: str) -> bool:
    """Whether words that begin with a file's name, or as much of it as is shown, go on with what stands in it."""
    shown = next((one for one in (f"{name}: ", f"{name[:LONGEST_FILE_NAME]}: ") if words.startswith(one)), "")
    rest = collapse_spaces(words.removeprefix(shown))
    return bool(shown and rest) and rest in text


def _said(reading: ReadMail) -> str:
    """Gather all that a mail says outside of its files."""
    mail = reading.mail
    shown = [part for part in mail.parts if not part.attached]
    pages = [whole_text_in(part.text) for part in shown if part.kind == "text/html"]
    texts = [part.text for part in shown if part.kind == "text/plain"]
    return "\n".join([*mail.all("from"), reading.name, reading.sender, mail.subject, reading.text, *texts, *pages])


def collapse_spaces(text: str) -> str:
    """Leave only letters and figures, small and without their marks: lines may be broken anywhere."""
    plain = unicodedata.normalize("NFKD", text[:LARGEST].casefold())
    return "".join(re.findall(r"\w", "".join(one for one in plain if not unicodedata.combining(one))))
