"""Decisions about fifty small mails, each the one that a person would make."""

import pytest

from fullhouse.inbound.mail.new_text import new_text
from fullhouse.inbound.mail.reader import MailSettings, read_mail
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.inbound.replies.intent import reply_intent
from tests.inbound.mail.letters import ANNA, bounce, html_mail, mail

OURS = MailSettings(domain="rsvp.test", sender="rsvp@rsvp.test")


def decided(raw: bytes) -> str:
    """The intent of a mail that a person wrote, or why it is set aside."""
    reading = read_mail(raw, Envelope(sender="anna@example.org"), OURS)
    if reading.aside or reading.report:
        return f"aside: {reading.aside or 'a report'}"
    return reply_intent(new_text(reading.text), reading.mail.subject)


QUOTED = """

On Mon, 1 Jun 2026 at 09:00, Summer party <rsvp@rsvp.test> wrote:

> I can't come
> Please cancel my seat
"""

COMES = {
    "yes": "Yes!",
    "yes, above a quoted cancel": f"I'm coming!{QUOTED}",
    "a not": "Please don't cancel my seat!",
    "a not in German": "Ich möchte nicht absagen.",
    "a not in French": "Je ne veux pas annuler.",
    "a not in Spanish": "No quiero cancelar.",
    "someone else, and oneself": "My wife can't make it, but I'll be there.",
    "nothing to cancel": "No tengo que cancelar mi plaza",
    "instead of a cancel": "Au lieu d'annuler ma place, je viens",
}

NO_CANCELS = {
    "empty, above a quoted cancel": QUOTED,
    "nothing at all": "",
    "a question": "Can I cancel later?",
    "a question in German": "Muss ich absagen, wenn ich später komme?",
    "a condition": "If I can't make it, I'll tell you.",
    "a condition in German": "Falls ich nicht kommen kann, sage ich ab.",
    "a condition in French": "Si je ne peux pas venir, je vous préviens.",
    "someone else": "Tom can't make it, he says hello.",
    "someone else in Spanish": "Mi hermano no puede ir.",
    "late": "I can't make it before 8, is that ok?",
    "not alone": "Ich komme nicht allein.",
    "doubt": "I might have to cancel, I will let you know",
    "talk of it": "Is it true that the other event was cancelled?",
    "a signature with a slogan": "See you!\n-- \nI can't come to the phone",
    "an English Outlook quote": (
        "Great!\n\n________________\nFrom: Summer party\nSent: Monday\nI can't come"
    ),
    "a German Outlook quote": (
        "Toll!\n\nVon: Summer party\nGesendet: Montag\nBetreff: x\n\nIch kann nicht kommen"
    ),
    "a French quote": (
        "Merci\n\nLe lun. 1 juin 2026 à 09:00, Fête <a@b.fr> a écrit :\n> Je ne peux pas venir"
    ),
    "a Spanish quote": (
        "Gracias\n\nEl lun, 1 jun 2026 a las 9:00, Fiesta (<a@b.es>) escribió:\n\n> No puedo ir"
    ),
    "a German quote over two lines": (
        "Ja gern\n\nAm Mo., 1. Juni 2026 um 9 Uhr schrieb\nFest <a@b.de>:\nich sage ab"
    ),
    "from a phone": "Ok\n\nSent from my iPhone\nCancel",
    "an original message": "Fine\n\n-----Original Message-----\nPlease cancel my seat",
    "an hour that does not suit": "I can't be there at 7, more like 8",
    "someone else, unfortunately": "Tom unfortunately can't make it",
    "without company": "Je ne viens pas avec Luc, il est malade",
    "not in time": "Ich schaffe es nicht rechtzeitig, komme um 8",
    "not with the children": "Al final no voy a llevar a los ni\u00f1os",
    "the first hour": "I have to miss the first hour",
    "below a quote, with another quote": "On Monday x@y wrote:\n> Coming?\nI can't come\n> cancel",
}

CANCELS = {
    "a word": "Cancel",
    "a word in capitals, with a greeting": "CANCEL!\n\nAnna",
    "a sentence": "Hi Jo,\n\nunfortunately I can't make it.\n\nBest, Anna",
    "typographic apostrophes": "Sorry, I can\u2019t come after all.",
    "won't be able": "I won't be able to attend on Friday.",
    "have to": "I'm so sorry, we have to cancel",
    "please": "Please cancel my reservation. Thanks!",
    "a bare no": "No",
    "no thanks": "No, thanks.",
    "above a quoted yes": f"I can't make it.{QUOTED}",
    "below a quote": "> are you coming?\n\nSorry, can't make it",
    "German, split around": "Hallo, ich kann am Freitag leider nicht kommen. LG Eva",
    "German, must": "Leider muss ich absagen.",
    "German, short": "Bitte stornieren",
    "German, prevented": "Wir sind leider verhindert.",
    "German, does not manage": "ich schaffe es leider nicht",
    "French, can't": "Désolée, je ne peux pas venir vendredi.",
    "French, won't be there": "Bonjour,\nmalheureusement je ne serai pas là.",
    "French, cancel": "J'annule ma place, merci",
    "French, must": "Je dois annuler.",
    "Spanish, can't": "Lo siento, no puedo ir.",
    "Spanish, won't": "Hola, al final no podré asistir",
    "Spanish, have to": "Tengo que cancelar",
    "Spanish, short": "Cancelar, por favor",
    "below an attribution and a quote": (
        "On 2026-06-11 09:00, Party wrote:\n> Coming?\n\nSadly not. I have to drop out"
    ),
    "not going to": "Hi, I'm not going to make it on Friday after all",
    "no longer": "I am afraid I can no longer attend.",
    "German, with words in passing": "hi, schaffs heute leider doch nicht, sorry!!",
    "German, to the staff": "bitte stornieren Sie meine Anmeldung. Ich bin auf Dienstreise.",
    "German, signing off": "Wir melden uns hiermit ab.",
    "German, with a date": "Leider kann ich am 19. Juni nicht dabei sein.",
    "German, with a bare date": "Leider kann ich am 19. nicht kommen.",
    "German, future": "ich werde es leider nicht schaffen",
    "Spanish, with a reason first": "Por motivos de salud no podremos ir",
    "French, with words in passing": "Je ne pourrai finalement pas \u00eatre l\u00e0 vendredi",
    "French, stepping back": "je dois malheureusement me d\u00e9sister",
    "French, formal": "Je vous prie de bien vouloir annuler mon inscription",
    "Spanish, to several": "por favor cancelad mi plaza",
    "Spanish, spoken": "al final no voy, lo siento!!",
    "Spanish, we": "Sinti\u00e9ndolo mucho no podremos asistir",
}

ASIDE = {
    "an out-of-office": mail("I'm away", auto_submitted="auto-replied"),
    "an out-of-office by its subject": mail("I'm away", subject="Automatic reply: You're in"),
    "a German absence": mail("Ich bin weg", subject="Abwesenheitsnotiz: Party"),
    "an Exchange rule": mail("Away", x_auto_response_suppress="All"),
    "bulk": mail("News", precedence="bulk"),
    "a list": mail("Hello all", list_id="<friends.example.org>"),
    "a machine": mail("Hello", sender="no-reply@example.org"),
    "a bounce without a report": mail("Failed", sender="MAILER-DAEMON@example.org"),
    "a report": bounce("x@y"),
    "our own mail": mail("You're in", message_id=f"<{'0a' * 16}@rsvp.test>"),
    "our own address": mail("You're in", sender="Party <rsvp@rsvp.test>"),
    "an event's address": mail("You're in", sender="rsvp+party@rsvp.test"),
    "two senders": mail("Hi", sender=f"{ANNA}, Ben <ben@example.org>"),
    "no sender": mail("Hi", sender=""),
    "no real address": mail("Hi", sender="Anna <anna@>"),
    "circles": mail("Hi").replace(b"From:", b"Received: by x\r\n" * 40 + b"From:", 1),
    "nothing": b"",
    "no headers": b"\r\n\r\nhello",
}


@pytest.mark.parametrize("name", COMES)
def test_it_means_to_come(name: str) -> None:
    assert decided(mail(COMES[name])) == "come"


@pytest.mark.parametrize("name", NO_CANCELS)
def test_it_takes_nobodys_seat(name: str) -> None:
    assert decided(mail(NO_CANCELS[name])) in ("come", "nothing")


@pytest.mark.parametrize("name", CANCELS)
def test_it_cancels(name: str) -> None:
    assert decided(mail(CANCELS[name])) == "cancel"


@pytest.mark.parametrize("name", ASIDE)
def test_it_is_set_aside(name: str) -> None:
    assert decided(ASIDE[name]).startswith("aside: ")


def test_webmail_at_the_domain_of_our_sender_is_not_our_own_mail() -> None:
    settings = MailSettings(domain="rsvp.example.org", sender="desk@example.org")
    raw = mail("Yes", message_id=f"<{'0a' * 16}@example.org>")
    assert read_mail(raw, Envelope(sender="anna@example.org"), settings).aside == ""


@pytest.mark.parametrize(
    "text", ["STOP", "Unsubscribe.", "stop please", "Abmelden", "Désabonner", "Darse de baja"]
)
def test_it_asks_for_no_more_mail(text: str) -> None:
    assert decided(mail(text)) == "stop"


@pytest.mark.parametrize(
    "text", ["Stop by when?", "I'll stop at the bakery first", "unsubscribe me from the rain"]
)
def test_the_word_alone_in_a_sentence_is_no_stop(text: str) -> None:
    assert decided(mail(text)) == "nothing"


@pytest.mark.parametrize(
    ("subject", "wants"),
    [("Cancel", "cancel"), ("Re: Cancel", "nothing"), ("AW: Absage", "nothing"), ("STOP", "stop")],
)
def test_a_subject_speaks_only_where_there_is_no_text_and_it_is_not_an_answer(
    subject: str, wants: str
) -> None:
    assert decided(mail("", subject=subject)) == wants


@pytest.mark.parametrize(
    ("page", "wants"),
    [
        ("<p>I can&#39;t make it</p>", "cancel"),
        ("<div>Yes!</div><blockquote>I can't make it</blockquote>", "come"),
        ('<p>Ok</p><div class="gmail_quote">cancel my seat</div>', "come"),
        ("<style>p{}</style><head><title>Cancel</title></head><p>Yes</p>", "come"),
        ("<!-- I can't make it --><p>Ja gern</p>", "come"),
        ("<!--[if mso]><p>Yes!</p><![endif]--><p>I can't make it</p>", "cancel"),
        ("<style></style><p>I can't make it</p>", "cancel"),
        ('<p>See you</p><div id="divRplyFwdMsg">I have to cancel', "come"),
        ("<p>Sorry,<br>I have to cancel</p>", "cancel"),
    ],
)
def test_html_is_read_up_to_the_quoted_mail(page: str, wants: str) -> None:
    assert decided(html_mail(page)) == wants


OUR_MAIL = "<p>You are on the list.</p><p>I can't make it</p>"
ATTRIBUTION = (
    '<div class="gmail_attr">On Mon, 1 Jun 2026 Jo &lt;jo@example.org&gt; wrote:<br></div>'
)


@pytest.mark.parametrize(
    "page",
    [
        f"<blockquote>{OUR_MAIL}</blockquote><p>I have to cancel</p>",
        (
            f'<div class="gmail_quote">{ATTRIBUTION}<blockquote>{OUR_MAIL}</blockquote></div>'
            "<div>I have to cancel</div>"
        ),
        (
            f'<div class="moz-cite-prefix">Jo wrote:</div><blockquote>{OUR_MAIL}</blockquote>\n'
            "<p>I have to\ncancel</p>"
        ),
    ],
)
def test_an_answer_below_the_quoted_page_is_read_where_nothing_stands_above(page: str) -> None:
    assert decided(html_mail(page)) == "cancel"


@pytest.mark.parametrize(
    "page",
    [
        f"<blockquote>{OUR_MAIL}</blockquote>",
        f'<div class="gmail_quote">{ATTRIBUTION}<div>{OUR_MAIL}</div></div>',
        f'<div class="yahoo_quoted"><div>{OUR_MAIL}',
        (
            '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">From: Jo</div>'
            f"<div>{OUR_MAIL}</div>"
        ),
        f"<blockquote>{OUR_MAIL}</div><p>I can&#39;t make it</p>",
    ],
)
def test_a_quoted_page_with_nothing_beside_it_says_nothing(page: str) -> None:
    assert decided(html_mail(page)) == "nothing"


@pytest.mark.parametrize(
    "text",
    [
        (
            "On Friday I can't come.\n\nOn Mon, 1 Jun 2026 at 10:00, Jo <jo@example.org> wrote:\n"
            "> Are you coming?"
        ),
        "Am Freitag kann ich nicht kommen.\nAm 1. Juni 2026 schrieb Jo:\n> Kommst du?",
        (
            "Le 19 je ne peux pas venir.\n\nLe lun. 1 juin 2026 à 10:00, Jo <jo@example.org> a\n"
            "écrit :\n> Tu viens ?"
        ),
        (
            "El viernes no puedo ir.\nEl lun, 1 jun 2026 a las 10:00, Jo (<jo@example.org>)\n"
            "escribió:\n> ¿Vienes?"
        ),
    ],
)
def test_an_answer_that_begins_like_the_line_above_a_quote_is_read(text: str) -> None:
    assert decided(mail(text)) == "cancel"
