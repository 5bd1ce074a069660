"""A child whose reader was planted: it sleeps, fills its memory, tells its environment, or ends."""

import os
import resource
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

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
    if kind == "confined":
        return confined()
    if kind == "ends":
        os._exit(3)
    print("a library that chats")  # noqa: T201 - what it prints must not be taken for an answer
    return f"{os.getpid()} {sorted(os.environ)}"


def confined() -> str:
    """Describe what this process may do: its open files, rights, limits and network."""
    status = dict(
        line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines()
    )
    return " ".join(
        [
            f"files={sorted(file.name for file in Path('/proc/self/fd').iterdir())[:-1]}".replace(
                " ", ""
            ),
            f"no_new_privileges={status['NoNewPrivs']}",
            f"umask={status['Umask']}",
            f"memory={resource.getrlimit(resource.RLIMIT_DATA)[1]}",
            f"open={resource.getrlimit(resource.RLIMIT_NOFILE)[1]}",
            f"first_to_go={Path('/proc/self/oom_score_adj').read_text().strip()}",
            f"rights={status['CapEff']}",
            f"network={len(socket.if_nameindex())}",
            f"folder={Path.cwd()}",
            f"behind={os.getpriority(os.PRIO_PROCESS, 0)}",
        ]
    )


serve(read, int(sys.argv[1]))
