"""A value whose words do not stand in the mail is dropped, wherever it came from."""

from fullhouse.inbound.attachments.document import Document
from fullhouse.inbound.extraction.request import keep_verbatim
from fullhouse.inbound.mail.reader import MailSettings, ReadMail, read_mail
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.products.frontdesk.shared.proposals import ProposedField
from tests.inbound.extraction.desk import raw_mail


def reading(text: str, *files: Document) -> ReadMail:
    read = read_mail(
        raw_mail(text), Envelope(sender="a@example.org"), MailSettings(domain="salon.example")
    )
    return ReadMail(
        mail=read.mail, sender=read.sender, name=read.name, text=read.text, documents=files
    )


def kept(words: str, *files: Document) -> bool:
    return bool(
        keep_verbatim(
            [ProposedField("service", "Cut", "sure", words), None],
            reading("A haircut,\n> please.", *files),
        )
    )


def test_words_of_the_mail_are_kept_however_its_lines_are_broken() -> None:
    assert kept("a haircut, please")
    assert kept("Anna Berg <anna.berg@example.org>")
    assert kept("Hello")


def test_other_words_and_none_at_all_are_dropped() -> None:
    assert not kept("a massage, please")
    assert not kept("")
    assert not kept("…", Document("form.pdf", "pdf", "Cut"))


def test_words_of_a_file_have_to_stand_in_one_of_that_name() -> None:
    form, other = Document("form.pdf", "pdf", "Cut: yes"), Document("form.pdf", "pdf", "Name: Ada")
    assert kept("form.pdf: Cut: yes", form, other)
    assert kept("form.pdf: Name: Ada", form, other)
    assert not kept("form.pdf: Massage", form, other)
    assert not kept("card.pdf: Cut: yes", form, other)
    assert kept("a" * 100 + ": Cut", Document("a" * 120, "pdf", "Cut"))
