"""The first run: a checklist that ticks itself, the mail server, and a bar while nothing leaves."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from fullhouse.engine.access import AddMember, Member
from fullhouse.engine.mail_server import Fault, MailFault, MailServerSettings
from fullhouse.engine.team import ChangeRole
from fullhouse.kernel.messages import CHANNELS, Channel, Outcome, Refused, Sent
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.web.desk import setup
from tests.support.attaching import answer_with, change, change_desk
from tests.web.desk.support import Desk, desk_at, text_of

SETUP = "/desk/setup"
NOTHING: frozenset[Channel] = frozenset()
MAIL = {
    "host": "smtp.example.org",
    "port": "587",
    "tls": "starttls",
    "user": "jo",
    "password": "hush",
    "sender": "The Mill <mill@example.org>",
}


class FakeMailServer:
    """A mail server whose settings stay in memory."""

    def __init__(self) -> None:
        self.saved: dict[str, str] = {}
        self.trouble = ""
        self.fault: MailFault | None = None
        self.fixed: dict[str, str] = {}
        self.owner_fixed = False

    def settings(self) -> MailServerSettings:
        return MailServerSettings(
            host=self.saved.get("host", ""),
            port=int(self.saved.get("port", "587")),
            user=self.saved.get("user", ""),
            sender=self.saved.get("sender", ""),
            has_password="password" in self.saved,
            fixed=self.fixed,
        )

    def owner_is_fixed(self) -> bool:
        return self.owner_fixed

    def save(self, given: Mapping[str, str]) -> str:
        if not self.trouble:
            self.saved = dict(given)
        return self.trouble

    async def find_fault(self) -> MailFault | None:
        return self.fault


class House:
    """An empty house at its desk, where nothing can be sent until a mail server is set."""

    def __init__(self, desk: Desk, server: FakeMailServer) -> None:
        self.desk, self.server = desk, server

    def carries(self) -> frozenset[Channel]:
        return CHANNELS if self.server.saved.get("host") else NOTHING


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with desk_at(tmp_path) as desk:
        server = FakeMailServer()
        house = House(desk, server)
        change_desk(desk.web.app, mail_server=server)
        change(desk.web.app, carries=house.carries)
        assert desk.sign_in().status_code == 303
        yield house


def ticked(house: House) -> list[str]:
    page = house.desk.web.get("/desk").text
    return re.findall(r"<s>(.*?)</s>", page)


def test_the_first_steps_tick_themselves_and_go(house: House) -> None:
    desk = house.desk
    assert ticked(house) == ["Enter your email address"]
    assert desk.send(f"{SETUP}/mail", MAIL).headers["location"] == f"{SETUP}?done=mail_saved"
    desk.evening.opens()
    assert ticked(house) == [
        "Enter your email address",
        "Set up your mail server",
        "Create your first event",
    ]
    assert 'href="/desk/e/party/share"' in desk.web.get("/desk").text
    assert "All is well" not in desk.read("/desk")
    sends(house, Sent())
    desk.send(f"{SETUP}/test")
    assert ticked(house)[-1] == "Send yourself a test"
    desk.evening.signs_up("Anna")
    assert "First steps" not in desk.read("/desk")
    assert "All is well" in desk.read("/desk")


def test_rules_of_a_front_desk_are_no_event(house: House) -> None:
    house.desk.evening.give(SaveDocument(name="rules", text="Services\n- Cut: 45 minutes"))
    assert ticked(house) == ["Enter your email address", "Write the rules of your front desk"]


def sends(house: House, outcome: Outcome) -> None:
    answer_with(house.desk.evening.engine, outcome)


def test_every_page_says_that_nothing_can_be_sent_until_it_can(house: House) -> None:
    for path in ("/desk", "/desk/mailbox", "/desk/waitlist", SETUP):
        assert "No email can leave here yet, so guests get none." in house.desk.read(path)
    house.desk.send(f"{SETUP}/mail", MAIL)
    assert "No email can leave here yet" not in house.desk.read("/desk")


def test_a_test_goes_to_the_owner(house: House) -> None:
    house.desk.send(f"{SETUP}/mail", MAIL)
    sends(house, Sent())
    assert "The test has left." in text_of(house.desk.send(f"{SETUP}/test"))
    (test,) = house.desk.evening.mails("test")
    assert (test.to, test.status) == ("jo@example.org", "sent")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("unknown_host", "There is no server with this name."),
        ("sign_in", "did not accept user name and password"),
        ("silent", "The server does not answer."),
    ],
)
def test_a_failing_server_is_explained_in_plain_words(house: House, code: str, words: str) -> None:
    house.desk.send(f"{SETUP}/mail", MAIL)
    house.server.fault = msgspec.convert({"code": code, "detail": "535 no"}, MailFault)
    said = text_of(house.desk.send(f"{SETUP}/test"))
    assert words in said
    assert "In the server's words: 535 no" in said
    assert house.desk.evening.mails("test") == []


def test_every_fault_has_a_sentence() -> None:
    assert {*get_args(Fault)} == {*setup.FAULTS}


def test_a_test_that_is_refused_says_why(house: House) -> None:
    house.desk.send(f"{SETUP}/mail", MAIL)
    sends(house, Refused("550 no such user", permanent=True))
    assert "550 no such user" in text_of(house.desk.send(f"{SETUP}/test"))


def test_a_test_that_still_waits_is_not_called_sent(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "LOOK_SECONDS", 0)
    house.desk.send(f"{SETUP}/mail", MAIL)
    assert "The test still waits to leave." in text_of(house.desk.send(f"{SETUP}/test"))


def test_there_is_no_test_without_a_server_or_an_address(house: House) -> None:
    assert "No mail server is set yet." in text_of(house.desk.send(f"{SETUP}/test"))


def test_the_password_is_on_no_page(house: House) -> None:
    house.desk.send(f"{SETUP}/mail", MAIL)
    page = house.desk.web.get(SETUP).text
    assert "hush" not in page
    assert "One is saved. Leave this empty to keep it." in page
    wrong = house.desk.send(f"{SETUP}/mail", {**MAIL, "port": "many"})
    assert "hush" not in wrong.text


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("port", "0", "A port is a number such as 587."),
        ("port", "many", "A port is a number such as 587."),
        ("sender", "nobody", "That doesn't look like an email address."),
        ("tls", "maybe", "Please choose one of these."),
    ],
)
def test_what_cannot_be_used_is_not_saved(house: House, field: str, value: str, words: str) -> None:
    answer = house.desk.send(f"{SETUP}/mail", {**MAIL, field: value})
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert "smtp.example.org" in answer.text
    assert house.server.saved == {}


def test_what_the_server_refuses_is_said(house: House) -> None:
    house.server.trouble = "smtp.timeout is missing"
    answer = house.desk.send(f"{SETUP}/mail", MAIL)
    assert "This can't be used: smtp.timeout is missing" in text_of(answer)


def test_what_is_set_outside_is_shown_and_not_offered_for_change(house: House) -> None:
    house.server.saved = {"host": "smtp.example.org"}
    house.server.fixed = {
        "host": "FULLHOUSE_SMTP_HOST",
        "tls": "fullhouse.toml",
        "password": "FULLHOUSE_SMTP_PASSWORD",
    }
    page = house.desk.web.get(SETUP).text
    assert "Set by FULLHOUSE_SMTP_HOST: it can only be changed there." in page
    assert 'name="host"' not in page
    assert 'name="tls"' not in page
    assert 'name="password"' not in page


def test_an_owner_without_an_address_saves_one(house: House) -> None:
    answer = house.desk.send(f"{SETUP}/email", {"email": "New@Example.org "})
    assert answer.headers["location"] == f"{SETUP}?done=email_saved"
    member = house.desk.evening.load(Get(Member, ("jo",)))
    assert member is not None
    assert member.email.lower() == "new@example.org"


@pytest.mark.parametrize("typed", ["", "nobody", "ben@example.org"])
def test_an_address_that_is_none_or_somebody_elses_is_not_saved(house: House, typed: str) -> None:
    house.desk.evening.give(AddMember(member_id="ben", email="ben@example.org"), "setup")
    assert house.desk.send(f"{SETUP}/email", {"email": typed}).status_code == 422
    member = house.desk.evening.load(Get(Member, ("jo",)))
    assert member is not None
    assert member.email == "jo@example.org"


def test_where_the_house_is_set_up_elsewhere_nothing_is_offered(desk: Desk) -> None:
    assert "First steps" not in desk.read("/desk")
    assert "Mail server" not in desk.read(SETUP)
    for path in ("mail", "test"):
        assert desk.send(f"{SETUP}/{path}", MAIL).status_code == 409


def test_hosts_are_sent_to_an_owner(house: House) -> None:
    desk = house.desk
    desk.evening.give(AddMember(member_id="own", email="own@example.org", role="owner"), "setup")
    desk.evening.give(ChangeRole(member_id="jo", role="host", asked_by="own"), "setup")
    assert desk.web.get(SETUP).status_code == 403
    assert "Ask an owner to set up email." in desk.read("/desk")


def test_who_asks_for_a_sign_in_link_is_told_that_none_can_come(house: House) -> None:
    house.desk.web.cookies.clear()
    answer = house.desk.web.post(
        "/desk/sign-in", data={"email": "jo@example.org"}, headers={"origin": "http://testserver"}
    )
    assert "So no link is on its way." in text_of(answer)
