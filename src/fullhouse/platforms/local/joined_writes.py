"""A transport that sends what is written in one turn of the event loop with one call.

uvicorn writes the head and the body of an answer one after the other. Sent apart they cost two
calls of the system and two packets.
"""

import asyncio

MOST_HELD = 64 * 1024  # a transport asks its writer to wait at this size, too


class JoinedWrites(asyncio.Transport):
    """Holds what is written until the event loop's next turn."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        """Write to this transport, on this loop."""
        super().__init__()
        self._transport, self._loop = transport, loop
        self._held: list[bytes | bytearray | memoryview] = []
        self._held_bytes = 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Write soon; at once if much is held."""
        if not self._held:
            self._loop.call_soon(self.flush)
        self._held.append(data)
        self._held_bytes += len(data)
        if self._held_bytes > MOST_HELD:
            self.flush()

    def flush(self) -> None:
        """Write all that is held."""
        if self._held:
            held, self._held, self._held_bytes = self._held, [], 0
            self._transport.write(b"".join(held))

    def close(self) -> None:
        """Write all that is held, then close."""
        self.flush()
        self._transport.close()

    def abort(self) -> None:
        """Close at once; what is held is lost."""
        self._held = []
        self._transport.abort()

    def is_closing(self) -> bool:
        """Return True if the transport is closing or closed."""
        return self._transport.is_closing()

    def get_extra_info(self, name: str, default: object = None) -> object:
        """Return something about the connection."""
        return self._transport.get_extra_info(name, default)

    def pause_reading(self) -> None:
        """Stop reading."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read again."""
        self._transport.resume_reading()
