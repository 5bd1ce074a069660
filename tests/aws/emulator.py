"""AWS on this machine: ministack in its own process, on loopback, with all its files temporary."""

import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import msgspec

ROOT = Path(__file__).parents[2]
REGION = "ap-southeast-1"
ACCOUNT = "000000000000"
STARTS_WITHIN = 180.0
ENDS_WITHIN = 60.0
ONE_AT_A_TIME = Lock()  # clients may be shared by threads, but not made by several at once


class Emulator(msgspec.Struct, frozen=True):
    """A running emulator, empty at its start; `files` is its folder, `record` its list of calls."""

    port: int
    files: Path
    record: Path | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """The variables by which any AWS client of a process reaches it, as the account's root."""
        return {
            "AWS_ENDPOINT_URL": self.url,
            "AWS_REGION": REGION,
            "AWS_DEFAULT_REGION": REGION,
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_EC2_METADATA_DISABLED": "true",
            "AWS_CONFIG_FILE": os.devnull,
            "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        }

    def now(self) -> datetime:
        """Tell the time that it is there."""
        clock = self.files / "clock"
        moved = float(clock.read_text()) if clock.exists() else 0.0
        return datetime.now(UTC) + timedelta(seconds=moved)

    def move_to(self, moment: datetime) -> None:
        """Put its clock forward; everything that runs there goes by it from then on."""
        assert moment > self.now(), f"{moment} is over"
        body = str(moment.timestamp()).encode()
        with urlopen(f"http://127.0.0.1:{self.port}/_clock", data=body, timeout=300) as answer:
            assert answer.status == 204

    def client(self, service: str, **credentials: str) -> Any:
        """Return a client that speaks to it, as the account's root unless credentials are given."""
        from botocore.config import Config

        keys: dict[str, Any] = {
            "aws_access_key_id": "test",
            "aws_secret_access_key": "test",
            **credentials,
        }
        config = Config(
            retries={"mode": "standard", "total_max_attempts": 1},
            connect_timeout=60,
            read_timeout=300,
            max_pool_connections=64,
            user_agent="tests",  # else it is put together for each call, which takes a tenth of it
        )
        return new_client(service, self.url, config, **keys)


@cache
def _session() -> Any:
    import botocore.session

    return botocore.session.Session()


def new_client(service: str, url: str, config: Any, **keys: str) -> Any:
    """Return a client of the one shared session: a session of its own takes 20 times as long."""
    with ONE_AT_A_TIME:
        return _session().create_client(
            service, region_name=REGION, endpoint_url=url, config=config, **keys
        )


def interpreter() -> Path:
    """Return the Python that has ministack."""
    found = Path(os.environ.get("FULLHOUSE_EMULATOR") or ROOT / ".venv-ministack/bin/python")
    if not found.exists():
        raise FileNotFoundError(
            f"The tests on AWS need the emulator, and {found} is missing: make emulator"
        )
    return found


def _variables(port: int, files: Path, *, auth: bool) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return kept | {
        "AUTH": "true" if auth else "false",
        "AWS_DEFAULT_REGION": REGION,
        "FULLHOUSE_EMULATOR_CLOCK": str(files / "clock"),
        "GATEWAY_PORT": str(port),
        "IOT_MTLS_ENABLED": "0",
        "LAMBDA_ASYNC_RETRY_BASE_SECONDS": "0.2",
        "LOG_LEVEL": "INFO",
        "MINISTACK_ACCOUNT_ID": ACCOUNT,
        "MINISTACK_REGION": REGION,
        "PYTHONPATH": str(Path(__file__).with_name("moved")),
        "PYTHONUNBUFFERED": "1",
        "S3_DATA_DIR": str(files / "s3"),
        "SFTP_ENABLED": "0",
        "STATE_DIR": str(files / "state"),
        "TMPDIR": str(files),
    }


def _words(files: Path) -> str:
    return (files / "log").read_text(errors="replace")[-4000:]


def _wait(process: "subprocess.Popen[bytes]", port: int, files: Path) -> None:
    until = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError(f"ministack ended while it started:\n{_words(files)}")
        try:
            with urlopen(f"http://127.0.0.1:{port}/_ministack/ready", timeout=5) as answer:
                if answer.status == 200:
                    return
        except (URLError, OSError):
            time.sleep(0.05)
    raise TimeoutError(f"ministack did not start within {STARTS_WITHIN:.0f} s:\n{_words(files)}")


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the emulator and the functions that it runs: they are in a process group of their own."""
    with process:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(ENDS_WITHIN)


@contextmanager
def running(*, auth: bool = False, record: Path | None = None) -> Iterator[Emulator]:
    """Start an emulator and end it, whatever happens.

    With `auth` it checks every call against IAM's policies. It also ends when this process does: it
    watches its standard input, which ends then.
    """
    python = interpreter()
    with (
        tempfile.TemporaryDirectory(prefix="ministack-", ignore_cleanup_errors=True) as folder,
        socket.socket() as door,
    ):
        files = Path(folder)
        door.bind(("127.0.0.1", 0))
        door.listen(512)
        port = door.getsockname()[1]
        arguments = [
            str(python),
            "-m",
            "tests.aws.recorder",
            str(door.fileno()),
            folder,
            str(record or ""),
        ]
        with (files / "log").open("wb") as log:
            process = subprocess.Popen(
                arguments,
                env=_variables(port, files, auth=auth),
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=[door.fileno()],
                start_new_session=True,
            )
        try:
            door.close()
            _wait(process, port, files)
            yield Emulator(port, files, record)
        finally:
            _end(process)
