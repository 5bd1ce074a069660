"""How the tests run the command line: in this process, or as a real server beside it."""

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from click.testing import CliRunner, Result

from fullhouse.cli import main

PROGRAM = [sys.executable, "-c", "from fullhouse.cli import main; main()"]
READY = "Press Ctrl+C to stop."


def fullhouse(*words: str | Path) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, [str(word) for word in words])


class Served:
    """A running server and what it has said so far."""

    def __init__(self, process: "subprocess.Popen[str]", program: Sequence[str] = PROGRAM) -> None:
        self.process = process
        self.program = program
        self.said = ""
        assert process.stdout is not None
        for line in process.stdout:
            self.said += line
            if READY in line:
                break
        found = re.search(r"Fullhouse is at (\S+)", self.said)
        assert found, self.said + (process.stderr.read() if process.stderr else "")
        self.url = found[1]

    @property
    def come_in(self) -> str:
        """A link to the desk, made by the command that the server names."""
        named = next(line for line in self.said.splitlines() if "fullhouse desk-link" in line)
        command = [*self.program, *shlex.split(named)[1:]]
        return subprocess.check_output(command, text=True, timeout=60).strip()

    def stop(self, how: int = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait(60)


def _kill_group(process: "subprocess.Popen[str]") -> None:
    """Kill a program that was started in a session of its own, and all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def served(
    *words: str | Path, program: Sequence[str] = PROGRAM, **environment: str
) -> Iterator[Served]:
    """Start a server as a program of its own; it and what it started is gone at the end."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("FULLHOUSE_")}
    process = subprocess.Popen(
        [*program, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**known, **environment},
        start_new_session=True,
    )
    watchdog = threading.Timer(600, _kill_group, [process])
    watchdog.start()
    try:
        yield Served(process, program)
    finally:
        watchdog.cancel()
        _kill_group(process)
        process.wait(60)
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
