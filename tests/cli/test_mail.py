"""`fullhouse mail`: one mail fed by hand, to a folder or a running server, and its result."""

import smtplib
from pathlib import Path

import httpx2
import pytest

from fullhouse.engine.rate_limit import SIGN_UP, UNCONFIRMED
from tests.cli.support import fullhouse, served
from tests.inbound.attachments.desks import file, mail_with
from tests.inbound.mail.letters import mail


def opens(folder: Path) -> str:
    words = (
        "event",
        "new",
        "Party",
        "--starts",
        "2126-06-20T18:00",
        "--zone",
        "Europe/Berlin",
        "--cap",
        "2",
    )
    made = fullhouse(*words, "--data", folder)
    return made.stdout.strip()


def fed(folder: Path, raw: bytes, *words: str | Path) -> str:
    file = folder / "one.eml"
    file.write_bytes(raw)
    result = fullhouse("mail", file, "--data", folder / "data", *words)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_mail_is_taken_once_and_says_what_was_made_of_it(tmp_path: Path) -> None:
    event = opens(tmp_path / "data")
    to = ("--to", f"rsvp+{event}@anything.org")
    assert (
        fed(tmp_path, mail("Yes"), *to)
        == f"Taken (requested) for {event}: a reply means to come.\n"
    )
    assert (
        fed(tmp_path, mail("Yes"), *to)
        == f"Taken (requested) for {event}: a reply means to come.\n"
    )
    assert (tmp_path / "data" / "files" / "mail").is_dir()
    assert "Set aside" in fed(tmp_path, mail("Away", auto_submitted="auto-replied"), *to)


def test_its_event_is_read_from_its_headers(tmp_path: Path) -> None:
    event = opens(tmp_path / "data")
    raw = mail("Yes").replace(b"rsvp+party@rsvp.test", f"rsvp+{event}@rsvp.test".encode())
    assert fed(tmp_path, raw).startswith(f"Taken (requested) for {event}")
    assert fed(tmp_path, mail("Yes!")) == "Set aside for party: there is no such event.\n"


def test_a_mail_with_files_may_be_large_where_they_are_read(tmp_path: Path) -> None:
    opens(tmp_path / "data")
    raw = mail_with(("list.txt", b"A line of a long list.\n" * 100_000), file("docx"))
    assert (
        fed(tmp_path, raw, "--to", "waitlist@x.org")
        == "Taken (proposed) for waitlist: it waits for a decision under Proposals.\n"
    )
    assert "larger than 1 MB" in fed(tmp_path, raw, "--to", "rsvp+party@x.org")


def test_a_running_server_takes_it(tmp_path: Path) -> None:
    event = opens(tmp_path / "data")
    with served("serve", "--data", tmp_path / "data", "--port", "0"):
        assert "Taken (requested)" in fed(tmp_path, mail("Yes"), "--to", f"rsvp+{event}@x.org")


def test_a_file_that_is_not_there_is_told_so(tmp_path: Path) -> None:
    result = fullhouse("mail", tmp_path / "none.eml", "--data", tmp_path)
    assert result.exit_code == 2
    assert "none.eml" in result.output


def test_a_taken_port_for_mail_is_told_so(tmp_path: Path) -> None:
    settings = {"FULLHOUSE_MAIL_DOMAIN": "rsvp.test", "FULLHOUSE_MAIL_PORT": "0"}
    with served("serve", "--data", tmp_path / "one", "--port", "0", **settings) as server:
        port = server.said.partition("is taken at 127.0.0.1:")[2].split()[0]
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("FULLHOUSE_MAIL_DOMAIN", "rsvp.test")
            patch.setenv("FULLHOUSE_MAIL_PORT", port)
            second = fullhouse("serve", "--data", tmp_path / "two", "--port", "0")
        assert second.exit_code == 1
        assert "for mail, cannot be used" in second.output
        with smtplib.SMTP("127.0.0.1", int(port), timeout=60) as client:
            assert client.noop()[0] == 250
        assert server.stop() == 0
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""


def test_forms_and_mails_that_must_be_confirmed_share_one_limit(tmp_path: Path) -> None:
    event = opens(tmp_path / "data")
    settings = {
        "FULLHOUSE_MAIL_DOMAIN": "rsvp.test",
        "FULLHOUSE_MAIL_PORT": "0",
        "FULLHOUSE_MAIL_RELAYS": "192.0.2.1",
        "FULLHOUSE_TOKEN": "secret",
    }
    with served("serve", "--data", tmp_path / "data", "--port", "0", **settings) as server:
        with httpx2.Client(base_url=server.url) as web:
            for number in range(SIGN_UP.holds + UNCONFIRMED.holds):
                body = {"name": "A", "email": f"guest{number}@example.org"}
                assert web.post(f"/e/{event}", json=body).status_code == 200
        port = server.said.partition("is taken at 127.0.0.1:")[2].split()[0]
        with smtplib.SMTP("127.0.0.1", int(port), timeout=60) as client:
            client.sendmail("anna@example.org", [f"rsvp+{event}@rsvp.test"], mail("Yes!"))
        head = {"authorization": "Bearer secret"}
        found = httpx2.get(f"{server.url}/api/v1/messages?to=anna@example.org", headers=head)
    assert found.json()["items"] == []
