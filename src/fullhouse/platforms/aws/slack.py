"""Slack on AWS: its app's token and signing secret are one secret that the owner put there; the channel is a setting.

Until they are there, and while they cannot be fetched, staff are told by mail.
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
# Whoever pressed a button is answered when Slack has been told what came of it; it waits three seconds for that.
NOTE_SECONDS, PRESS_SECONDS = 8.0, 2.0


class _Kept(msgspec.Struct, frozen=True):
    token: str = ""
    signing_secret: str = ""


class SlackApp:
    """The app of this house: where it writes, and what proves who it is, and who Slack is."""

    def __init__(
        self, channel: str, where: str, fetch: Callable[[], str], now: Callable[[], datetime]
    ) -> None:
        """Know where it writes; `where` is Slack, if it is somewhere else than usual. Nothing is fetched yet."""
        self.channel, self._where = channel, where
        self._secret = KeptSecret(fetch, now)

    def token(self) -> str:
        """Return what proves that we write; nothing if there is none yet."""
        return self._kept().token.strip()

    def signing_secret(self) -> str:
        """Return that with which Slack signs; nothing if there is none yet, or no channel was named."""
        return self._kept().signing_secret.strip() if self.channel else ""

    def way(self, seconds: float) -> Slack:
        """Return the way to Slack, for someone who has so long."""
        return Slack(
            SlackSettings(channel=self.channel, api_url=self._where or API_URL, timeout=seconds),
            self.proof,
        )

    def proof(self) -> str:
        """Return the token; one that cannot be fetched is a matter of the moment, as if Slack were not there."""
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
            log.error(  # noqa: TRY400 - what was read must not be shown
                "the secret is not JSON with token and signing_secret",
                extra={"facts": {"secret": SECRET}},
            )
            return _Kept()


class SlackNotes:
    """Carries what staff are told into their channel; where there is no token for that, it says so."""

    carries: frozenset[Channel] = frozenset({"staff"})

    def __init__(self, app: SlackApp, look: Look) -> None:
        """Write as this app; `look` finds the proposal that a note is about."""
        self._app, self._post = app, SlackPost(app.way(NOTE_SECONDS), look)

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Hand it over, and say what Slack said."""
        try:
            token = self._app.proof()
        except SlackDown as down:
            return CarrierDown(str(down))
        return (
            self._post.send(message, letter)
            if token
            else CarrierDown("there is no token for Slack yet")
        )
