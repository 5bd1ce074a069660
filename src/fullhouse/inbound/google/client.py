"""Requests to Google's APIs: with a token and a deadline, repeated where that is safe."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlencode

import msgspec

from fullhouse.inbound.google.account import GoogleDown, ServiceAccount
from fullhouse.inbound.http_client import HttpDown, HttpRequest, HttpResponse, send

SHEETS, OTHERS = "https://sheets.googleapis.com", "https://www.googleapis.com"
PATIENCE_SECONDS = 25.0  # in all; the function that reads the sheet on AWS has 30
ONE_TRY_SECONDS = 15.0
MOST_TRIES = 5
FIRST_PAUSE_SECONDS = 0.5
FIRST_FAILURE = 400
UNAUTHORIZED, FORBIDDEN, NOT_FOUND, GONE, TOO_MANY = 401, 403, 404, 410, 429
OF_THE_SERVER = range(500, 600)
TOO_OFTEN = {"rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED"}

Query = Mapping[str, str | int | bool | Sequence[str]]


class GoogleUrls(msgspec.Struct, frozen=True):
    """Google's addresses; tests use others."""

    sheets: str = SHEETS
    others: str = OTHERS


class GoogleClient:
    """A client for one service account. It may be shared by threads."""

    def __init__(
        self,
        account: ServiceAccount,
        where: GoogleUrls | None = None,
        patience: float = PATIENCE_SECONDS,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """Use an account; `pause` waits between tries."""
        self.account = account
        self.where = where or GoogleUrls()
        self.patience, self.pause = patience, pause

    def read(self, url: str, query: Query) -> Any:  # noqa: ANN401 - JSON, checked by callers
        """Get JSON; tried again after every passing failure."""
        return _json(self.fetch(url, query))

    def fetch(self, url: str, query: Query) -> bytes:
        """Get a file; tried again after every passing failure."""
        return self._ask("GET", _full(url, query), b"", again=True).body

    def write(self, url: str, body: object) -> Any:  # noqa: ANN401 - as for read
        """Send a change once; tried again only where Google says that it did not begin."""
        return _json(self._ask("POST", url, msgspec.json.encode(body), again=False).body)

    def tell(self, url: str, body: object) -> None:
        """Send a change once that Google answers with nothing."""
        self._ask("POST", url, msgspec.json.encode(body), again=False)

    def _ask(self, method: str, url: str, body: bytes, *, again: bool) -> HttpResponse:
        ends = time.monotonic() + self.patience
        fresh = False
        for tried in range(1, MOST_TRIES + 1):
            reply = self._try(method, url, body, ends, fresh=fresh)
            if isinstance(reply, HttpResponse) and reply.status < FIRST_FAILURE:
                return reply
            fresh = isinstance(reply, HttpResponse) and reply.status == UNAUTHORIZED and not fresh
            wait = 0.0 if fresh else _wait(reply, tried, again=again)
            if wait is None or tried == MOST_TRIES or time.monotonic() + wait > ends:
                raise self._down(reply)
            self.pause(wait)
        raise AssertionError  # the last try has returned or raised

    def _try(
        self, method: str, url: str, body: bytes, ends: float, *, fresh: bool
    ) -> HttpResponse | HttpDown:
        headers = {
            "Authorization": f"Bearer {self.account.token(fresh=fresh)}",
            "Accept": "application/json",
        }
        if body:
            headers["Content-Type"] = "application/json"
        seconds = min(ONE_TRY_SECONDS, max(1.0, ends - time.monotonic()))
        try:
            return send(HttpRequest(method, url, headers, body), seconds)
        except HttpDown as error:
            return error

    def _down(self, reply: HttpResponse | HttpDown) -> GoogleDown:
        if isinstance(reply, HttpDown):
            return GoogleDown(f"Google cannot be reached: {reply}.")
        reason, said = _said(reply)
        if reply.status in {FORBIDDEN, NOT_FOUND} and reason not in TOO_OFTEN:
            sentence = (
                f"It is not there, or not shared with {self.account.email}. "
                f"Share it with that address. ({said})"
            )
            return GoogleDown(sentence, reply.status)
        return GoogleDown(f"Google answered {reply.status}: {said}", reply.status)


def _full(url: str, query: Query) -> str:
    plain = {
        key: str(value).lower() if isinstance(value, bool) else value
        for key, value in query.items()
    }
    return f"{url}?{urlencode(plain, doseq=True)}" if plain else url


def _wait(reply: HttpResponse | HttpDown, tried: int, *, again: bool) -> float | None:
    """Return the seconds before the next try; None if there must be none."""
    spread = random.uniform(1, 1.5)  # noqa: S311 - no secret
    pause = FIRST_PAUSE_SECONDS * float(2 ** (tried - 1)) * spread
    if isinstance(reply, HttpDown):
        return pause if again else None
    if _is_limited(reply) or (again and reply.status in OF_THE_SERVER):
        return max(pause, _retry_after(reply.headers.get("retry-after", "")))
    return None


def _is_limited(reply: HttpResponse) -> bool:
    if reply.status == FORBIDDEN:
        return _said(reply)[0] in TOO_OFTEN
    return reply.status == TOO_MANY


def _retry_after(said: str) -> float:
    if said.isascii() and said.isdecimal():
        return float(said)
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0


def _said(reply: HttpResponse) -> tuple[str, str]:
    """Return the reason and the sentence of an error answer."""
    try:
        error = msgspec.json.decode(reply.body)["error"]
        errors = [*error.get("errors", ()), *error.get("details", ())]
        reason = next((str(each["reason"]) for each in errors if each.get("reason")), "")
        return reason, str(error.get("message", ""))[:200]
    except (msgspec.MsgspecError, LookupError, TypeError, AttributeError):
        return "", "without a reason"


def _json(body: bytes) -> Any:  # noqa: ANN401 - as for read
    try:
        return msgspec.json.decode(body)
    except msgspec.MsgspecError as error:
        raise GoogleDown("Google's answer cannot be understood.") from error
