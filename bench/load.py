"""Load generator: a process that sends prepared requests over raw sockets and times the answers.

It reads its job from standard input and writes the result to standard output.
"""

import asyncio
import re
import sys
from collections import deque
from ipaddress import IPv4Address
from time import perf_counter
from typing import cast

import msgspec

HEAD_END = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


class Job(msgspec.Struct):
    """Bodies to send to a path, shared out among so many connections.

    Each connection sends its next body when it has its answer. Where there are `paths`, each body
    has one of its own.
    """

    port: int
    path: str
    connections: int
    bodies: list[str]
    patience: float = 60.0
    paths: list[str] = []


class Result(msgspec.Struct):
    """The total time, and the status, body and milliseconds of each answer, in order of arrival."""

    seconds: float
    statuses: list[int]
    answers: list[str]
    milliseconds: list[float]


class Crowd:
    """The state that the connections of one job share."""

    def __init__(self, job: Job) -> None:
        """Prepare every request, so that sending is all that is left to do."""
        paths = job.paths or [job.path] * len(job.bodies)
        asked = zip(paths, job.bodies, strict=True)
        self.waiting = deque(
            _request(path, body.encode(), _address(number))
            for number, (path, body) in enumerate(asked)
        )
        self.left = len(job.bodies)
        self.answers: list[tuple[float, bytes]] = []
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def take(self, seconds: float, answer: bytes) -> None:
        """Write down an answer; the last one ends the job."""
        self.answers.append((seconds, answer))
        self.left -= 1
        if not self.left and not self.done.done():
            self.done.set_result(None)

    def fail(self, error: Exception) -> None:
        """End the job with an error."""
        if not self.done.done():
            self.done.set_exception(error)


class Client(asyncio.Protocol):
    """One keep-alive connection."""

    transport: asyncio.Transport

    def __init__(self, crowd: Crowd) -> None:
        """Join the crowd."""
        self.crowd = crowd
        self.sent_at = 0.0
        self.got = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the first request."""
        self.transport = cast("asyncio.Transport", transport)
        self.send()

    def data_received(self, data: bytes) -> None:
        """Wait until the answer is whole, then send the next request."""
        self.got += data
        head = self.got.find(HEAD_END)
        length = LENGTH.search(self.got, 0, head + 1) if head > 0 else None
        if length is None or len(self.got) < head + len(HEAD_END) + int(length[1]):
            return
        answer, self.got = self.got, b""
        self.crowd.take(perf_counter() - self.sent_at, answer)
        self.send()

    def send(self) -> None:
        """Send the next request, if one is left."""
        if self.crowd.waiting:
            self.sent_at = perf_counter()
            self.transport.write(self.crowd.waiting.popleft())

    def connection_lost(self, exc: Exception | None) -> None:
        """Record the error if the connection was lost before the end."""
        if self.crowd.left:
            self.crowd.fail(exc or ConnectionError("the server closed a connection"))


def _address(number: int) -> str:
    """Return a client address of its own for each request, as a proxy on this machine names it."""
    return str(IPv4Address("10.0.0.0") + number)


def _request(path: str, body: bytes, address: str) -> bytes:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {address}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}"
    )
    return head.encode() + HEAD_END + body


async def run(job: Job) -> Result:
    """Send all of a job's bodies and gather the answers."""
    crowd, loop = Crowd(job), asyncio.get_running_loop()
    start = perf_counter()
    made = [
        loop.create_connection(lambda: Client(crowd), "127.0.0.1", job.port)
        for _ in range(job.connections)
    ]
    connections = await asyncio.gather(*made)
    try:
        await asyncio.wait_for(crowd.done, job.patience)
        seconds = perf_counter() - start
    finally:
        for transport, _ in connections:
            transport.abort()
    heads = [answer.partition(HEAD_END) for _, answer in crowd.answers]
    statuses = [int(head.split(b" ", 2)[1]) for head, _, _ in heads]
    return Result(
        seconds,
        statuses,
        [body.decode() for *_, body in heads],
        [at * 1000 for at, _ in crowd.answers],
    )


def main() -> None:
    """Do one job."""
    import uvloop

    job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    sys.stdout.buffer.write(msgspec.json.encode(uvloop.run(run(job))))


if __name__ == "__main__":
    main()
