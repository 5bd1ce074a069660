"""A deployed Fullhouse on the emulator, with hosts, guests, scripts and listeners."""

import os
import re
import subprocess
import sys
import time
import traceback
from base64 import urlsafe_b64decode
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import msgspec

from infra.registry import FUNCTIONS
from tests.aws.emulator import ACCOUNT, REGION, ROOT, Emulator, running
from tests.aws.record import Call, Line, Record, mail
from tests.aws.salon import Salon
from tests.aws.visitor import Answer, Visitor
from tests.inbound.slack.fake import CHANNEL

T = TypeVar("T")
OWNER = "owner@example.org"
STAFF = "desk@example.org"
TEXTS_FROM = "Scissors"
SENDER = "The Mill <events@example.org>"
MAIL_DOMAIN = "rsvp.example.org"
ZONE = "Asia/Singapore"
# Stacks that ministack does not take; tests/infra checks their templates.
NOT_HERE = "rotation,mail-rules,budget"
LINK = re.compile(r"https://[\w.-]+/l/([\w.-]+)")
OF_A_TEXT = re.compile(r"https://[\w.-]+/[ls]/[\w.-]+")
PATIENCE = 180.0  # for what hangs: on a busy machine a process alone takes seconds to start


class Letter(msgspec.Struct, frozen=True):
    """A mail as it was handed to SES: the message's own key, and its links by what they are for."""

    key: str
    to: str
    subject: str
    text: str
    links: dict[str, str]
    at: float

    @property
    def kind(self) -> str:
        return self.key.split(":")[0]


class Text(msgspec.Struct, frozen=True):
    """A text as it was handed to SNS, with the one link that it carries."""

    to: str
    words: str
    link: str
    at: float
    attributes: dict[str, str]


def text_of(call: Call) -> Text:
    """Read a text that SNS was handed."""
    words = call.names["Message"]
    link = OF_A_TEXT.search(words)
    return Text(
        call.names["PhoneNumber"], words, link[0] if link else "", call.at, call.names["Attributes"]
    )


def letter_of(call: Call) -> Letter:
    """Read a mail that SES was handed."""
    sent = mail(call)
    body = sent.get_body(("plain",))
    assert body is not None
    text = body.get_content() + str(sent["List-Unsubscribe"] or "")
    tag = call.names["Tag"]
    key = urlsafe_b64decode(tag + "=" * (-len(tag) % 4)).decode()
    links = {match[1].split(".")[1]: match[0] for match in LINK.finditer(text)}
    return Letter(key, call.names["To"][0], sent["Subject"], text, links, call.at)


class Tail:
    """Reads a record as it grows."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.read_to = 0
        self.lines: list[Line] = []
        self.letters: list[Letter] = []
        self.texts: list[Text] = []

    def record(self) -> Record:
        decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
        with self.path.open("rb") as file:
            file.seek(self.read_to)
            fresh = file.read()
        whole = fresh[: fresh.rfind(b"\n") + 1]
        self.read_to += len(whole)
        for text in whole.splitlines():
            line = decoder.decode(text)
            self.lines.append(line)
            if isinstance(line, Call) and line.operation == "SendRawEmail" and not line.error:
                self.letters.append(letter_of(line))
            if (
                isinstance(line, Call)
                and line.operation == "Publish"
                and line.role
                and not line.error
            ):
                self.texts.append(text_of(line))
        return Record(tuple(self.lines))


class Play:
    """The means of a story: addresses, people and ways to watch. It invokes no function."""

    def __init__(self, emulator: Emulator, urls: dict[str, str]) -> None:
        assert emulator.record is not None
        self.emulator = emulator
        self.urls = urls
        self.tail = Tail(emulator.record)
        self.teller = ThreadPoolExecutor(1)  # one story at a time, whoever asks for them
        self.told: dict[Callable[[Play], Any], Future[Any]] = {}
        self.kept: dict[str, Any] = {}  # what staff keep elsewhere, from one story to the next

    @property
    def record(self) -> Record:
        return self.tail.record()

    def begin(self, story: "Callable[[Play], T]") -> "Future[T]":
        """Have a story told, once, when those that were begun before it are over."""
        if story not in self.told:
            self.told[story] = self.teller.submit(self._tell, story)
        return self.told[story]

    def _tell(self, story: "Callable[[Play], T]") -> T:
        """Play a story, and check that no function failed at something for good meanwhile."""
        began, known = self.emulator.now(), self._letters_left()
        heard = story(self)
        left = self._letters_left() - known
        seconds = (self.emulator.now() - began).total_seconds()
        assert not left, f"dead letters are left: {dict(left)}; {self.trouble(seconds)}"
        return heard

    def _letters_left(self) -> "Counter[str]":
        queues = {one.letters.removesuffix("-dlq") for one in FUNCTIONS if one.asynchronous}
        return Counter({one: self.dead_letters(one) for one in sorted(queues)})

    def tell(self, story: "Callable[[Play], T]") -> T:
        """Hear how a story went."""
        return self.begin(story).result()

    def wait(self, look: Callable[[], T | None]) -> T:
        """Look again and again until there is something to see."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if found := look():
                return found
            time.sleep(0.15)
        raise TimeoutError(
            f"nothing came of {_waited_for()} within {PATIENCE:.0f} s; {self.trouble(PATIENCE)}"
        )

    def trouble(self, seconds: float) -> str:
        """Say what went wrong since then, for whoever waits in vain."""
        record, since = self.record, self.emulator.now().timestamp() - seconds
        refused = [one for one in record.functions_calls if one.status >= 400 and one.at > since]
        denied = [f"{one.by} {one.operation} {one.error}" for one in refused]
        runs = [one for one in record.runs if one.at > since]
        failed = [one for one in runs if one.failed or '"error"' in one.log]
        warned = [one for one in runs if '"warning"' in one.log and one not in failed]
        wrong, odd = (
            [f"{one.function}: {one.log[-1500:]}" for one in found[-3:]]
            for found in (failed, warned)
        )
        left = [f"{one.kind} to {one.to}" for one in self.tail.letters if one.at > since]
        return (
            f"calls refused: {denied[-5:]}; runs that failed: {wrong}; "
            f"runs that warned: {odd}; letters: {left[-9:]}"
        )

    def letters(self, to: str, kind: str = "") -> list[Letter]:
        """Return the mails to someone, in the order in which they left."""
        self.record  # noqa: B018 - reading it is what brings letters in
        return [one for one in self.tail.letters if one.to == to and kind in {"", one.kind}]

    def letter(self, to: str, kind: str, number: int = 1) -> Letter:
        """Wait for someone's mail of a kind, the first or a later one."""

        def look() -> Letter | None:
            found = self.letters(to, kind)
            return found[number - 1] if len(found) >= number else None

        return self.wait(look)

    def texts(self, to: str) -> list[Text]:
        """Return the texts to a number, in the order in which they left."""
        self.record  # noqa: B018 - reading it is what brings texts in
        return [one for one in self.tail.texts if one.to == to]

    def text(self, to: str, number: int = 1) -> Text:
        """Wait for the first text to a number, or a later one."""

        def look() -> Text | None:
            found = self.texts(to)
            return found[number - 1] if len(found) >= number else None

        return self.wait(look)

    def visitor(self) -> Visitor:
        return Visitor(self.emulator.port)

    @cached_property
    def host(self) -> Visitor:
        """The owner, signed in by the link that was mailed."""
        host = self.visitor()
        known = len(self.letters(OWNER, "sign_in"))
        page = host.get(f"{self.urls['desk']}/desk/sign-in")
        assert host.press(page, email=OWNER).status == 200
        link = self.letter(OWNER, "sign_in", known + 1).links["sign-in"]
        came = host.press(host.get(link))
        assert came.status == 200, came.text
        assert urlpath(came.url) == "/desk"
        return host

    @cached_property
    def script(self) -> Visitor:
        """A script, with a key that the owner made at the desk."""
        page = self.host.press(self.desk("/tokens"), name="script")
        token = re.search(r"fh_[\w-]+", page.text)
        assert token, page.text
        return Visitor(self.emulator.port, token[0])

    def desk(self, path: str) -> Answer:
        """Open a page of the desk as its owner."""
        page = self.host.get(f"{self.urls['desk']}/desk{path}")
        assert page.status == 200, page.text
        return page

    def api(self, method: str, path: str, what: object = None) -> Any:
        answer = self.script.send(method, f"{self.urls['desk']}/api/v1{path}", what)
        assert answer.status < 300, answer.text
        return answer.json

    def opens(
        self, name: str, cap: int, *, starts: datetime | None = None, **settings: object
    ) -> str:
        """Open an event, by default in a month and without quiet hours, and return its id."""
        awake: dict[str, object] = {"quiet_hours": {"from": "00:00", "to": "00:00"}}
        made = self.api(
            "POST",
            "/events",
            {
                "name": name,
                "starts_at": written(
                    starts or (self.there() + timedelta(days=30)).replace(second=0)
                ),
                "timezone": ZONE,
                "venue": "The old mill",
                "cap": cap,
                "host_email": OWNER,
                "settings": awake | settings,
            },
        )
        return str(made["id"])

    def there(self) -> datetime:
        """What the clock on the wall shows where the events are."""
        return self.emulator.now().astimezone(ZoneInfo(ZONE)).replace(tzinfo=None)

    def signs_up(self, event: str, name: str, **more: object) -> dict[str, Any]:
        """Sign up as the page's script does, from an address of one's own; return the answer."""
        person = {"name": name, "email": address(event, name)} | more
        answer = self.visitor().send("POST", f"{self.urls['register']}/e/{event}", person)
        assert answer.status in {200, 201}, answer.text
        found: dict[str, Any] = answer.json
        return found

    def answers(self, link: str, **fields: str) -> Answer:
        """Open a link from a mail, and press its button."""
        guest = self.visitor()
        page = guest.get(link)
        assert page.status == 200, page.text
        answer = guest.press(page, **fields)
        assert answer.status == 200, answer.text
        return answer

    def guests(self, event: str) -> dict[str, dict[str, Any]]:
        """Return the guest list as the API tells it, by address."""
        return {
            one["email"]: one
            for one in self.api("GET", f"/events/{event}/guests?limit=200")["items"]
        }

    def headcount(self, event: str) -> dict[str, int]:
        found: dict[str, int] = self.api("GET", f"/events/{event}")["headcount"]
        return found

    def audit(self, event: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.api("GET", f"/events/{event}/audit?limit=200")["items"]
        return found

    def queue(self, function: str) -> str:
        """Return the address of the queue for what a function failed at."""
        return str(
            self.emulator.client("sqs").get_queue_url(QueueName=f"{function}-dlq")["QueueUrl"]
        )

    def dead_letters(self, function: str) -> int:
        """Count what a function failed at."""
        name, queues = "ApproximateNumberOfMessages", self.emulator.client("sqs")
        told = queues.get_queue_attributes(QueueUrl=self.queue(function), AttributeNames=[name])
        return int(told["Attributes"][name])

    @cached_property
    def salon(self) -> "Salon":
        """The one business of this house, with its rules in force."""
        return Salon(self)

    def moves_to(self, wall: datetime) -> None:
        """Put the clock forward to a time on the wall where the events are."""
        self.emulator.move_to(wall.replace(tzinfo=ZoneInfo(ZONE)))
        self.__dict__.pop("host", None)  # who was signed in weeks ago has to sign in again

    def moves_to_what_is_booked_for(self, wall: datetime, times: int = 1) -> None:
        """Wait for so many schedules at a wall time, and set the clock to a second before it."""
        ending = f"-{int(wall.replace(tzinfo=ZoneInfo(ZONE)).timestamp() * 1000)}"

        def booked() -> bool:
            made = [
                one
                for one in self.record.calls
                if one.operation == "CreateSchedule" and not one.error
            ]
            return (
                len({one.names["Name"] for one in made if one.names["Name"].endswith(ending)})
                >= times
            )

        self.wait(booked)
        self.moves_to(wall - timedelta(seconds=1))


def _waited_for() -> str:
    """Name the line of a story that waits."""
    lines = [one for one in traceback.extract_stack() if "stories" in one.filename]
    return f"{Path(lines[-1].filename).name}:{lines[-1].lineno} {lines[-1].line}" if lines else "it"


def address(event: str, name: str) -> str:
    """Return someone's address at an event: no two events share one, so it identifies mails."""
    return f"{name.lower()}.{event.lower()}@example.org"


def written(wall: datetime) -> str:
    return f"{wall:%Y-%m-%dT%H:%M:%S}"


def urlpath(url: str) -> str:
    return url.partition("?")[0].partition("://")[2].partition("/")[2].join(["/", ""])


def bucket(name: str) -> str:
    return f"{name}-{ACCOUNT}-{REGION}"


def infra(*arguments: str, **environment: str) -> str:
    """Run the deploy command as a person would."""
    done = subprocess.run(
        [sys.executable, "-m", "infra", *arguments, "--python", "host"],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def deployed(record: Path) -> Iterator[Play]:
    """Deploy the packages into an emulator that enforces policies, by the command used for AWS."""
    with running(auth=True, record=record) as emulator:
        emulator.client("ses").verify_domain_identity(Domain=SENDER.partition("@")[2].rstrip(">"))
        said = infra(
            *("deploy", "--owner", OWNER, "--sender", SENDER, "--mail-domain", MAIL_DOMAIN),
            *("--keep-days", "30", "--protect", "no", "--without", NOT_HERE),
            *(
                "--time-zone",
                ZONE,
                "--texts-from",
                TEXTS_FROM,
                "--staff-mail",
                STAFF,
                "--slack-channel",
                CHANNEL,
            ),
            **emulator.environment,
        )
        play = Play(emulator, dict(re.findall(r"^([a-z]+): (https://\S+)$", said, re.MULTILINE)))
        try:
            yield play
        finally:
            play.teller.shutdown(wait=False, cancel_futures=True)
