"""A mail's data in pieces: its end, dots, limits, and what costs the listener little."""

import asyncio
import smtplib
import tracemalloc
from pathlib import Path

import pytest

from fullhouse.platforms.local.smtp_data import A_PIECE, TOO_LONG, TOO_MUCH, MailData
from tests.inbound.mail.letters import TO, mail
from tests.platforms.local.test_smtp_server import DESK, FROM, Place, opened
from tests.support.cpu_time import assert_cpu, cpu_within
from tests.support.loop_watch import LONGEST_CALLBACK, watching

MB = 1024 * 1024
END = b".\r\n"


def received(sent: bytes, piece: int, largest: int = MB) -> tuple[bytes, str, bytes]:
    """Return the mail, its problem, and what follows it."""
    data = MailData(largest, 1001)
    for at in range(0, len(sent), piece):
        after = data.feed(sent[at : at + piece])
        if after is not None:
            return data.content(), data.problem, after + sent[at + piece :]
    pytest.fail("the mail did not end")


MAILS = {
    "empty": (END, b""),
    "one line": (b"hello\r\n" + END, b"hello\r\n"),
    "an empty line": (b"\r\n" + END, b"\r\n"),
    "dots": (b"..\r\n..x\r\n.y\r\nz.\r\n" + END, b".\r\n.x\r\ny\r\nz.\r\n"),
    "bare line ends": (b"a\n.\nb\r.\r\r\n\n.\r\n" + END, b"a\n.\nb\r.\r\r\n\n.\r\n"),
    "no end behind a bare line end": (b"a\n.\r\n" + END, b"a\n.\r\n"),
    "the longest line": (b"x" * 999 + b"\r\n" + END, b"x" * 999 + b"\r\n"),
}


@pytest.mark.parametrize("piece", [1, 2, 3, 5, A_PIECE])
@pytest.mark.parametrize("name", MAILS)
def test_a_mail_ends_at_a_line_with_one_dot(name: str, piece: int) -> None:
    sent, content = MAILS[name]
    assert received(sent + b"QUIT\r\n", piece) == (content, "", b"QUIT\r\n")


@pytest.mark.parametrize("piece", [1, 7, A_PIECE])
def test_what_is_too_long_or_too_much_is_read_to_its_end_and_not_kept(piece: int) -> None:
    assert received(b"x" * 1000 + b"\r\ny\r\n" + END, piece) == (b"", TOO_LONG, b"")
    assert received(b"x" * 90_000 + b"\r\n" + END + b"NOOP\r\n", piece)[1:] == (
        TOO_LONG,
        b"NOOP\r\n",
    )
    assert received(b"x\r\n" * 5 + END, piece, largest=14) == (b"", TOO_MUCH, b"")
    assert received(b"x\r\n" * 5 + END, piece, largest=15)[1] == ""


@pytest.mark.timing
def test_short_lines_take_no_more_memory_than_long_ones() -> None:
    data = MailData(20 * MB, 1001)
    sent = b"x\r\n" * (A_PIECE // 3)
    with cpu_within(10):
        tracemalloc.start()
        for _ in range(10 * MB // len(sent)):
            data.feed(sent)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 20 * MB


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.timing
@pytest.mark.anyio
@pytest.mark.timeout(120)
@pytest.mark.parametrize("line", [b"\r\n", b"--b\r\n", b"..\r\n", b"x" * 900 + b"\r\n"])
async def test_no_mail_holds_a_loop(
    line: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = mail("hello") + line * (4 * MB // len(line))
    async with opened(tmp_path) as place:
        await place.send(mail("Yes"))
        watch = watching(monkeypatch)
        await _send(place, raw)
        assert set(watch.by_thread) >= {"MainThread", "mail"}
        assert_cpu(watch.longest, LONGEST_CALLBACK)


async def _send(place: Place, raw: bytes) -> None:
    def send(client: smtplib.SMTP) -> None:
        client.ehlo()
        client.mail(FROM)
        client.rcpt(DESK)
        client.putcmd("data")
        client.getreply()
        client.send(raw + b"\r\n.\r\n")
        assert client.getreply()[0] == 250

    await place.call(send)


@pytest.mark.anyio
async def test_commands_that_come_with_a_mail_are_answered(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        reader, writer = await asyncio.open_connection(*place.at)
        writer.write(
            b"EHLO x\r\nMAIL FROM:<a@example.org>\r\nRCPT TO:<" + TO.encode() + b">\r\nDATA\r\n"
        )
        writer.write(mail("Yes") + b"\r\n.\r\nNOOP\r\nQUIT\r\n")
        answered = (await reader.read()).decode()
        writer.close()
        await writer.wait_closed()
        assert len(place.came()) == 1
    codes = [line[:3] for line in answered.splitlines()]
    assert codes[-4:] == ["354", "250", "250", "221"]
