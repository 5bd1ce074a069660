"""Receiving a mail's data in pieces.

The library keeps an object for each line, so ten megabytes of short lines take several hundred
megabytes and seconds of the processor.
"""

import asyncio

from aiosmtpd.smtp import SMTP

A_PIECE = 64 * 1024
LINE_END = b"\r\n"
TOO_LONG = "500 Line too long (see RFC5321 4.5.3.1.6)"
TOO_MUCH = "552 Error: Too much mail data"


class MailData:
    """The data of one mail, as far as it has come; nothing is kept once there is a problem."""

    def __init__(self, largest: int, longest_line: int) -> None:
        """Set the largest size and the longest line, with its end."""
        self._largest, self._longest_line = largest, longest_line
        self._pieces: list[bytes] = []
        self._size = 0
        self._rest = b""
        self.problem = ""

    def feed(self, piece: bytes) -> bytes | None:
        """Take a piece; return what follows the end of the mail, or None if it goes on."""
        *lines, self._rest = (self._rest + piece).split(LINE_END)
        if b"." not in lines:
            self._take(lines)
            self._check(len(self._rest.removesuffix(b"\r")))
            return None
        at = lines.index(b".")
        self._take(lines[:at])
        return LINE_END.join([*lines[at + 1 :], self._rest])

    def content(self) -> bytes:
        """Return the mail, without the dots that were added for its way."""
        return b"".join(self._pieces)

    def _take(self, lines: list[bytes]) -> None:
        if not lines:
            return
        self._size += sum(map(len, lines)) + len(LINE_END) * len(lines)
        self._check(max(map(len, lines)))
        if not self.problem:
            plain = (line[1:] if line.startswith(b".") else line for line in lines)
            self._pieces.append(LINE_END.join([*plain, b""]))

    def _check(self, longest: int) -> None:
        if not self.problem and self._size > self._largest:
            self.problem = TOO_MUCH
        if not self.problem and longest + len(LINE_END) > self._longest_line:
            self.problem = TOO_LONG
        if self.problem:
            self._pieces.clear()
            # Only its end matters now: the end of the mail may stand there.
            self._rest = self._rest[-self._longest_line :]


class MailReceiver(SMTP):
    """An SMTP connection that receives mails in pieces."""

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 - as the library calls it
        """Receive a mail and hand it on."""
        if await self.check_helo_needed() or await self.check_auth_needed("DATA"):
            return
        if self.envelope is None or not self.envelope.rcpt_tos:
            await self.push("503 Error: need RCPT command")
            return
        if arg:
            await self.push("501 Syntax: DATA")
            return
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        data = await self._receive()
        if data.problem:
            await self.push(data.problem)
            self._set_post_data_state()  # type: ignore[no-untyped-call]  # the library's
            return
        self.envelope.content = self.envelope.original_content = data.content()
        status = await self._call_handler_hook("DATA")
        self._set_post_data_state()  # type: ignore[no-untyped-call]  # the library's
        await self.push(status)

    def note_data(self, size: int) -> None:
        """Note that so much of a mail has come."""

    async def _receive(self) -> MailData:
        reader: asyncio.StreamReader = self._reader
        data = MailData(self.data_size_limit or 0, self.line_length_limit)
        while True:
            piece = await reader.read(A_PIECE)
            if not piece:
                # The library ends this task when the client has gone.
                raise ConnectionResetError("the client left before the end of its mail")
            self.note_data(len(piece))
            after = data.feed(piece)
            if after is not None:
                # The next commands may have come with the mail; only its buffer takes them back.
                reader._buffer[:0] = after  # type: ignore[attr-defined]  # noqa: SLF001 - see above
                return data
            # A reader with much to give never waits, and others must have their turn.
            await asyncio.sleep(0)
