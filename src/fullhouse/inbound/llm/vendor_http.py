"""HTTP requests to a model's vendor, bounded in time and size; the key is never logged."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from fullhouse.inbound.http_client import HttpDown, HttpRequest, HttpResponse, send
from fullhouse.inbound.llm.port import LARGEST_ANSWER, PATIENCE_SECONDS, ModelUnavailable

FINE = 200
REFUSALS = {
    401: "the key is not accepted",
    403: "the key is not allowed to use this model",
    404: "there is no such model or address",
    413: "the material is too large",
    429: "too much was asked at once, or the account is used up",
}
HERE = {"localhost", "127.0.0.1", "::1"}


class VendorEndpoint(msgspec.Struct, frozen=True):
    """The address of a vendor, and the headers that prove who asks. Not to be logged."""

    url: str
    headers: Mapping[str, str]
    seconds: float = PATIENCE_SECONDS

    def __repr__(self) -> str:
        return f"Way({urlsplit(self.url).netloc})"

    def post(self, path: str, body: object) -> Any:  # noqa: ANN401 - any JSON; callers check it
        """Send JSON once, and read JSON. A redirect is no answer: the key goes nowhere else."""
        return self._read(
            HttpRequest("POST", f"{self.url}{path}", self._headers(), msgspec.json.encode(body))
        )

    def get(self, path: str) -> Any:  # noqa: ANN401 - as for post
        """Ask for JSON."""
        return self._read(HttpRequest("GET", f"{self.url}{path}", self._headers()))

    def _headers(self) -> dict[str, str]:
        return {"Accept": "application/json", "Content-Type": "application/json", **self.headers}

    def _read(self, request: HttpRequest) -> Any:  # noqa: ANN401 - as for post
        where = urlsplit(self.url).hostname
        try:
            reply = send(request, self.seconds, LARGEST_ANSWER)
        except HttpDown as down:
            raise ModelUnavailable(str(down)) from None
        if reply.status != FINE:
            why = REFUSALS.get(reply.status, "no answer that can be used")
            raise ModelUnavailable(f"{where} answered {reply.status}: {why}")
        return json_in(reply)


def json_in(reply: HttpResponse) -> Any:  # noqa: ANN401 - as for post
    """Return the JSON of a response, or raise `ModelUnavailable`."""
    try:
        return msgspec.json.decode(reply.body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise ModelUnavailable("the answer is not JSON") from None


def checked_url(url: str) -> str:
    """Return an address that a secret may be sent to: encrypted, or on this machine."""
    parts = urlsplit(url)
    plain = parts.scheme == "http" and parts.hostname in HERE
    odd = parts.query or parts.fragment or parts.username or parts.password
    if not (parts.scheme == "https" or plain) or not parts.hostname or odd:
        raise ValueError(
            "the model's address must begin with https:// (http:// only on this machine)"
        )
    return url.rstrip("/")


def checked_key(key: str) -> str:
    """Return a key that fits into a header."""
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ValueError("model_key has letters that no key has")
    return key
