"""A fake Twilio on loopback that checks requests as Twilio does, and keeps them.

It can be told to refuse a number, to be busy or broken, to say nothing for long, or to hang up; and
it can text back.
"""

import hashlib
import hmac
import json
import re
import ssl
import threading
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal
from urllib.parse import parse_qs

from tests.support.fake_servers import Speaker, speaking

Mood = Literal[
    "well", "silent", "hangs up", "cuts off", "busy", "broken", "gateway", "unavailable", "strange"
]

ACCOUNT = "AC" + "0" * 31 + "1"
TOKEN = "the-token-of-the-account"
SERVICE = "MG" + "0" * 31 + "1"
NUMBER = "+15005550006"
NAME = "The Mill"
MOODS: dict[Mood, tuple[int, dict[str, Any]]] = {
    "busy": (429, {"code": 20429, "message": "Too Many Requests", "status": 429}),
    "broken": (
        500,
        {"code": 20500, "message": "An internal server error has occurred", "status": 500},
    ),
    "gateway": (504, {}),
    "unavailable": (503, {"code": 20503, "message": "Service unavailable", "status": 503}),
    "strange": (201, {}),
}


class Provider:
    """One account with one number, one name and one messaging service."""

    def __init__(self) -> None:
        self.sent: list[dict[str, str]] = []
        self.asked = 0
        self.heard = threading.Event()
        self.mood: Mood = "well"
        self.kind = "Full"
        self.status = "active"
        self.refused: dict[str, int] = {}
        self.url = ""

    def texts_to(self, number: str) -> list[str]:
        """What was sent to a number, in order."""
        return [one["Body"] for one in self.sent if one["To"] == number]

    def answer(
        self, path: str, authorization: str, fields: Mapping[str, str] | None
    ) -> tuple[int, dict[str, Any]]:
        """Answer as Twilio does; a text has fields, a question about the account has none."""
        if authorization != f"Basic {b64encode(f'{ACCOUNT}:{TOKEN}'.encode()).decode()}":
            return 401, _error(20003, "Authenticate", 401)
        if fields is None and path == f"/2010-04-01/Accounts/{ACCOUNT}.json":
            return 200, {
                "sid": ACCOUNT,
                "status": self.status,
                "type": self.kind,
                "auth_token": "not for you",
            }
        if fields is None or path != f"/2010-04-01/Accounts/{ACCOUNT}/Messages.json":
            return 404, _error(20404, f"The requested resource {path} was not found", 404)
        code = self.refused.get(fields.get("To", "")) or _wrong(fields)
        if code:
            return 400, _error(code, f"Refused: To {fields.get('To')}")
        return self._taken(fields)

    def _taken(self, fields: Mapping[str, str]) -> tuple[int, dict[str, Any]]:
        self.sent.append(dict(fields))
        named = {
            "sid": f"SM{len(self.sent):032x}",
            "to": fields["To"],
            "from": fields.get("From"),
            "error_code": None,
        }
        return 201, {**named, "status": "queued", "body": fields["Body"], "num_segments": "1"}


def _error(code: int, words: str, status: int = 400) -> dict[str, Any]:
    return {
        "code": code,
        "message": words,
        "more_info": f"https://www.twilio.com/docs/errors/{code}",
        "status": status,
    }


def _wrong(fields: Mapping[str, str]) -> int:
    to, sender, body = fields.get("To", ""), fields.get("From", ""), fields.get("Body", "")
    checks = {
        21604: not to,
        21211: not re.fullmatch(r"\+[1-9]\d{6,14}", to, re.ASCII),
        21603: not sender and "MessagingServiceSid" not in fields,
        21606: bool(sender) and sender not in (NUMBER, NAME),
        21701: fields.get("MessagingServiceSid", SERVICE) != SERVICE,
        21602: not body,
        21617: len(body) > 1600,
        400: not {"To", "From", "MessagingServiceSid", "Body"}.issuperset(fields),
    }
    return next((code for code, is_wrong in checks.items() if is_wrong), 0)


class Answers(Speaker):
    """Speaks for a provider, as its mood is."""

    provider: Provider

    def answer(self, body: bytes) -> None:
        provider = self.provider
        fields = self._fields(body) if self.command == "POST" else None
        provider.asked += 1
        provider.heard.set()
        if provider.mood in MOODS:
            self._say(*MOODS[provider.mood])
            return
        status, found = provider.answer(self.path, self.headers.get("Authorization", ""), fields)
        if provider.mood == "silent":
            self.keep_silent()
        if provider.mood == "cuts off":
            self.wfile.write(b"HTTP/1.1 201 Created\r\nContent-Length: 900\r\n\r\n{")
        if provider.mood == "well":
            self._say(status, found)
        self.close_connection = True

    def _fields(self, body: bytes) -> dict[str, str]:
        assert self.headers["Content-Type"].startswith("application/x-www-form-urlencoded")
        found = parse_qs(
            body.decode(), keep_blank_values=True, strict_parsing=True, errors="strict"
        )
        return {name: values[-1] for name, values in found.items()}

    def _say(self, status: int, found: object) -> None:
        self.say(
            status,
            json.dumps(found).encode() if found else b"<html>",
            Content_Type="application/json",
        )


@contextmanager
def running(context: ssl.SSLContext | None = None) -> Iterator[Provider]:
    """Start the provider and end it, whatever happens; with a context it speaks TLS."""
    provider = Provider()
    with speaking(Answers, context, provider=provider) as port:
        provider.url = f"http://127.0.0.1:{port}"
        yield provider


def signed(url: str, fields: Mapping[str, str], token: str = TOKEN) -> str:
    """Sign a form that is posted to a URL, step by step as Twilio's documentation tells it."""
    text = url
    for name in sorted(fields):
        text += name
        text += fields[name]
    return b64encode(hmac.new(token.encode(), text.encode(), hashlib.sha1).digest()).decode()
