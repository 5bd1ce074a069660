"""Slack on AWS: token and signing secret are one secret, the channel is a setting.

While the secret is missing or cannot be fetched, staff get mail instead.
"""

import logging
from collections.abc import Callable
from datetime import datetime

import msgspec

from fullhouse.inbound.slack.client import API_URL, Slack, SlackDown, SlackSettings
from fullhouse.inbound.slack.notes import Look, SlackPost
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CarrierDown, Channel, Message, Outcome
from fullhouse.platforms.aws.secrets import KeptSecret

log = logging.getLogger("fullhouse.slack")

SECRET = "ar/slack/bot-token"  # noqa: S105 - the name under which it is kept
# A pressed button is answered after the call to Slack; Slack waits three seconds for that.
NOTE_SECONDS, PRESS_SECONDS = 8.0, 2.0


class _Kept(msgspec.Struct, frozen=True):
    token: str = ""
    signing_secret: str = ""


class SlackApp:
    """Our Slack app: its channel, its token and its signing secret."""

    def __init__(
        self, channel: str, where: str, fetch: Callable[[], str], now: Callable[[], datetime]
    ) -> None:
        """Use this channel; `where` replaces the URL of Slack's API. Nothing is fetched yet."""
        self.channel, self._where = channel, where
        self._secret = KeptSecret(fetch, now)

    def token(self) -> str:
        """Return the token; empty if there is none yet."""
        return self._kept().token.strip()

    def signing_secret(self) -> str:
        """Return the signing secret; empty if there is none yet, or no channel is set."""
        if not self.channel:
            return ""
        return self._kept().signing_secret.strip()

    def way(self, seconds: float) -> Slack:
        """Return a client of Slack with this timeout."""
        return Slack(
            SlackSettings(channel=self.channel, api_url=self._where or API_URL, timeout=seconds),
            self.proof,
        )

    def proof(self) -> str:
        """Return the token; raise `SlackDown` if it cannot be fetched now."""
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            return self.token()
        except (BotoCoreError, ClientError) as error:
            raise SlackDown(
                f"the token for Slack could not be fetched ({type(error).__name__})"
            ) from None

    def _kept(self) -> _Kept:
        try:
            return msgspec.json.decode(self._secret(), type=_Kept)
        except msgspec.MsgspecError:
            log.error(  # noqa: TRY400 - the traceback could show the secret
                "the secret is not JSON with token and signing_secret",
                extra={"facts": {"secret": SECRET}},
            )
            return _Kept()


class SlackNotes:
    """Carrier of notes to staff by Slack; down while there is no token."""

    carries: frozenset[Channel] = frozenset({"staff"})

    def __init__(self, app: SlackApp, look: Look) -> None:
        """Use this app; `look` loads the proposal of a note."""
        self._app, self._post = app, SlackPost(app.way(NOTE_SECONDS), look)

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Send a note and return the outcome."""
        try:
            token = self._app.proof()
        except SlackDown as down:
            return CarrierDown(str(down))
        if not token:
            return CarrierDown("there is no token for Slack yet")
        return self._post.send(message, letter)
