"""A Google service account: its JSON key gives tokens for an hour. Neither is ever shown."""

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fullhouse.inbound.http_client import HttpDown, HttpRequest, send

SCOPES = (
    "https://www.googleapis.com/auth/spreadsheets",
    "https://www.googleapis.com/auth/drive.readonly",
    "https://www.googleapis.com/auth/calendar.readonly",
)
PATIENCE_SECONDS = 10.0
NOT_A_KEY = (
    "This is no key of a service account. In Google Cloud: IAM, Service accounts, Keys, Add key, "
    "JSON."
)


class GoogleDown(Exception):
    """Google refused or failed; `reason` is a sentence for staff, `status` 0 without an answer."""

    def __init__(self, reason: str, status: int = 0) -> None:
        """Keep the reason."""
        super().__init__(reason)
        self.reason, self.status = reason, status


class _Key(msgspec.Struct):
    """The fields of a key file."""

    type: str
    client_email: str
    private_key: str
    token_uri: str
    private_key_id: str = ""

    def __repr__(self) -> str:
        return f"_Key({self.client_email})"


class ServiceAccount:
    """An account with an address that staff share sheets and calendars with."""

    def __init__(self, key: bytes, scopes: Sequence[str] = SCOPES) -> None:
        """Read the key file, or raise `GoogleDown`. Google's library is needed from here on."""
        try:
            self.key = msgspec.json.decode(key, type=_Key)
            self._credentials = _credentials(self.key, scopes)
        except (msgspec.MsgspecError, ValueError) as error:
            raise GoogleDown(NOT_A_KEY) from error
        self.email = self.key.client_email
        self._turn = threading.Lock()

    def __repr__(self) -> str:
        return f"ServiceAccount({self.email})"

    def token(self, *, fresh: bool = False) -> str:
        """Return a valid token, and ask for a new one if needed."""
        from google.auth.exceptions import GoogleAuthError, TransportError

        with self._turn:
            try:
                if fresh or not self._credentials.valid:
                    self._credentials.refresh(_transport)
            except TransportError as error:
                raise GoogleDown(f"Google cannot be reached: {error}.") from error
            except GoogleAuthError as error:
                reason = (
                    f"Google does not let {self.email} in: "
                    "the key may have been deleted, or the clock be wrong."
                )
                raise GoogleDown(reason) from error
            return str(self._credentials.token)


def _credentials(key: _Key, scopes: Sequence[str]) -> Any:  # noqa: ANN401 - imported below
    from google.oauth2.service_account import Credentials

    if key.type != "service_account":
        raise ValueError(key.type)
    return Credentials.from_service_account_info(  # type: ignore[no-untyped-call]  # no types
        msgspec.to_builtins(key), scopes=list(scopes)
    )


class _Answer:
    """An answer in the form of Google's library."""

    def __init__(self, status: int, headers: Mapping[str, str], data: bytes) -> None:
        self.status, self.headers, self.data = status, headers, data


def _transport(
    url: str,
    method: str = "GET",
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
    timeout: float | None = None,
    **_others: object,
) -> _Answer:
    from google.auth.exceptions import TransportError

    try:
        reply = send(
            HttpRequest(method, url, headers or {}, body or b""), timeout or PATIENCE_SECONDS
        )
    except HttpDown as error:
        raise TransportError(str(error)) from error  # type: ignore[no-untyped-call]  # no types
    return _Answer(reply.status, reply.headers, reply.body)
