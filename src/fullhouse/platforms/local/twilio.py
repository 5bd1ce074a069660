"""Texts through an HTTP gateway, Twilio's: its answer, or how the answer was lost, decides a message's outcome."""

import http.client
import re
import ssl
from base64 import b64encode
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

import msgspec

from fullhouse.inbound.forms.phone import is_e164
from fullhouse.kernel.letters import Letter, short
from fullhouse.kernel.messages import (
    CarrierDown,
    Channel,
    Message,
    Outcome,
    Refused,
    ResultUnknown,
    Sent,
)
from fullhouse.kernel.sms import LONGEST_TEXT, OPTED_OUT, to_gsm7

API_URL = "https://api.twilio.com"
HERE = ("127.0.0.1", "localhost", "::1")
LONGEST_ANSWER = 64 * 1024
TAKEN, NOT_TRUSTED = (200, 201), (401, 403)
# Some machine on the way gave up waiting for the answer; what stands behind it may have taken the text.
LOST_ON_THE_WAY = (502, 504)
ACCOUNT = re.compile(r"AC[0-9A-Za-z]{1,62}", re.ASCII)
SERVICE = re.compile(r"MG[0-9A-Za-z]{32}", re.ASCII)
SENDER = re.compile(
    r"\+[1-9]\d{6,14}|\d{3,8}|MG[0-9A-Za-z]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}", re.ASCII
)

# Twilio's own codes: https://www.twilio.com/docs/api/errors
STOPPED = 21610
OF_THE_NUMBER = {
    21211: "this is no number that can be reached",
    21214: "this number cannot be reached",
    21217: "this is no number that can be reached",
    21265: "this is a short number, which takes no texts",
    21408: "texts to this number's country are not switched on at the provider",
    21612: "there is no way from our number to this one",
    21614: "this number takes no texts",
    21635: "this is a landline, which takes no texts",
}
OF_THE_WORDS = {21602: "the text is empty", 21617: "the text is too long"}


class Answer(NamedTuple):
    """What the gateway said."""

    status: int
    body: bytes


@dataclass(frozen=True)
class TwilioSettings:
    """The account, and in whose name texts leave: a number, a name of up to eleven letters, or a messaging service."""

    account: str
    sender: str
    token: str = field(default="", repr=False)
    api_url: str = API_URL
    timeout: float = 10.0
    context: ssl.SSLContext | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Refuse what cannot work."""
        if not ACCOUNT.fullmatch(self.account):
            raise ValueError("texts.account must be an Account SID, which begins with AC")
        if not SENDER.fullmatch(self.sender):
            raise ValueError(
                "texts.sender must be a number such as +15005550006, a name of up to 11 letters, or MG…"
            )
        if not _is_safe(self.api_url):
            raise ValueError("texts.api_url must be an address that begins with https://")


def _is_safe(url: str) -> bool:
    """Whether the token may travel there: sealed, or on this machine."""
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and (
            parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in HERE)
        )
    except ValueError:
        return False


class TwilioPost:
    """Carries texts, each with one attempt on a connection of its own: a second one could send it twice."""

    carries: frozenset[Channel] = frozenset({"text"})

    def __init__(self, settings: TwilioSettings) -> None:
        """Connect only when the first text leaves."""
        self._settings = settings

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Hand a text over and say what the gateway said."""
        words = to_gsm7(letter.text)
        if not is_e164(message.to):
            return Refused("this is no phone number", permanent=True)
        if not 0 < len(words) <= LONGEST_TEXT:
            return Refused(OF_THE_WORDS[21617 if words else 21602])
        form = urlencode({"To": message.to, **_sender(self._settings.sender), "Body": words})
        answer = _asked(self._settings, "POST", "/Messages.json", form.encode())
        return _outcome(answer, message.to) if isinstance(answer, Answer) else answer


def standing(settings: TwilioSettings) -> str:
    """Ask how the account stands: `active`, `trial` or in trouble. No text is sent. Raises what went wrong."""
    answer = _asked(settings, "GET", ".json")
    if not isinstance(answer, Answer):
        raise ConnectionError(answer.reason)
    if answer.status in NOT_TRUSTED:
        raise PermissionError("account and token are not accepted")
    found = _fields(answer.body)
    if answer.status not in TAKEN or not isinstance(found.get("status"), str):
        raise ConnectionError(f"the answer was {answer.status}")
    is_trial = found["status"] == "active" and found.get("type") == "Trial"
    return "trial" if is_trial else short(found["status"])


def _sender(sender: str) -> dict[str, str]:
    return {"MessagingServiceSid": sender} if SERVICE.fullmatch(sender) else {"From": sender}


def _asked(
    settings: TwilioSettings, method: str, path: str, form: bytes = b""
) -> Answer | CarrierDown | ResultUnknown:
    """Ask the gateway. Until the last byte has left nothing has happened; after that it may have."""
    connection = _connection(settings)
    try:
        connection.request(method, _path(settings, path), form, _headers(settings))
    except (OSError, http.client.HTTPException, ValueError) as error:
        connection.close()
        return CarrierDown(f"the text gateway could not be reached ({_kind(error)})")
    try:
        response = connection.getresponse()
        return Answer(response.status, response.read(LONGEST_ANSWER))
    except (OSError, http.client.HTTPException) as error:
        return ResultUnknown(f"the text gateway's answer was lost ({_kind(error)})")
    finally:
        connection.close()


def _connection(settings: TwilioSettings) -> http.client.HTTPConnection:
    parts = urlsplit(settings.api_url)
    host, port, timeout = parts.hostname or "", parts.port, settings.timeout
    if parts.scheme == "http":
        return http.client.HTTPConnection(host, port, timeout=timeout)
    context = settings.context or ssl.create_default_context()
    return http.client.HTTPSConnection(host, port, timeout=timeout, context=context)


def _path(settings: TwilioSettings, path: str) -> str:
    return f"{urlsplit(settings.api_url).path.rstrip('/')}/2010-04-01/Accounts/{settings.account}{path}"


def _headers(settings: TwilioSettings) -> dict[str, str]:
    key = b64encode(f"{settings.account}:{settings.token}".encode()).decode()
    kind = "application/x-www-form-urlencoded; charset=utf-8"
    return {
        "Authorization": f"Basic {key}",
        "Content-Type": kind,
        "Accept": "application/json",
        "Connection": "close",
    }


def _outcome(answer: Answer, to: str) -> Outcome:
    found = _fields(answer.body)
    if answer.status in TAKEN:
        known_as = found.get("sid")
        return (
            Sent(known_as)
            if isinstance(known_as, str) and known_as
            else ResultUnknown("the gateway named no text")
        )
    return _refusal(answer.status, found, to)


def _refusal(status: int, found: dict[str, Any], to: str) -> Outcome:
    """Tell what is wrong with the number from what is wrong with us or with the moment."""
    code = found.get("code")
    if code == STOPPED:
        return Refused(OPTED_OUT, permanent=True)
    if code in OF_THE_NUMBER:
        return Refused(f"{OF_THE_NUMBER[code]} ({code})", permanent=True)
    if code in OF_THE_WORDS:
        return Refused(f"{OF_THE_WORDS[code]} ({code})")
    reason = short(f"{status} {code or ''} {found.get('message') or ''}".replace(to, "the number"))
    return ResultUnknown(reason) if status in LOST_ON_THE_WAY else CarrierDown(reason)


def _fields(body: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}


def _kind(error: Exception) -> str:
    return type(error).__name__
