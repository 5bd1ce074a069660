"""The desk shows inbound mail, its outcome and why, and serves it only as a file."""

import re
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest

from fullhouse.engine.inbound_mail import InboundMail, RecordInboundMail
from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.inbound.mail.reader import MailSettings
from fullhouse.platforms.local.files import LocalFiles
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from tests.support.attaching import change_desk
from tests.web.desk.support import Desk
from tests.web.desk.test_roles import come_in

YES = (
    b"From: Anna <anna@example.org>\r\nMessage-ID: <1@x.org>\r\nSubject: Re: <b>Party</b>\r\n\r\n"
    b"Yes, count me in!\r\n"
)
CANCELS = b"From: anna@example.org\r\nMessage-ID: <2@x.org>\r\n\r\nSorry, I can't come.\r\n"
LIST = (
    b"From: News <news@example.org>\r\nList-Id: <news.example.org>\r\nSubject: Sale\r\n\r\nBuy\r\n"
)


class Postman:
    """Brings mail to the desk's own house."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self.desk = desk
        self.lane = MailPipeline(
            desk.evening.engine, LocalFiles(folder / "files"), MailSettings(domain="rsvp.test")
        )
        change_desk(desk.web.app, files=self.lane.files)
        desk.evening.opens()

    def brings(self, raw: bytes, to: str = "rsvp+party@rsvp.test") -> InboundMail:
        return self.desk.evening.call(self.lane.take, ReceivedMail(raw, to))


@pytest.fixture
def postman(desk: Desk, tmp_path: Path) -> Postman:
    return Postman(desk, tmp_path)


def test_nothing_has_come_in_yet(desk: Desk) -> None:
    assert "No email has come in" in desk.read("/desk/mail")


def test_the_desk_says_when_there_is_no_room(desk: Desk, postman: Postman) -> None:
    change_desk(desk.web.app, mail=postman.lane)
    for path in ("/desk/mail", "/desk"):
        postman.lane.is_full = lambda: False
        assert "no room" not in desk.read(path)
        postman.lane.is_full = lambda: True
        assert "There's no room for new email" in desk.read(path)


def test_each_mail_says_what_was_made_of_it_and_why(desk: Desk, postman: Postman) -> None:
    postman.brings(YES)
    postman.brings(LIST)
    shown = desk.read("/desk/mail")
    assert "Has to confirm a reply means to come · sender not proven" in shown
    assert "from Anna anna@example.org · Re: <b>Party</b>" in shown
    assert "Yes, count me in!" in shown
    assert "Set aside it came over a list" in shown
    assert shown.index("Set aside") < shown.index("Has to confirm")
    assert "Email that came in" in desk.read("/desk/mailbox")


def test_the_words_are_true_even_if_the_answer_still_waits(desk: Desk, postman: Postman) -> None:
    """An address that had many messages gets the next link later, which the line can't know."""
    for event in ("party", "brunch", "concert", "quiz", "reading", "supper"):
        if event != "party":
            desk.evening.opens(event)
        desk.evening.signs_up("Anna", event)
    assert postman.brings(CANCELS).what == "link_sent"
    (answer,) = desk.evening.load(MessagePage(to="anna@example.org", kind="link"))
    assert answer.status == "queued"
    shown = desk.read("/desk/mail")
    assert shown.count("Nothing changed; they can use their link") == 1
    assert "sent their link" not in shown


@pytest.mark.parametrize(
    ("what", "words"),
    [("cancel_pending", "Gives up their seat unless they keep it"), ("kept", "Keeps their seat")],
)
def test_a_grace_and_its_end_are_not_set_aside(desk: Desk, what: str, words: str) -> None:
    desk.evening.opens()
    at = desk.evening.engine.now()
    line = InboundMail(id="m", place="m", scope="party", at=at, made="done", what=what)
    desk.evening.give(RecordInboundMail(mail=line), "mail")
    shown = desk.read("/desk/mail")
    assert words in shown
    assert "Set aside" not in shown


def test_a_mail_is_given_out_as_a_file_and_never_as_a_page(desk: Desk, postman: Postman) -> None:
    answer = desk.web.get(f"/desk/mail/{postman.brings(YES).id}")
    assert answer.content == YES
    assert answer.headers["content-disposition"].startswith("attachment")
    assert desk.web.get("/desk/mail/nothing").status_code == 404


def test_only_owners_get_a_mail_as_it_came(desk: Desk, postman: Postman) -> None:
    path = f"/desk/mail/{postman.brings(YES).id}"
    assert "as it came" in desk.read("/desk/mail")
    come_in(desk, "host")
    assert "as it came" not in desk.read("/desk/mail")
    assert desk.web.get(path).status_code == 403


@pytest.mark.parametrize("to", ["waitlist@rsvp.test", "bookings@rsvp.test"])
def test_the_mail_of_a_discarded_request_is_set_aside_and_still_given_out(
    desk: Desk, postman: Postman, tmp_path: Path, to: str
) -> None:
    line = postman.brings(YES, to)
    answer = desk.send(f"/desk/waitlist/proposals/{line.person}/discard")
    assert answer.headers["location"].endswith("?done=discarded")
    assert (tmp_path / "files/discarded" / line.file).read_bytes() == YES
    assert not (tmp_path / "files" / line.file).exists()
    assert desk.web.get(f"/desk/mail/{line.id}").content == YES
    assert desk.send(f"/desk/waitlist/proposals/{line.person}/discard").status_code == 409


def test_a_mail_that_a_rule_refused_says_so(desk: Desk, postman: Postman) -> None:
    postman.desk.send("/desk/e/party/close")
    postman.brings(YES)
    assert "Not taken: Sign-up is closed." in desk.read("/desk/mail")


def test_older_mail_is_a_page_further(desk: Desk, postman: Postman) -> None:
    for number in range(42):
        desk.evening.passes(seconds=1)
        postman.brings(LIST.replace(b"Sale", b"Sale %d." % number))
    first = desk.web.get("/desk/mail").text
    assert "Sale 0." not in first
    older = re.search(r'<a href="(\?[^"]+)">Older email', first)
    assert older is not None
    assert "Sale 0." in desk.read(f"/desk/mail{unescape(older[1])}")


def test_strangers_are_sent_to_the_door(door: Desk) -> None:
    assert door.web.get("/desk/mail").status_code == 303
    assert door.web.get("/desk/mail/x").status_code == 303


def test_mail_to_the_front_desk_has_the_time_of_the_business(desk: Desk) -> None:
    desk.evening.give(SaveDocument(name="rules", text="Time zone: Asia/Tokyo\n"))
    at = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
    line = InboundMail(id="m", place="m", scope="waitlist", at=at, made="done", what="proposed")
    desk.evening.give(RecordInboundMail(mail=line), "mail")
    shown = desk.read("/desk/mail")
    assert "18:00" in shown
    assert "Waiting under Proposals" in shown
