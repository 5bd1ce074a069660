"""The log: one id from the click to the mail, and nothing in it of whom."""

import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from fullhouse.cli import server
from fullhouse.engine.tracing import begin, end
from tests.cli.support import fullhouse, served
from tests.support.mail_server import mail_server

NEW = (
    "event",
    "new",
    "Summer supper",
    "--starts",
    "2126-06-20T18:00",
    "--zone",
    "Europe/Berlin",
    "--cap",
    "1",
)


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Iterator[pytest.CaptureFixture[str]]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield capsys
    root.handlers[:] = before
    root.setLevel(level)
    for name in ("fullhouse", "fullhouse.requests"):
        logging.getLogger(name).setLevel(logging.NOTSET)


def test_one_id_leads_from_the_click_to_the_audit_and_the_log(tmp_path: Path) -> None:
    with served(
        "serve",
        "--data",
        tmp_path,
        "--port",
        "0",
        "--log",
        "json",
        FULLHOUSE_TOKEN="secret-token-of-mine",
    ) as s:
        event = fullhouse(*NEW, "--data", tmp_path).stdout.strip()
        answer = httpx2.post(
            f"{s.url}/e/{event}", json={"name": "Ada Lovelace", "email": "ada@example.org"}
        )
        request = answer.headers["x-request-id"]
        head = {"authorization": "Bearer secret-token-of-mine"}
        mails = httpx2.get(f"{s.url}/api/v1/messages?to=ada@example.org", headers=head).json()[
            "items"
        ]
        page = httpx2.get(mails[0]["links"]["manage"])
        assert page.status_code == 200
        assert page.headers["x-request-id"] != request
        s.stop()
        assert s.process.stderr is not None
        said = s.process.stderr.read()
    written = [json.loads(line) for line in said.splitlines()]
    click = next(one for one in written if one.get("request") == request)
    assert (click["method"], click["path"], click["status"]) == ("POST", f"/e/{event}", 200)
    assert any(one.get("path") == "/l/…" for one in written)
    token = mails[0]["links"]["manage"].rpartition("/")[2]
    for secret in (
        "Ada",
        "Lovelace",
        "ada@",
        "example.org",
        "secret-token",
        token,
        token.split(".")[-1],
    ):
        assert secret not in said


def test_the_audit_and_the_message_carry_the_requests_id(tmp_path: Path) -> None:
    with served("serve", "--data", tmp_path, "--port", "0") as s:
        event = fullhouse(*NEW, "--data", tmp_path).stdout.strip()
        answer = httpx2.post(f"{s.url}/e/{event}", json={"name": "Ada", "email": "ada@example.org"})
        request = answer.headers["x-request-id"]
    with sqlite3.connect(tmp_path / "fullhouse.db") as connection:
        lines = connection.execute(
            'SELECT action FROM audit WHERE "order" = ?', (request,)
        ).fetchall()
        mails = connection.execute(
            'SELECT kind FROM message WHERE "order" = ?', (request,)
        ).fetchall()
    connection.close()
    assert (lines, mails) == ([("signed_up",)], [("confirmation",)])


@pytest.mark.proof
def test_the_line_at_sending_says_which_click_it_came_from(tmp_path: Path) -> None:
    settings = {
        "FULLHOUSE_SMTP_HOST": "127.0.0.1",
        "FULLHOUSE_SMTP_TLS": "none",
        "FULLHOUSE_SMTP_SENDER": "party@example.org",
        "FULLHOUSE_LOG": "json",
    }
    with mail_server() as carrier:
        settings["FULLHOUSE_SMTP_PORT"] = str(carrier.port)
        with served("serve", "--data", tmp_path, "--port", "0", **settings) as s:
            event = fullhouse(*NEW, "--data", tmp_path).stdout.strip()
            answer = httpx2.post(
                f"{s.url}/e/{event}", json={"name": "Ada", "email": "ada@example.org"}
            )
            assert s.process.stderr is not None
            lines = (json.loads(line) for line in iter(s.process.stderr.readline, ""))
            sent = next(one for one in lines if one.get("message") == "confirmation")
    assert (sent["request"], sent["became"]) == (answer.headers["x-request-id"], "sent")
    assert sent["event"] == event


@pytest.mark.parametrize("kind", ["plain", "json"])
def test_an_exception_is_its_kind_and_its_places_without_its_words(
    kind: server.Kind, lines: pytest.CaptureFixture[str]
) -> None:
    server.set_up_logging(kind, requests=False)
    token = begin("request-1")
    try:
        int("Ada Lovelace, ada@example.org")
    except ValueError:
        logging.getLogger("fullhouse").exception("could not read %s", "ada@example.org")
    finally:
        end(token)
    said = lines.readouterr().err
    assert "ValueError" in said
    assert "test_server.py" in said
    assert "request-1" in said
    assert not re.search("Ada|ada@|example.org", said)


def test_the_machines_own_troubles_keep_their_words(lines: pytest.CaptureFixture[str]) -> None:
    server.set_up_logging("plain", requests=False)
    try:
        Path("/nowhere/at/all").read_text()
    except OSError:
        logging.getLogger("fullhouse").exception("not written")
    logging.getLogger("fullhouse").info("not said in a plain log")
    said = lines.readouterr().err
    assert "No such file" in said
    assert "not said" not in said
