"""Between a client and DynamoDB: notes what is asked of it, and lets things go wrong on the way."""

import io
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import msgspec
from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.client import BaseClient
from botocore.compat import HTTPHeaders
from botocore.exceptions import ConnectionClosedError, ReadTimeoutError
from botocore.httpsession import URLLib3Session

TYPE = "application/x-amz-json-1.0"
Json = dict[str, Any]
Deed = Callable[[AWSPreparedRequest], AWSResponse | None]


class Wire:
    """Sees every request of one operation; the next ones meet `does`, and then `always`."""

    strung: ClassVar[list["Wire"]] = []

    def __init__(
        self, client: BaseClient, operation: str, *does: Deed, always: Deed | None = None
    ) -> None:
        self.does = deque(does)
        self.always: Deed = always or arrives
        self.asked: list[Json] = []
        self.events = client.meta.events
        self.name = f"before-send.dynamodb.{operation}"
        self.events.register(self.name, self.pass_on)  # type: ignore[arg-type]  # a hook may answer
        self.strung.append(self)

    def pass_on(self, request: AWSPreparedRequest, **_: object) -> AWSResponse | None:
        self.asked.append(body(request))
        return (self.does.popleft() if self.does else self.always)(request)

    @classmethod
    def cut_all(cls) -> None:
        """Let everything pass again."""
        while cls.strung:
            wire = cls.strung.pop()
            wire.events.unregister(wire.name, wire.pass_on)  # type: ignore[arg-type]  # as above

    @property
    def tokens(self) -> list[str]:
        return [one["ClientRequestToken"] for one in self.asked]


class Crash(BaseException):
    """The process is gone."""


class _Raw(io.BytesIO):
    def stream(self, **_: object) -> Iterator[bytes]:
        yield self.getvalue()


def body(request: AWSPreparedRequest) -> Json:
    assert isinstance(request.body, bytes)
    found: Json = msgspec.json.decode(request.body)
    return found


def answer(request: AWSPreparedRequest, content: Json, status: int = 200) -> AWSResponse:
    """Make an answer that DynamoDB might have given."""
    headers = HTTPHeaders.from_dict({"Content-Type": TYPE})
    return AWSResponse(request.url, status, headers, _Raw(msgspec.json.encode(content)))


def arrives(_request: AWSPreparedRequest) -> None:
    """Let it arrive."""


def crashes(_request: AWSPreparedRequest) -> None:
    """Let the process die before it is sent."""
    raise Crash


def says(code: str, status: int = 400, **more: Any) -> Callable[[AWSPreparedRequest], AWSResponse]:
    """Let DynamoDB refuse it."""
    return lambda request: answer(request, {"__type": code, "message": code, **more}, status)


def cancels(*codes: str) -> Deed:
    """Let DynamoDB cancel a transaction: its first items for these reasons."""

    def deed(request: AWSPreparedRequest) -> AWSResponse:
        fine = len(body(request)["TransactItems"]) - len(codes)
        reasons = [{"Code": code} for code in (*codes, *["None"] * fine)]
        return says("TransactionCanceledException", CancellationReasons=reasons)(request)

    return deed


def really(request: AWSPreparedRequest) -> Json:
    """Send it, and return what the answer says."""
    found: Json = msgspec.json.decode(URLLib3Session().send(request).content)
    return found


def is_lost(request: AWSPreparedRequest) -> None:
    """Let it arrive and take effect, and lose the answer."""
    really(request)
    raise ReadTimeoutError(endpoint_url=request.url)


def never_arrives(request: AWSPreparedRequest) -> None:
    """Lose it on the way."""
    raise ConnectionClosedError(endpoint_url=request.url)
