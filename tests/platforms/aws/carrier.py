"""SES and SNS on this machine, where the emulator lacks an answer: each action has its own."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs
from urllib.request import urlopen

from tests.aws.emulator import Emulator, new_client
from tests.support.fake_servers import Speaker, speaking

# A status and a body; or no answer at all: "silence" holds the line, anything else hangs up.
Said = tuple[int, str] | str


class Carrier:
    """Says what it is told to say, and keeps what it was asked."""

    def __init__(self, answers: Mapping[str, Said]) -> None:
        self.answers = answers
        self.asked: list[dict[str, str]] = []
        self.heard = threading.Event()
        self.calls = 0
        self.url = ""


class Answers(Speaker):
    """Speaks as AWS does where it is asked by a form."""

    carrier: Carrier

    def setup(self) -> None:
        self.carrier.calls += 1
        super().setup()

    def answer(self, body: bytes) -> None:
        asked = {name: values[0] for name, values in parse_qs(body.decode()).items()}
        self.carrier.asked.append(asked)
        self.carrier.heard.set()
        answer = self.carrier.answers[asked["Action"]]
        if answer == "silence":
            self.keep_silent()
        if isinstance(answer, str):
            self.close_connection = True
        else:
            self.say(answer[0], answer[1].encode())


@contextmanager
def carrier(**answers: Said) -> Iterator[Carrier]:
    """Stand in for a service that gives each action its answer."""
    standing = Carrier(answers)
    with speaking(Answers, carrier=standing) as port:
        standing.url = f"http://127.0.0.1:{port}"
        yield standing


def refusal(namespace: str, code: str, words: str = "no", status: int = 400) -> tuple[int, str]:
    """An answer that says no."""
    return status, (
        f'<ErrorResponse xmlns="{namespace}"><Error><Type>Sender</Type><Code>{code}</Code>'
        f"<Message>{words}</Message></Error><RequestId>r</RequestId></ErrorResponse>"
    )


def client(service: str, url: str, attempts: int = 1, patience: float = 60) -> Any:
    from botocore.config import Config

    config = Config(
        retries={"mode": "standard", "total_max_attempts": attempts},
        connect_timeout=60,
        read_timeout=patience,
    )
    return new_client(service, url, config, aws_access_key_id="test", aws_secret_access_key="test")


def kept(emulator: Emulator, path: str) -> list[dict[str, Any]]:
    """What the emulator was handed, and shows under a path of its own."""
    with urlopen(f"{emulator.url}/_ministack/{path}", timeout=60) as answer:  # noqa: S310 - ours
        return list(_flat(json.load(answer)))


def _flat(found: Any) -> Iterator[dict[str, Any]]:
    for one in (
        found if isinstance(found, list) else found.values() if isinstance(found, dict) else ()
    ):
        if isinstance(one, dict) and "MessageId" in one:
            yield one
        else:
            yield from _flat(one)
