import re
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import parseaddr

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from fullhouse.engine.mime import mail_address, sender_address, to_mime
from fullhouse.engine.qr_code import draw_for_mail
from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.letters import Letter, LetterLook
from tests.products.rsvp.told import letter, message

SENDER = "The Mill <desk@example.org>"
BARE = Letter(subject="Hi", heading="Hi")


def built(told: Letter, to: str = "ada@example.org", sender: str = SENDER) -> bytes:
    return to_mime(message("offer", to=to), told, sender, message_id_domain="example.org")


def read(data: bytes) -> EmailMessage:
    found = message_from_bytes(data, policy=policy.default)
    assert isinstance(found, EmailMessage)
    assert not found.defects
    return found


def kinds(mail: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in mail.walk()]


def test_a_mail_has_text_and_html_that_say_the_letter() -> None:
    told = letter("offer")
    mail = read(built(told))
    assert kinds(mail) == ["multipart/alternative", "text/plain", "text/html"]
    text, html = (part.get_content().replace("\r\n", "\n") for part in mail.iter_parts())
    assert (text, html) == (as_text(told), as_html(told))


def test_a_date_comes_as_an_invitation_and_as_a_file() -> None:
    mail = read(built(letter("confirmation")))
    assert kinds(mail) == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "text/calendar",
        "application/ics",
    ]
    invitation, file = list(mail.walk())[-2:]
    assert invitation.get_param("method") == "REQUEST"
    assert file.get_filename() == "event.ics"
    assert file.get_payload(decode=True) == invitation.get_payload(decode=True)
    event = Calendar.from_ical(file.get_content()).walk("VEVENT")[0]
    assert event["ORGANIZER"] == "mailto:desk@example.org"
    assert event["ATTENDEE"] == "mailto:ada@example.org"


def test_the_code_for_the_door_is_a_picture_in_the_mail() -> None:
    mail = read(built(letter("confirmation")))
    text, html, picture = [part for part in mail.walk() if not part.is_multipart()][:3]
    shown = re.search(r'<img src="cid:([^"]+)" alt="Your code for the door"', html.get_content())
    assert shown is not None
    assert picture["Content-ID"] == f"<{shown[1]}>"
    assert picture.get_content_disposition() == "inline"
    assert picture.get_content().startswith(b"\x89PNG")
    drawn = draw_for_mail("https://party.example/l/door#door-G1")
    assert picture.get_content() == drawn
    width = int.from_bytes(drawn[16:20])
    assert 250 < width < 500
    assert "It is on your page: open the link below, and show it when you come." in (
        text.get_content()
    )


def test_a_mail_without_a_code_has_no_picture() -> None:
    assert "image/png" not in kinds(read(built(letter("waitlisted"))))


def test_a_cancel_takes_the_date_away() -> None:
    invitation = list(read(built(letter("cancelled", had="confirmed"))).walk())[-2]
    assert invitation.get_param("method") == "CANCEL"


def test_the_headers_say_who_to_whom_and_how_to_stop() -> None:
    mail = read(built(letter("offer")))
    assert {name: mail[name] for name in mail if name != "Content-Type"} == {
        "Date": "Sat, 13 Jun 2026 09:00:00 +0000",
        "From": "The Mill <desk@example.org>",
        "To": "Ada <ada@example.org>",
        "Reply-To": "host@example.org",
        "Subject": "A seat is free for you: Summer party",
        "Message-ID": "<7f8a6c6678ca99de7570482b536992ee@example.org>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "Content-Language": "en",
        "List-Unsubscribe": "<https://party.example/l/stop>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "MIME-Version": "1.0",
    }


def test_what_a_letter_does_not_have_has_no_header() -> None:
    mail = read(built(BARE))
    assert not {"Reply-To", "List-Unsubscribe", "List-Unsubscribe-Post"} & set(mail.keys())
    assert mail["To"] == "ada@example.org"


def test_an_address_to_reply_to_that_is_none_is_left_out() -> None:
    assert "Reply-To" not in read(built(msgspec.structs.replace(BARE, reply_to="not an address")))


def test_a_long_link_stays_in_one_piece() -> None:
    url = "https://party.example/l/" + "x" * 600
    data = built(msgspec.structs.replace(BARE, stop_url=url))
    assert f"List-Unsubscribe: <{url}>\r\n".encode() in data


def test_the_same_message_is_the_same_mail() -> None:
    told = letter("confirmation")
    assert built(told) == built(told)


def test_another_message_has_another_id() -> None:
    one, other = (
        to_mime(message(kind), BARE, SENDER, message_id_domain="example.org")
        for kind in ("offer", "invite")
    )
    assert read(one)["Message-ID"] != read(other)["Message-ID"]


@pytest.mark.parametrize(
    "name",
    [
        "Zoë Müller-Lüdenscheidt",
        "Bo, Co & Sons",
        'Bo "the boss" \\',
        "<b@evil.example>",
        "=?utf-8?q?x?=",
        "火" * 40,
    ],
)
def test_a_name_arrives_as_it_is_and_changes_no_address(name: str) -> None:
    found, address = parseaddr(
        message_from_bytes(built(msgspec.structs.replace(BARE, to_name=name)))["To"]
    )
    assert (str(make_header(decode_header(found))), address) == (name, "ada@example.org")


@pytest.mark.parametrize(
    "evil",
    [
        "x\r\nBcc: all@example.org",
        "x\nBcc: all@example.org",
        "x\r\n \r\n\r\nBcc: a@example.org",
        "x\rBcc: y",
        "\r\n ",
    ],
)
def test_no_text_makes_a_header_of_its_own(evil: str) -> None:
    told = Letter(
        subject=evil,
        heading=evil,
        to_name=evil,
        reply_to=evil,
        stop_url=f"https://party.example/{evil}",
        stop_label=evil,
        language=f"en{evil}",
    )
    mail = read(built(told))
    assert "Bcc" not in mail
    assert kinds(mail) == ["multipart/alternative", "text/plain", "text/html"]
    assert [address.addr_spec for address in mail["To"].addresses] == ["ada@example.org"]


@pytest.mark.parametrize(
    "to",
    [
        "",
        "ada",
        "ada@",
        "@example.org",
        "a b@example.org",
        "ada@ex ample.org",
        "ada@-ü.example",
        "<a@b.example>",
        "ada@example.org\r\nBcc: x@example.org",
        "a@example.org, b@example.org",
    ],
)
def test_there_is_no_mailing_what_is_no_address(to: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        built(BARE, to=to)


@pytest.mark.parametrize(
    ("address", "taken"),
    [
        ("ada@example.org", "ada@example.org"),
        ("ada@bücher.example", "ada@xn--bcher-kva.example"),
        ("zoë@bücher.example", "zoë@xn--bcher-kva.example"),
        ("desk@mill.local", "desk@mill.local"),
        ("root@localhost", "root@localhost"),
    ],
)
def test_an_address_is_written_as_mail_servers_take_it(address: str, taken: str) -> None:
    assert mail_address(address) == taken


def test_an_address_in_other_letters_stays_in_them() -> None:
    assert "To: zoë@example.org\r\n".encode() in built(BARE, to="zoë@example.org")


@pytest.mark.parametrize("subject", ["Schöne Grüße ✉", "=?utf-8?q?x?="])
def test_a_subject_that_is_not_plain_arrives_as_it_was_written(subject: str) -> None:
    data = built(Letter(subject=subject, heading="Hi"))
    assert read(data)["Subject"] == subject
    assert data.partition(b"\r\n\r\n")[0].isascii()


@given(subject=st.text(max_size=300), name=st.text(max_size=100), text=st.text())
def test_any_text_arrives(subject: str, name: str, text: str) -> None:
    told = letter("thank_you", event={"name": subject}, guest={"name": name}, text=text)
    data = built(told)
    mail = read(data)
    assert mail["Subject"] == told.subject
    body = mail.get_body(("plain",))
    assert body is not None
    assert body.get_content().replace("\r\n", "\n") == as_text(told)
    assert max(map(len, data.split(b"\r\n"))) < 998
    assert not set(data.replace(b"\r\n", b"")) & {10, 13}


def test_a_sender_is_told_by_the_bare_address_in_plain_letters() -> None:
    assert sender_address("The Mill <desk@example.org>") == "desk@example.org"
    with pytest.raises(ValueError, match="no mail address"):
        sender_address("The Mill")
    with pytest.raises(ValueError, match="plain letters"):
        sender_address("bücher@example.org")


def test_a_date_that_replaces_another_comes_with_a_file_that_removes_the_old_one() -> None:
    told = letter("confirmation")
    assert told.calendar is not None
    old = msgspec.structs.replace(told.calendar, uid="old@example.org", method="CANCEL")
    mail = read(built(msgspec.structs.replace(told, replaced=old)))
    removal = list(mail.walk())[-1]
    assert (removal.get_filename(), removal.get_param("method")) == ("replaced.ics", "CANCEL")
    (event,) = Calendar.from_ical(removal.get_content()).walk("VEVENT")
    assert (event["uid"], event["status"]) == ("old@example.org", "CANCELLED")


def test_a_logo_is_attached_beside_the_code() -> None:
    look = LetterLook("#1f6b43", "#7fd0a3", "The mill", b"\x89PNG logo", 120, 40)
    for kind, names in (("confirmation", ["code.png", "logo.png"]), ("cancelled", ["logo.png"])):
        told = msgspec.structs.replace(letter(kind), look=look)
        raw = to_mime(message(kind), told, SENDER, message_id_domain="example.org")
        parts = list(message_from_bytes(raw).walk())
        pictures = [part for part in parts if part.get_content_type() == "image/png"]
        assert [part.get_filename() for part in pictures] == names
        assert pictures[-1].get_payload(decode=True) == b"\x89PNG logo"
        (html,) = [part for part in parts if part.get_content_type() == "text/html"]
        shown = html.get_payload(decode=True)
        assert isinstance(shown, bytes)
        for part in pictures:
            assert f'src="cid:{part["Content-ID"][1:-1]}"'.encode() in shown
