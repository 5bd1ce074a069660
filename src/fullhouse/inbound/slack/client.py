"""Requests to Slack's Web API: each is sent once, with a deadline and typed failures.

Requests are never logged: they name people, and their headers hold the token.
"""

import http.client
import logging
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.error import URLError
from urllib.parse import urlsplit

from fullhouse.kernel.letters import short

if TYPE_CHECKING:
    from slack_sdk import WebClient
    from slack_sdk.errors import SlackApiError
    from slack_sdk.web import SlackResponse

API_URL = "https://slack.com/api/"
HERE = ("127.0.0.1", "localhost", "::1")
TOO_MANY = 429
# Errors of Slack itself, in answers with HTTP status 200.
PASSING = frozenset(
    {
        "ratelimited",
        "rate_limited",
        "internal_error",
        "fatal_error",
        "service_unavailable",
        "team_added_to_org",
    }
)
# A proxy gave up waiting for the answer; Slack behind it may have accepted the note.
LOST_ON_THE_WAY = frozenset({502, 504})
OF_THE_SERVER = range(500, 600)

# The library would log whole requests.
SILENT = logging.getLogger(f"{__name__}.silent")
SILENT.setLevel(logging.CRITICAL + 1)

Blocks = list[dict[str, Any]]


class SlackRefused(Exception):
    """Slack did not do it; `code` is Slack's error code."""

    def __init__(self, code: str) -> None:
        """Keep the code."""
        super().__init__(code)
        self.code = code


class SlackDown(Exception):
    """Slack could not be reached, or is overloaded: nothing happened."""


class SlackUnknown(Exception):
    """The answer was lost: it may have happened."""


@dataclass(frozen=True)
class SlackSettings:
    """The app's token, the staff channel, and Slack's address; tests use another."""

    channel: str
    token: str = field(default="", repr=False)
    api_url: str = API_URL
    timeout: float = 10.0
    context: ssl.SSLContext | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Refuse an address over which others could read the token."""
        parts = urlsplit(self.api_url)
        if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in HERE):
            raise ValueError("slack.api_url must be an address that begins with https://")


class Slack:
    """A client for one app. Nothing is tried twice: staff might be notified twice."""

    def __init__(self, settings: SlackSettings, token: Callable[[], str] | None = None) -> None:
        """Connect on first use; `token` is called each time, because it may change."""
        self.channel = settings.channel
        self._settings = settings
        self._token = token or (lambda: settings.token)
        self._known = ""
        self._made: WebClient | None = None

    def post(self, text: str, blocks: Blocks, known_as: str, metadata: dict[str, Any]) -> str:
        """Post a note, and return its Slack id. The same `known_as` is the same note."""
        given: Any = {"channel": self.channel, "text": text, "blocks": blocks, "metadata": metadata}
        client = self._client()
        answer = _asked(
            lambda: client.chat_postMessage(
                **given, unfurl_links=False, unfurl_media=False, client_msg_id=known_as
            )
        )
        named = answer.get("ts")
        if not isinstance(named, str) or not named:
            raise SlackUnknown("Slack named no note")
        return named

    def update(self, note: str, text: str, blocks: Blocks) -> None:
        """Change the content of a note."""
        client = self._client()
        _asked(lambda: client.chat_update(channel=self.channel, ts=note, text=text, blocks=blocks))

    def open(self, trigger: str, view: dict[str, Any]) -> None:
        """Open a window for the user who pressed a button, at most three seconds before."""
        client = self._client()
        _asked(lambda: client.views_open(trigger_id=trigger, view=view))

    def who(self) -> dict[str, Any]:
        """Return the owner of the token."""
        client = self._client()
        return _asked(client.auth_test)

    def _client(self) -> "WebClient":
        token = self._token()
        if self._made is None or token != self._known:
            from slack_sdk import WebClient

            settings, self._known = self._settings, token
            timeout: Any = settings.timeout  # typed as an int there, but floats work
            url = settings.api_url.rstrip("/") + "/"
            self._made = WebClient(
                token, url, timeout, settings.context, retry_handlers=[], logger=SILENT
            )
        return self._made


def _asked(ask: "Callable[[], SlackResponse]") -> dict[str, Any]:
    """Ask once. A failure before the last byte was sent means that nothing happened."""
    from slack_sdk.errors import SlackApiError, SlackClientError

    try:
        data = ask().data
    except SlackApiError as error:
        raise _meant(error) from None
    except URLError as error:
        raise SlackDown(f"Slack could not be reached ({type(error.reason).__name__})") from None
    except (OSError, http.client.HTTPException, ValueError, SlackClientError) as error:
        raise SlackUnknown(f"Slack's answer was lost ({type(error).__name__})") from None
    return data if isinstance(data, dict) else {}


def _meant(error: "SlackApiError") -> Exception:
    """Return the error for an answer: our own mistake, a passing failure, or unknown."""
    answer = error.response
    status = int(getattr(answer, "status_code", 0))
    data = getattr(answer, "data", None)
    code = data.get("error") if isinstance(data, dict) else None
    if status in LOST_ON_THE_WAY:
        return SlackUnknown(f"Slack answered {status}")
    if status == TOO_MANY or status in OF_THE_SERVER or code in PASSING:
        return SlackDown(f"Slack answered {status}")
    if not isinstance(code, str) or not code.isidentifier():
        return SlackUnknown(f"Slack answered {status}, and nobody knows what")
    return SlackRefused(short(code))
