"""Limits of the SMTP listener: per address, in time, and on disk."""

import asyncio
import select
import smtplib
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from fullhouse.engine.rate_limit import Limit
from fullhouse.inbound.mail import mail_shares
from fullhouse.platforms.local import mail_store, smtp_limits, smtp_server
from fullhouse.platforms.local.config import BadConfig, read_config
from fullhouse.platforms.local.doctor import Finding, examine
from fullhouse.platforms.local.mail_store import MailStore
from fullhouse.platforms.local.smtp_limits import SmtpLimits
from fullhouse.web.app import in_process, make_app
from fullhouse.web.dependencies import DeskDependencies
from tests.inbound.mail.letters import TO, mail
from tests.platforms.local.test_smtp_server import FROM, Place, opened
from tests.support.loop_clock import LoopClock
from tests.support.waiting import PATIENCE_SECONDS, wait_until

STRANGER = "127.0.0.2"
NEIGHBOUR = "127.0.0.3"
MB = 1024 * 1024
pytestmark = pytest.mark.anyio


async def call(place: Place, source: str, talk: Callable[[smtplib.SMTP], Any]) -> Any:
    return await asyncio.to_thread(meet, place, source, talk)


def meet(place: Place, source: str, talk: Callable[[smtplib.SMTP], Any]) -> Any:
    with smtplib.SMTP(*place.at, timeout=PATIENCE_SECONDS, source_address=(source, 0)) as client:
        return talk(client)


def sends(text: str, **headers: str) -> Callable[[smtplib.SMTP], int]:
    def send(client: smtplib.SMTP) -> int:
        try:
            client.sendmail(FROM, [TO], mail(text, **headers))
        except (smtplib.SMTPDataError, smtplib.SMTPRecipientsRefused) as error:
            if isinstance(error, smtplib.SMTPDataError):
                return error.smtp_code
            return error.recipients[TO][0]
        return 250

    return send


def greeting(place: Place, source: str) -> tuple[socket.socket, bytes]:
    sock = connected(place, source)
    return sock, sock.recv(200)


def connected(place: Place, source: str = STRANGER) -> socket.socket:
    return socket.create_connection(place.at, PATIENCE_SECONDS, (source, 0))


def is_let_in(place: Place) -> bool:
    sock, said = greeting(place, STRANGER)
    sock.close()
    return said.startswith(b"220")


def is_open(sock: socket.socket) -> bool:
    """Return True if the server has neither hung up nor said anything."""
    return not select.select([sock], [], [], 0)[0]


def last_words(sock: socket.socket) -> bytes:
    """Return what the server says before it hangs up, or fail if it does not."""
    said = b""
    with suppress(ConnectionError):
        while heard := sock.recv(1000):
            said += heard
    return said


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> list[LoopClock]:
    """Let no limit of time end a connection, and return the clock of each listener."""
    found: list[LoopClock] = []

    class Timed(smtp_server.Listener):
        async def _run(self) -> None:
            found.append(LoopClock(asyncio.get_running_loop()))
            await super()._run()

    monkeypatch.setattr(smtp_server, "Listener", Timed)
    for name in ("IDLE_SECONDS", "SESSION_SECONDS", "WITHOUT_MAIL_SECONDS"):
        monkeypatch.setattr(smtp_server, name, 36_000.0)
    return found


async def test_one_address_cannot_take_the_connections_of_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        held = [
            await asyncio.to_thread(greeting, place, STRANGER)
            for _ in range(smtp_limits.CONNECTIONS + 1)
        ]
        try:
            assert [said[:3] for _, said in held] == [b"220"] * smtp_limits.CONNECTIONS + [b"421"]
            assert await call(place, NEIGHBOUR, sends("Yes")) == 250
        finally:
            for sock, _ in held:
                sock.close()
        await asyncio.to_thread(wait_until, lambda: is_taken(place))


def is_taken(place: Place) -> bool:
    """Return True if a mail of the stranger is taken, False if they are not let in."""
    try:
        return bool(meet(place, STRANGER, sends("Yes, again")) == 250)
    except smtplib.SMTPConnectError:
        return False


async def test_strangers_leave_room_for_the_relay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_server, "MOST_CONNECTIONS", 1)
    async with opened(tmp_path) as place:
        held, _ = await asyncio.to_thread(greeting, place, STRANGER)
        with held:
            refused, said = await asyncio.to_thread(greeting, place, STRANGER)
            refused.close()
            assert said.startswith(b"421")
            assert await call(place, "127.0.0.1", sends("Yes")) == 250


async def test_one_address_may_send_so_many_mails_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_limits, "MAIL", Limit("mail", 2, timedelta(hours=10)))
    async with opened(tmp_path) as place:
        codes = [await call(place, STRANGER, sends(f"Yes {at}")) for at in range(3)]
        assert codes == [250, 250, 451]
        assert await call(place, NEIGHBOUR, sends("Yes")) == 250
        relayed = [await call(place, "127.0.0.1", sends(f"Ja {at}")) for at in range(3)]
        assert relayed == [250] * 3


async def test_a_relay_is_whom_the_settings_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_limits, "MAIL", Limit("mail", 1, timedelta(hours=10)))
    async with opened(tmp_path, relays="127.0.0.2/32") as place:
        assert [await call(place, STRANGER, sends(f"Yes {at}")) for at in range(3)] == [250] * 3
        assert [await call(place, "127.0.0.1", sends(f"Ja {at}")) for at in range(2)] == [250, 451]


async def test_the_verdict_of_our_mail_server_counts_only_from_a_relay(tmp_path: Path) -> None:
    verdict = "mx.test; dmarc=pass header.from=example.org"

    def says_yes(name: str) -> Callable[[smtplib.SMTP], int]:
        return sends("Yes", sender=f"{name}@example.org", authentication_results=verdict)

    async with opened(tmp_path, relays="127.0.0.2/32") as place:
        await call(place, STRANGER, says_yes("anna"))
        await call(place, "127.0.0.1", says_yes("mallory"))
        assert {(one.sender, one.what) for one in place.came()} == {
            ("anna@example.org", "confirmed"),
            ("mallory@example.org", "requested"),
        }


def test_a_large_ipv6_network_has_only_so_many_connections() -> None:
    limits = SmtpLimits()
    hosts = [f"2001:db8::{number:x}:0:0:0:1" for number in range(20)]
    opened_by = [host for host in hosts for _ in range(5) if limits.connect(host)]
    assert len(opened_by) == 4 * smtp_limits.CONNECTIONS
    for host in opened_by:
        limits.disconnect(host)
    assert limits.connect(hosts[-1])


def test_large_mails_are_bounded_by_their_bytes() -> None:
    limits = SmtpLimits("127.0.0.1")
    taken = [limits.take_bytes(STRANGER, 10 * MB) for _ in range(11)]
    assert taken == [True] * 9 + [False] * 2
    assert limits.take_bytes(STRANGER, 2000)
    assert limits.take_bytes(NEIGHBOUR, 10 * MB)
    assert all(limits.take_bytes("127.0.0.1", 10 * MB) for _ in range(20))


@pytest.mark.parametrize("name", ["IDLE_SECONDS", "SESSION_SECONDS"])
async def test_data_that_drips_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clocks: list[LoopClock], name: str
) -> None:
    monkeypatch.setattr(smtp_server, name, 60.0)

    def drip(place: Place) -> None:
        with connected(place) as sock:
            sock.sendall(f"HELO x\r\nMAIL FROM:<{FROM}>\r\nRCPT TO:<{TO}>\r\nDATA\r\n".encode())
            said = b""
            while b"\r\n354" not in said:
                said += sock.recv(1000)
            for _ in range(5):
                sock.sendall(b"X-Fill: x\r\n")
                clocks[0].passes(10)
            assert is_open(sock)
            clocks[0].passes(11)
            last_words(sock)

    async with opened(tmp_path) as place:
        await asyncio.to_thread(drip, place)


@pytest.mark.parametrize(
    ("name", "said"), [("SESSION_SECONDS", b""), ("WITHOUT_MAIL_SECONDS", b"421 4.4.2 ")]
)
async def test_who_brings_no_mail_is_sent_away_however_busy_they_are(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clocks: list[LoopClock],
    name: str,
    said: bytes,
) -> None:
    monkeypatch.setattr(smtp_server, name, 60.0)

    def chat(place: Place) -> bytes:
        with connected(place) as sock:
            assert sock.recv(1000).startswith(b"220")
            for _ in range(5):
                sock.sendall(b"NOOP\r\n")
                assert sock.recv(1000).startswith(b"250")
                clocks[0].passes(10)
            assert is_open(sock)
            clocks[0].passes(11)
            return last_words(sock)

    async with opened(tmp_path) as place:
        assert (await asyncio.to_thread(chat, place)).startswith(said)


async def test_each_mail_gives_a_connection_more_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clocks: list[LoopClock]
) -> None:
    monkeypatch.setattr(smtp_server, "WITHOUT_MAIL_SECONDS", 3600.0)

    def write_often(client: smtplib.SMTP) -> list[int]:
        codes = []
        for at in range(4):
            codes.append(sends(f"Yes {at}")(client))
            clocks[0].passes(2000)
        return codes

    async with opened(tmp_path) as place:
        assert await call(place, STRANGER, write_often) == [250] * 4


async def test_a_mail_that_is_refused_gives_no_more_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clocks: list[LoopClock]
) -> None:
    monkeypatch.setattr(smtp_server, "WITHOUT_MAIL_SECONDS", 3600.0)
    monkeypatch.setattr(mail_shares, "MOST_AN_HOUR", 0)

    def write_often(client: smtplib.SMTP) -> None:
        for _ in range(2):
            clocks[0].passes(1000)
            assert sends("Yes")(client) == 451
        clocks[0].passes(2000)
        sends("Yes")(client)

    async with opened(tmp_path) as place:
        with pytest.raises((smtplib.SMTPServerDisconnected, smtplib.SMTPResponseException)):
            await call(place, STRANGER, write_often)


async def test_data_on_its_way_is_not_cut_off_for_a_late_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clocks: list[LoopClock]
) -> None:
    monkeypatch.setattr(smtp_server, "WITHOUT_MAIL_SECONDS", 3600.0)

    def start_late(place: Place) -> bytes:
        with connected(place) as sock:
            said = sock.makefile("rb")
            for line in (b"HELO x", b"MAIL FROM:<a@example.org>", f"RCPT TO:<{TO}>".encode()):
                said.readline()
                sock.sendall(line + b"\r\n")
            said.readline()
            clocks[0].passes(2000)
            sock.sendall(b"DATA\r\n")
            said.readline()
            clocks[0].passes(2000)
            sock.sendall(mail("Yes") + b"\r\n.\r\n")
            return said.readline()

    async with opened(tmp_path) as place:
        assert (await asyncio.to_thread(start_late, place))[:3] == b"250"


async def test_who_never_listens_is_sent_away_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clocks: list[LoopClock]
) -> None:
    monkeypatch.setattr(smtp_server, "WITHOUT_MAIL_SECONDS", 60.0)
    monkeypatch.setattr(smtp_limits, "CONNECTIONS", 1)

    def shout(place: Place) -> None:
        with socket.socket() as sock:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            sock.bind((STRANGER, 0))
            sock.connect(place.at)
            sock.settimeout(0.2)
            with suppress(OSError):
                for _ in range(5000):
                    sock.sendall(b"\r\n" * 1000)
            clocks[0].passes(61)
            clocks[0].passes(smtp_server.CLOSING_SECONDS)
            wait_until(lambda: is_let_in(place))

    async with opened(tmp_path) as place:
        await asyncio.to_thread(shout, place)


async def test_in_a_crowd_whoever_made_no_progress_for_longest_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clocks: list[LoopClock]
) -> None:
    monkeypatch.setattr(smtp_server, "MOST_CONNECTIONS", 2)
    async with opened(tmp_path) as place:
        first, _ = await asyncio.to_thread(greeting, place, STRANGER)
        second, _ = await asyncio.to_thread(greeting, place, STRANGER)
        with first, second:
            await asyncio.to_thread(clocks[0].passes, 10)
            assert await call(place, NEIGHBOUR, sends("Yes")) == 250
            assert (await asyncio.to_thread(first.recv, 200))[:3] == b"421"
            second.sendall(b"NOOP\r\n")
            assert (await asyncio.to_thread(second.recv, 200))[:3] == b"250"


async def test_a_full_store_puts_mail_off_and_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path, quota_mb=3) as place:
        app = make_app(in_process(place.engine, DeskDependencies(mail=place.lane)))
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://x") as web:
            assert await call(place, STRANGER, sends("Yes")) == 250
            filler = tmp_path / "files" / "mail" / "2026-05" / "old.eml"
            filler.parent.mkdir(parents=True)
            filler.write_bytes(b"x" * 3 * MB)
            assert (await web.get("/healthz")).json()["status"] == "ok"  # measured now and then
            place.lane.is_full.__self__.measure()  # type: ignore[attr-defined]
            assert await call(place, STRANGER, sends("Yes, again")) == 452
            answer = await web.get("/healthz")
            assert answer.status_code == 200
            assert answer.json()["mail_store"] == "full"
        assert len(place.came()) == 1


async def test_what_is_stored_counts_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path, quota_mb=1) as place:
        codes = [
            await call(place, STRANGER, sends(f"{at}\n" + (60 * "x" + "\n") * 1000))
            for at in range(20)
        ]
        assert 250 in codes
        assert codes[-1] == 452
        assert mail_store.used_bytes(tmp_path / "files") <= MB


def stored(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * 1000)


def test_old_mails_are_deleted_by_the_month(tmp_path: Path) -> None:
    old = ("mail/2025-04/a.eml", "discarded/mail/2025-04/b.eml")
    kept = ("mail/2025-05/c.eml", "mail/2026-06/d.eml", "sheets/2025-04/e.csv", "mail/2025-99/f")
    stored(tmp_path, *old, *kept)
    store = MailStore(tmp_path, 1)
    assert store.delete_before(date(2025, 5, 31)) == 2
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert left == set(kept)
    assert store.delete_before(date(2025, 6, 1)) == 1


async def test_the_server_deletes_old_mails_by_itself(tmp_path: Path) -> None:
    stored(tmp_path / "files", "mail/2024-01/a.eml", "mail/2026-05/b.eml")
    async with opened(tmp_path) as place:
        await place.engine.settle()
    assert not (tmp_path / "files/mail/2024-01").exists()
    assert (tmp_path / "files/mail/2026-05/b.eml").exists()


async def test_old_mails_stay_if_that_is_wanted(tmp_path: Path) -> None:
    stored(tmp_path / "files", "mail/2001-01/a.eml")
    async with opened(tmp_path, keep_days=0) as place:
        await place.engine.settle()
    assert (tmp_path / "files/mail/2001-01/a.eml").exists()


def finding(folder: Path, **environment: str) -> Finding:
    given = {f"FULLHOUSE_{name}": value for name, value in environment.items()}
    found = examine(folder, {"FULLHOUSE_MAIL_DOMAIN": "rsvp.test", **given})
    return next(one for one in found if one.about == "mail store")


def test_the_doctor_says_how_full_it_is(tmp_path: Path) -> None:
    assert finding(tmp_path) == Finding(
        "ok", "mail store", "0 of 1,024 MB used for mail that came in"
    )
    big = tmp_path / "files/mail/2026-06/a.eml"
    big.parent.mkdir(parents=True)
    big.write_bytes(b"x" * 9 * MB)
    assert finding(tmp_path, MAIL_QUOTA_MB="10").state == "note"
    full = finding(tmp_path, MAIL_QUOTA_MB="9")
    assert full.state == "fails"
    assert "mail.quota_mb" in full.words
    assert full.words.startswith("9 of 9 MB used")


def test_the_doctor_finds_a_store_full_that_refuses_mail(tmp_path: Path) -> None:
    small = tmp_path / "files/mail/2026-06/a.eml"
    small.parent.mkdir(parents=True)
    small.write_bytes(b"x" * 1500)
    store = MailStore(tmp_path / "files", 1)
    store.measure()
    assert store.is_full()
    found = finding(tmp_path, MAIL_QUOTA_MB="1")
    assert found.state == "fails"
    assert found.words.startswith("2 kB of 1 MB used")
    assert finding(tmp_path, MAIL_QUOTA_MB="2").state == "ok"


@pytest.mark.parametrize(
    ("name", "value"),
    [("MAIL_QUOTA_MB", "0"), ("MAIL_KEEP_DAYS", "-1"), ("MAIL_RELAYS", "mx"), ("CONNECTIONS", "0")],
)
def test_settings_that_cannot_work_are_refused(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(BadConfig, match=name.lower().replace("mail_", "mail.")):
        read_config(tmp_path, {f"FULLHOUSE_{name}": value})
