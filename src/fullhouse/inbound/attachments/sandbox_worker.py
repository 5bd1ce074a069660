"""The child process that opens files of strangers, without secrets, files or much memory.

It answers one file after the other over its pipes, and ends when they do. Each platform brings its
own way of reading.
"""

import os
import sys
from collections.abc import Callable
from typing import IO

import msgspec

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.attachments.confinement import confine
from fullhouse.inbound.attachments.pdf import ScannedPage

MB = 1024 * 1024
HEAD = 4
LARGEST_FRAME = 16 * MB
LARGEST_DATA = LARGEST_FRAME - 1024  # leaves room for the rest of a response
TOO_HEAVY = "It takes more memory to read than a document should."
BROKEN = "The file is damaged."


class ReadRequest(msgspec.Struct, frozen=True):
    """A file to be read."""

    kind: str
    content: bytes


class ReadResponse(msgspec.Struct, frozen=True):
    """The text of a file, or its parsed `data`, and its problem if there is one.

    `loading`: there is no answer yet, because the OCR model is loading. `unseen` are pages for
    somebody else to read, and `left` says what there is beside them.
    """

    text: str = ""
    problem: str = ""
    loading: bool = False
    unseen: bytes = b""
    left: str = ""
    data: bytes = b""


Read = Callable[[bytes, str, Callable[[], None]], str | bytes]


def write_frame(pipe: IO[bytes], message: msgspec.Struct) -> None:
    """Write a message, with its length before it."""
    said = msgspec.msgpack.encode(message)
    pipe.write(len(said).to_bytes(HEAD))
    pipe.write(said)
    pipe.flush()


def read_frame(pipe: IO[bytes]) -> bytes:
    """Read a message; empty if the other side has gone, or sends far too much."""
    head = pipe.read(HEAD)
    size = int.from_bytes(head)
    said = pipe.read(size) if len(head) == HEAD and size <= LARGEST_FRAME else b""
    return said if len(said) == size else b""


def serve(read: Read, memory_mb: int) -> None:
    """Answer until the pipe is closed. Output of libraries goes nowhere."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    confine(memory_mb)
    while said := read_frame(sys.stdin.buffer):
        asked = msgspec.msgpack.decode(said, type=ReadRequest)
        write_frame(
            answers, _answer(read, asked, lambda: write_frame(answers, ReadResponse(loading=True)))
        )


def _answer(read: Read, asked: ReadRequest, loading: Callable[[], None]) -> ReadResponse:
    try:
        return _response(read(asked.content, asked.kind, loading))
    except ScannedPage as unseen:
        return ReadResponse(unseen=unseen.pages, left=unseen.left)
    except Unreadable as unreadable:
        return ReadResponse(unreadable.text, unreadable.reason)
    except MemoryError:
        return ReadResponse(problem=TOO_HEAVY)
    except Exception:  # noqa: BLE001 - a crafted file makes libraries raise anything
        return ReadResponse(problem=BROKEN)


def _response(found: str | bytes) -> ReadResponse:
    if isinstance(found, str):
        return ReadResponse(found)
    if len(found) > LARGEST_DATA:
        return ReadResponse(problem=TOO_HEAVY)
    return ReadResponse(data=found)
