"""A mail that came as a file: who wrote it to whom, and what; as if it had been forwarded in the text."""

from fullhouse.kernel.letters import single_line
from fullhouse.lanes.mail.parsing import LARGEST_WITH_FILES, Mail, read, words
from fullhouse.lanes.mail.reading import text_of_mail

HEADS = ("From", "Date", "Subject", "To")


def mail_in(content: bytes) -> Mail:
    """Read the mail; never raises."""
    return read(content, LARGEST_WITH_FILES)


def told(mail: Mail) -> str:
    """Write a mail down as mail programs do when they forward one."""
    values = ((name, single_line(words(mail.first(name.lower())))) for name in HEADS)
    head = [f"{name}: {value}" for name, value in values if value]
    return "\n".join([*head, "", text_of_mail(mail).strip()])
