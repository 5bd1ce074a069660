"""SMS through Twilio's HTTP API."""

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
# A proxy gave up waiting for the response; the server behind it may have accepted the SMS.
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
    """The response of the gateway."""

    status: int
    body: bytes


@dataclass(frozen=True)
class TwilioSettings:
    """The account and the sender: a number, a name of up to 11 letters or a messaging service."""

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
                "texts.sender must be a number such as +15005550006, "
                "a name of up to 11 letters, or MG…"
            )
        if not _is_safe(self.api_url):
            raise ValueError("texts.api_url must be an address that begins with https://")


def _is_safe(url: str) -> bool:
    """Return True if the token may be sent there: encrypted, or on this machine."""
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        return False
    if parts.scheme == "http":
        return host in HERE
    return parts.scheme == "https" and bool(host)


class TwilioPost:
    """Sends SMS, each in one attempt on its own connection: a retry could send it twice."""

    carries: frozenset[Channel] = frozenset({"text"})

    def __init__(self, settings: TwilioSettings) -> None:
        """Connect only when the first text leaves."""
        self._settings = settings

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Send one SMS and return its outcome."""
        words = to_gsm7(letter.text)
        if not is_e164(message.to):
            return Refused("this is no phone number", permanent=True)
        if not 0 < len(words) <= LONGEST_TEXT:
            return Refused(OF_THE_WORDS[21617 if words else 21602])
        form = urlencode({"To": message.to, **_sender(self._settings.sender), "Body": words})
        answer = _request(self._settings, "POST", "/Messages.json", form.encode())
        if not isinstance(answer, Answer):
            return answer
        return _outcome(answer, message.to)


def twilio_status(settings: TwilioSettings) -> str:
    """Return the status of the account, such as `active` or `trial`, or raise `OSError`.

    No SMS is sent.
    """
    answer = _request(settings, "GET", ".json")
    if not isinstance(answer, Answer):
        raise ConnectionError(answer.reason)
    if answer.status in NOT_TRUSTED:
        raise PermissionError("account and token are not accepted")
    found = _fields(answer.body)
    if answer.status not in TAKEN or not isinstance(found.get("status"), str):
        raise ConnectionError(f"the answer was {answer.status}")
    if found["status"] == "active" and found.get("type") == "Trial":
        return "trial"
    return short(found["status"])


def _sender(sender: str) -> dict[str, str]:
    if SERVICE.fullmatch(sender):
        return {"MessagingServiceSid": sender}
    return {"From": sender}


def _request(
    settings: TwilioSettings, method: str, path: str, form: bytes = b""
) -> Answer | CarrierDown | ResultUnknown:
    """Send a request. Before its last byte is sent nothing has happened; after that it may have."""
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
    base = urlsplit(settings.api_url).path.rstrip("/")
    return f"{base}/2010-04-01/Accounts/{settings.account}{path}"


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
        sms_id = found.get("sid")
        if isinstance(sms_id, str) and sms_id:
            return Sent(sms_id)
        return ResultUnknown("the gateway named no text")
    return _refusal(answer.status, found, to)


def _refusal(status: int, found: dict[str, Any], to: str) -> Outcome:
    """Return a refusal if the number or the text is at fault, else trouble with the gateway."""
    code = found.get("code")
    if code == STOPPED:
        return Refused(OPTED_OUT, permanent=True)
    if code in OF_THE_NUMBER:
        return Refused(f"{OF_THE_NUMBER[code]} ({code})", permanent=True)
    if code in OF_THE_WORDS:
        return Refused(f"{OF_THE_WORDS[code]} ({code})")
    reason = short(f"{status} {code or ''} {found.get('message') or ''}".replace(to, "the number"))
    if status in LOST_ON_THE_WAY:
        return ResultUnknown(reason)
    return CarrierDown(reason)


def _fields(body: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}


def _kind(error: Exception) -> str:
    return type(error).__name__
