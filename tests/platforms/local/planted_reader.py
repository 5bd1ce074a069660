"""A child whose reader was planted: it sleeps, fills its memory, tells its environment, or ends."""

import os
import sys
import time
from collections.abc import Callable

from fullhouse.inbound.attachments.sandbox_worker import serve


def read(content: bytes, kind: str, loading: Callable[[], None]) -> str:
    if kind == "slow":
        time.sleep(600)
    if kind == "heavy":
        return str(len(bytearray(8 * 1024 * 1024 * 1024)))
    if kind == "writes":
        with open(content.decode(), "w") as file:  # noqa: PTH123 - as a library would
            file.write("x" * 10)
    if kind == "loads":
        loading()
        time.sleep(1.5)
    if kind == "ends":
        os._exit(3)
    print("a library that chats")  # noqa: T201 - what it prints must not be taken for an answer
    return f"{os.getpid()} {sorted(os.environ)}"


serve(read, int(sys.argv[1]))
