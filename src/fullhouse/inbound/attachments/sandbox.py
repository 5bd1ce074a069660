"""A reader that opens files of strangers in a child process, limited in time and memory.

The child is started for the first file, kept for the next ones, and ended when idle for a while.
One that takes too long is ended at once; the next file gets a new one.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import IO

import msgspec

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.attachments.limits import READING_SECONDS
from fullhouse.inbound.attachments.pdf import ScannedPage
from fullhouse.inbound.attachments.sandbox_worker import (
    ReadRequest,
    ReadResponse,
    read_frame,
    write_frame,
)

LOADING_SECONDS = 15.0  # more, for the first picture of a child
IDLE_SECONDS = 300.0
MOST_READ = 200  # by one child, so that what a library forgets to give back does not pile up
PARTING_SECONDS = 5.0
TOO_SLOW = "It takes too long to read."
CRASHED = "Reading it failed."
PASSED_ON = ("PYTHONHOME", "LANG", "LC_ALL", "TZ", "SYSTEMROOT", "LD_LIBRARY_PATH")
# Libraries would start a thread for each processor, each with memory of its own.
ONE_THREAD = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENCV_FOR_THREADS_NUM": "1",
}


class Closing(Exception):
    """The process is closing: the caller keeps the file, and brings it again."""


class SandboxedReader:
    """Hands one file after the other to the child, and waits within the time limit."""

    def __init__(self, command: Sequence[str], seconds: float = READING_SECONDS) -> None:
        """Set the command; nothing is started before there is a file."""
        self._seconds, self._command = seconds, command
        self._child: subprocess.Popen[bytes] | None = None
        self._count = 0
        self._closed = False
        self._turn = threading.Lock()
        self._rest: threading.Timer | None = None

    def read(self, content: bytes, kind: str, /) -> str:
        """Return the text, or raise `Unreadable`; `ScannedPage` if a child without OCR needs it."""
        return self._answered(content, kind).text

    def parse(self, content: bytes, kind: str, /) -> bytes:
        """Return parsed data as the child packed it, or raise `Unreadable`."""
        return self._answered(content, kind).data

    def _answered(self, content: bytes, kind: str) -> ReadResponse:
        with self._turn:
            answered = self._ask(ReadRequest(kind, content))
        if answered.unseen:
            raise ScannedPage(answered.unseen, answered.left)
        if answered.problem:
            raise Unreadable(answered.problem, answered.text)
        return answered

    def close(self) -> None:
        """End the child, and read nothing more."""
        self._closed = True
        child = self._child
        if child is not None:
            child.kill()
        with self._turn:
            self._end()

    def _ask(self, asked: ReadRequest) -> ReadResponse:
        child = self._ready()
        slow = threading.Event()
        answered = self._heard(child, asked, self._seconds, slow)
        if answered is not None and answered.loading:
            answered = self._heard(child, None, self._seconds + LOADING_SECONDS, slow)
        if answered is None or answered.loading:
            self._end()
            if self._closed:
                raise Closing
            return ReadResponse(problem=TOO_SLOW if slow.is_set() else CRASHED)
        self._pause()
        return answered

    def _heard(
        self,
        child: subprocess.Popen[bytes],
        asked: ReadRequest | None,
        seconds: float,
        slow: threading.Event,
    ) -> ReadResponse | None:
        """Send the request, if any, and wait for the answer; end a child that is too slow."""
        clock = threading.Timer(seconds, _stop, (child, slow))
        clock.start()
        try:
            return _said(child, asked)
        finally:
            clock.cancel()

    def _ready(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise Closing
        if self._rest is not None:
            self._rest.cancel()
        if self._child is None or self._child.poll() is not None or self._count >= MOST_READ:
            self._end()
            self._child = _started(self._command)
            self._count = 0
        self._count += 1
        return self._child

    def _pause(self) -> None:
        """End the child if no file comes for a while."""
        self._rest = threading.Timer(IDLE_SECONDS, self._let_go)
        self._rest.daemon = True
        self._rest.start()

    def _let_go(self) -> None:
        with self._turn:
            self._end()

    def _end(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        for pipe in (child.stdin, child.stdout):
            _shut(pipe)
        child.wait(PARTING_SECONDS)


def child_of(module: str, memory_mb: int) -> tuple[str, ...]:
    """Return the command that starts a module as a child with this much memory."""
    # -P: a file in the current folder must not be taken for a library.
    return (sys.executable, "-B", "-P", "-s", "-m", module, str(memory_mb))


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a child without the secrets in our environment, and without our open files."""
    passed = {name: os.environ[name] for name in PASSED_ON if name in os.environ} | ONE_THREAD
    # The child finds our own code wherever this process did.
    passed["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    return subprocess.Popen(  # noqa: S603 - the command is our own
        command, stdin=pipe, stdout=pipe, stderr=nowhere, env=passed, close_fds=True, cwd=os.sep
    )


def _said(child: subprocess.Popen[bytes], asked: ReadRequest | None) -> ReadResponse | None:
    if child.stdin is None or child.stdout is None:
        return None
    try:
        if asked is not None:
            write_frame(child.stdin, asked)
        return msgspec.msgpack.decode(read_frame(child.stdout), type=ReadResponse)
    except (OSError, ValueError):
        return None


def _stop(child: subprocess.Popen[bytes], slow: threading.Event) -> None:
    slow.set()
    child.kill()


def _shut(pipe: IO[bytes] | None) -> None:
    try:
        if pipe is not None:
            pipe.close()
    except OSError:
        pass
