"""Every AWS call that the product makes in this process: numbered, and one of them may go wrong."""

import json
import threading
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

import msgspec
from botocore.awsrequest import AWSResponse
from botocore.compat import HTTPHeaders
from botocore.exceptions import EndpointConnectionError, ReadTimeoutError
from botocore.httpsession import URLLib3Session

from fullhouse.platforms.aws import clients
from fullhouse.platforms.aws.mail.ses import tagged

# In this order: the call never reaches AWS, with all of botocore's retries; AWS throttles it; it
# takes effect and no answer comes; only the first answer is lost; the process ends before or after.
REFUSED, THROTTLED, LOST, LOST_ONCE, DIES_BEFORE, DIES_AFTER = WAYS = (
    "refused",
    "throttled",
    "answer lost",
    "first answer lost",
    "dies before",
    "dies after",
)
WRITES = {"TransactWriteItems", "CreateSchedule", "DeleteSchedule", "PutEvents", "SendRawEmail"}
SEND = "SendRawEmail"
XML = (
    b"<ErrorResponse><Error><Type>Sender</Type><Code>Throttling</Code><Message>slow</Message>"
    b"</Error></ErrorResponse>"
)
JSON = b'{"__type": "ThrottlingException", "message": "slow"}'


class DiesHereError(BaseException):
    """The process ends: nothing that it holds is kept, and nothing catches this."""


class Call(msgspec.Struct, frozen=True):
    """One call: which it is, in which run of which function, and what it asks for."""

    number: int
    run: int
    function: str
    operation: str

    @property
    def writes(self) -> bool:
        return self.operation in WRITES


class Fault(msgspec.Struct, frozen=True):
    """What goes wrong: at the call of which number, and how."""

    number: int
    way: str


class Wire:
    """Stands between the product's clients and AWS."""

    def __init__(self) -> None:
        """Let everything through."""
        self._carry = URLLib3Session()
        self._mine = threading.local()  # the call under way
        self.hold: Callable[[str], object] = lambda _operation: None
        self.begin()

    def begin(self, *faults: Fault) -> None:
        """Count from the start, with these faults ahead."""
        self.faults = {fault.number: fault.way for fault in faults}
        self.calls: list[Call] = []
        self.sends: list[
            tuple[int, str]
        ] = []  # the call, and the key of the message that reached SES with it
        self.news: list[tuple[str, int]] = []  # what reached the bus, and the number of its line
        self.run = 0
        self.function = ""
        self.dead = False
        self.written = True  # whether a table may have changed since somebody looked
        self._tries = 0

    def listen(self) -> None:
        """Hear of every call of every client that the product makes from now on."""
        session = clients._session()  # noqa: SLF001 - all of its clients come from here
        session.register("before-call", self._begins)
        session.register("before-send", self._leaves)
        session.register("needs-retry.*.*", self._again)

    def starts(self, function: str) -> None:
        """Begin the next run of a function."""
        self.run += 1
        self.function = function
        self.dead = False

    @property
    def happened(self) -> bool:
        """Whether all faults have come."""
        return max(self.faults, default=0) <= len(self.calls)

    def may_repeat(self) -> set[str]:
        """Return messages whose SES answer got lost, on its way or before it was stored."""
        hits = [call for call in self.calls if call.number in self.faults]
        lost = [key for hit in hits for key in self._sent_until(hit)[-1:]]
        return set(lost)

    def _sent_until(self, hit: Call) -> list[str]:
        return [
            key for at, key in self.sends if at <= hit.number and self.calls[at - 1].run == hit.run
        ]

    def _begins(self, model: Any, **_told: object) -> None:
        if self.dead:
            raise DiesHereError
        self._mine.call = Call(len(self.calls) + 1, self.run, self.function, model.name)
        self.calls.append(self._mine.call)
        self._tries = 0
        self.hold(model.name)

    def _leaves(self, request: Any, **_told: object) -> AWSResponse | None:
        call = self._mine.call
        way = self.faults.get(call.number)
        self._tries += 1
        if way == REFUSED:
            raise EndpointConnectionError(endpoint_url=request.url)
        if way == THROTTLED:
            return _slow(call, request.url)
        if way == DIES_BEFORE:
            self._die()
        self._note(call, request)
        if way is None or (way == LOST_ONCE and self._tries > 1):
            return None
        self._carry.send(request)
        if way == DIES_AFTER:
            self._die()
        raise ReadTimeoutError(endpoint_url=request.url)

    def _again(self, attempts: int, request_dict: dict[str, Any], **_told: object) -> float | None:
        """Let botocore try a faulty call again as often as it would, but without its pauses."""
        most = request_dict["context"]["client_config"].retries["total_max_attempts"]
        way = self.faults.get(self._mine.call.number)
        wrong = way in (REFUSED, THROTTLED, LOST) or (way == LOST_ONCE and self._tries == 1)
        return 0.0 if wrong and attempts < most else None

    def _note(self, call: Call, request: Any) -> None:
        self.written = self.written or call.operation == "TransactWriteItems"
        body = request.body.decode() if isinstance(request.body, bytes) else request.body
        if call.operation == "PutEvents":
            entries = json.loads(body)["Entries"]
            self.news += [
                (one["DetailType"], json.loads(one["Detail"])["number"]) for one in entries
            ]
        if call.operation == SEND:
            self.sends.append((call.number, tagged(parse_qs(body)["Tags.member.1.Value"][0])))

    def _die(self) -> None:
        self.dead = True
        raise DiesHereError


class _Raw:
    """The body of an answer, as it comes off the wire."""

    def __init__(self, body: bytes) -> None:
        self.body = body

    def stream(self, **_how: object) -> list[bytes]:
        return [self.body]


def _slow(call: Call, url: str) -> AWSResponse:
    body = XML if call.operation == SEND else JSON
    headers = HTTPHeaders.from_dict({"x-amzn-errortype": "ThrottlingException"})
    return AWSResponse(url, 400, headers, _Raw(body))
