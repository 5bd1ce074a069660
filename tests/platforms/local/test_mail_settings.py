"""The mail server as the desk saves and tries it, against a real server on this machine."""

import asyncio
import socket
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from fullhouse.engine.mail_server import MailFault
from fullhouse.platforms.local import mail_settings
from fullhouse.platforms.local.config import Config, read_config
from fullhouse.platforms.local.mail_settings import LocalMailServer
from fullhouse.platforms.local.stored_settings import STORED
from tests.platforms.local.test_smtp_client import Inbox, serve

__all__ = ["serve"]

MILL = {"host": "127.0.0.1", "port": "2525", "sender": "mill@example.org", "tls": "none"}


class Desk:
    """A mail server in a folder, and what is used after each save."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder, self.used = folder, list[Config]()
        self.server = LocalMailServer(folder, environment, self.used.append)

    def fault(self) -> MailFault | None:
        return asyncio.run(self.server.find_fault())


def test_what_is_saved_is_used_at_once_and_by_the_next_start(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    assert desk.server.save({**MILL, "user": "jo", "password": "hush"}) == ""
    assert desk.used[0].smtp.password == "hush"
    assert read_config(tmp_path, {}).smtp == desk.used[0].smtp
    shown = desk.server.settings()
    assert (shown.host, shown.port, shown.user, shown.has_password) == (
        "127.0.0.1",
        2525,
        "jo",
        True,
    )
    assert "hush" not in repr(shown)


def test_only_this_user_may_read_what_is_saved(tmp_path: Path) -> None:
    Desk(tmp_path).server.save({**MILL, "password": "hush"})
    assert stat.S_IMODE((tmp_path / STORED).stat().st_mode) == 0o600
    assert sorted(file.name for file in tmp_path.iterdir()) == [STORED]


def test_an_empty_password_keeps_the_saved_one_for_the_same_account_only(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.server.save({**MILL, "user": "jo", "password": "hush"})
    desk.server.save({**MILL, "user": "jo", "password": "", "port": "26"})
    assert (desk.used[-1].smtp.password, desk.used[-1].smtp.port) == ("hush", 26)
    desk.server.save({**MILL, "host": "mail.example.org", "user": "jo", "password": ""})
    assert desk.used[-1].smtp.password == ""


def test_variables_win_over_the_file_and_both_over_what_is_saved(tmp_path: Path) -> None:
    (tmp_path / "fullhouse.toml").write_text('[smtp]\nport = 2600\nsender = "file@example.org"\n')
    desk = Desk(tmp_path, FULLHOUSE_SMTP_HOST="env.example.org", FULLHOUSE_TOKEN="t")
    assert desk.server.save(MILL) == ""
    shown = desk.server.settings()
    assert (shown.host, shown.port, shown.sender) == ("env.example.org", 2600, "file@example.org")
    assert shown.fixed == {
        "host": "FULLHOUSE_SMTP_HOST",
        "port": "fullhouse.toml",
        "sender": "fullhouse.toml",
    }


def test_what_cannot_work_is_not_saved(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    assert "smtp.sender is missing" in desk.server.save({"host": "mail.example.org"})
    assert desk.used == []
    assert not (tmp_path / STORED).exists()


def test_an_owner_set_outside_is_known(tmp_path: Path) -> None:
    assert Desk(tmp_path, FULLHOUSE_OWNER="jo@example.org").server.owner_is_fixed()
    assert not Desk(tmp_path).server.owner_is_fixed()


def test_a_server_that_takes_mail_has_no_fault(tmp_path: Path, serve: Callable[..., int]) -> None:
    inbox, desk = Inbox(), Desk(tmp_path)
    desk.server.save({**MILL, "port": str(serve(inbox))})
    assert desk.fault() is None
    assert inbox.got == []


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"tls": "starttls"}, "no_tls"),
        ({"tls": "implicit"}, "no_tls"),
        ({"user": "jo", "password": "hush"}, "no_tls"),
        ({"host": "nowhere.invalid"}, "unknown_host"),
        ({"sender": "nobody"}, "settings"),
    ],
)
def test_each_fault_has_a_name(
    tmp_path: Path, serve: Callable[..., int], given: dict[str, str], code: str
) -> None:
    desk = Desk(tmp_path)
    desk.server.save({**MILL, "port": str(serve(Inbox())), **given})
    fault = desk.fault()
    assert fault is not None
    assert fault.code == code
    assert "hush" not in fault.detail


def test_a_sender_that_is_refused_is_named(tmp_path: Path, serve: Callable[..., int]) -> None:
    desk = Desk(tmp_path)
    desk.server.save({**MILL, "port": str(serve(Inbox(mail="553 not yours")))})
    fault = desk.fault()
    assert fault is not None
    assert fault.code == "sender"


def test_a_port_where_nobody_listens_or_speaks_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(tmp_path)
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        monkeypatch.setattr(mail_settings, "TRY_SECONDS", 0.2)
        port = silent.getsockname()[1]
        desk.server.save({**MILL, "port": str(port)})
        fault = desk.fault()
        assert fault is not None
        assert fault.code == "silent"
    fault = desk.fault()
    assert fault is not None
    assert fault.code == "refused"
