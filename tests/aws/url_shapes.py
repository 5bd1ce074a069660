"""Shapes of requests to a function behind a Function URL, and of its answers: format 2.0."""

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec

URL_ID = "abcdefghijklmnopqrstuvwxyz012345"
DOMAIN = f"{URL_ID}.lambda-url.ap-southeast-1.on.aws"
CALLER = "203.0.113.9"
LAMBDAS_ID = "8476a536-e9f4-11e8-9739-2dfe598c3fcd"
# Bodies of these kinds are handed over as they are; all others, forms too, in base64.
TEXT = ("text/", "application/json", "application/xml", "application/javascript")
FORM = "application/x-www-form-urlencoded"


class Context:
    """Lambda's own word about one run of a function."""

    def __init__(self, request_id: str = LAMBDAS_ID, left_ms: Sequence[int] = (15_000,)) -> None:
        """Run under an id; each look at the time left takes the next figure, the last one stays."""
        self.aws_request_id = request_id
        self._left_ms = list(left_ms)

    def get_remaining_time_in_millis(self) -> int:
        return self._left_ms.pop(0) if len(self._left_ms) > 1 else self._left_ms[0]


def url_event(
    method: str,
    path: str,
    body: bytes = b"",
    headers: Mapping[str, str] | None = None,
    cookies: Sequence[str] = (),
) -> dict[str, Any]:
    """Build the event of one request."""
    parts = urlsplit(path)
    given = {name.lower(): value for name, value in (headers or {}).items()}
    event: dict[str, Any] = {
        "version": "2.0",
        "routeKey": "$default",
        "rawPath": parts.path,
        "rawQueryString": parts.query,
        "headers": {
            "host": DOMAIN,
            "x-amzn-tls-version": "TLSv1.3",
            "x-amzn-trace-id": "Root=1-67891233-abcdef012345678912345678",
            "x-forwarded-for": given.pop("x-forwarded-for", CALLER),
            "x-forwarded-port": "443",
            "x-forwarded-proto": "https",
            **({"content-length": str(len(body))} if body else {}),
            **given,
        },
        "requestContext": _about(method, parts.path, given),
        "isBase64Encoded": False,
    }
    if cookies:
        event["cookies"] = list(cookies)
    if parts.query:
        event["queryStringParameters"] = dict(parse_qsl(parts.query, keep_blank_values=True))
    if body:
        plain = given.get("content-type", "").startswith(TEXT)
        event |= {
            "body": body.decode() if plain else b64encode(body).decode(),
            "isBase64Encoded": not plain,
        }
    return event


def _about(method: str, path: str, headers: Mapping[str, str]) -> dict[str, Any]:
    return {
        "accountId": "anonymous",
        "apiId": URL_ID,
        "domainName": DOMAIN,
        "domainPrefix": URL_ID,
        "http": {
            "method": method,
            "path": path,
            "protocol": "HTTP/1.1",
            "sourceIp": CALLER,
            "userAgent": headers.get("user-agent", ""),
        },
        "requestId": "e1506fd5-9e7b-434f-bd42-4f8fa224b599",
        "routeKey": "$default",
        "stage": "$default",
        "time": "01/Jun/2026:09:00:00 +0000",
        "timeEpoch": 1780304400000,
    }


def form_event(
    path: str, fields: Mapping[str, str], headers: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Build the event of a form that is sent."""
    return url_event(
        "POST", path, urlencode(fields).encode(), {"content-type": FORM, **(headers or {})}
    )


class Answer(msgspec.Struct, frozen=True):
    """What a browser would get of a function's answer."""

    status: int
    headers: dict[str, str]
    cookies: tuple[str, ...]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")


def read_answer(told: Mapping[str, Any]) -> Answer:
    """Read an answer as a Function URL does; one that it could not pass on is an error here."""
    assert set(told) <= {"statusCode", "headers", "cookies", "body", "isBase64Encoded"}
    msgspec.json.encode(told)
    assert all(isinstance(value, str) for value in told.get("headers", {}).values())
    assert "set-cookie" not in told.get("headers", {})
    body = told.get("body", "")
    raw = b64decode(body, validate=True) if told.get("isBase64Encoded") else body.encode()
    return Answer(
        told["statusCode"], dict(told.get("headers", {})), tuple(told.get("cookies", ())), raw
    )
