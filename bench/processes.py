"""The processes of the bench: a server on its own folder, and the crowd, each ended by its id."""

import http.client
import os
import select
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter
from typing import IO, Any

import msgspec

from bench.load import Job, Result

ROOT = Path(__file__).parent.parent
FULLHOUSE = Path(sys.executable).parent / "fullhouse"
TOKEN = "token-of-the-bench"  # noqa: S105 - for a server that lives for seconds
PATIENCE_SECONDS = 60.0
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A running server: what it uses, and what it answers."""

    def __init__(self, pid: int, port: int, ready_seconds: float) -> None:
        """Know a server that has answered its first request."""
        self.pid = pid
        self.port = port
        self.ready_seconds = ready_seconds

    def cpu_seconds(self) -> float:
        """Return the processor time that it has used, in all its threads."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def resident_megabytes(self) -> float:
        """Return the memory that it holds."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        kilobytes = next(line.split()[1] for line in lines if line.startswith("VmRSS:"))
        return int(kilobytes) / 1024

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask as the host's own script does, and return what was answered."""
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        try:
            connection.request(
                method, path, msgspec.json.encode(body) if body is not None else b"", headers
            )
            response = connection.getresponse()
            answer = response.read()
            assert response.status < 300, answer
            return msgspec.json.decode(answer)
        finally:
            connection.close()


@contextmanager
def serving(
    folder: Path, *, module: str = "", settings: Mapping[str, str] | None = None
) -> Iterator[Server]:
    """Run `fullhouse serve` on a folder; a `module` of the bench may add to it."""
    command = [sys.executable, "-m", module] if module else [str(FULLHOUSE)]
    known = {name: value for name, value in os.environ.items() if not name.startswith("FULLHOUSE_")}
    chosen = {f"FULLHOUSE_{name.upper()}": value for name, value in (settings or {}).items()}
    start = perf_counter()
    process = subprocess.Popen(
        [*command, "serve", "--data", str(folder), "--port", "0"],
        cwd=ROOT,
        env={**known, **chosen, "FULLHOUSE_TOKEN": TOKEN},
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        server = Server(process.pid, _port(process.stdout), 0.0)
        assert server.ask("GET", "/healthz")["status"] == "ok"
        server.ready_seconds = perf_counter() - start
        yield server
    finally:
        _end(process)


def _port(output: IO[bytes]) -> int:
    """Read the port off the server's greeting."""
    ready, _, _ = select.select([output], [], [], PATIENCE_SECONDS)
    greeting = output.readline().decode() if ready else ""
    assert "http://" in greeting, "the server did not start"
    return int(greeting.rpartition(":")[2])


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def crowd(job: Job) -> Result:
    """Run a job in a process of its own; job and result are files, since both are long."""
    command = [sys.executable, "-m", "bench.load"]
    with TemporaryFile() as given, TemporaryFile() as done:
        given.write(msgspec.json.encode(job))
        given.seek(0)
        subprocess.run(
            command, cwd=ROOT, stdin=given, stdout=done, timeout=2 * PATIENCE_SECONDS, check=True
        )
        done.seek(0)
        return msgspec.json.decode(done.read(), type=Result)
