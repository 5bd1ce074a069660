"""Push notices from Google Calendar: a channel with a secret token, renewed before it ends.

Without a channel the calendar is still read every hour.
"""

import asyncio
import hashlib
import hmac
import logging
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.inbound.google.account import GoogleDown
from fullhouse.inbound.google.calendar import Watch, stop_watching, watch_events
from fullhouse.inbound.google.client import GoogleClient
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SaveSourceState

log = logging.getLogger(__name__)
NAME, BY = "appointments-push", "calendar"
ASKED_FOR, RENEWED_BEFORE = timedelta(days=7), timedelta(days=1)


class Channel(msgspec.Struct, frozen=True):
    """The open channel: Google's names for it, and a digest of its token."""

    watch: Watch
    token: str


class CalendarPush:
    """Keeps one channel open from a calendar at Google to an address of ours."""

    def __init__(
        self, engine: Engine, client: GoogleClient, calendar_id: str, address: str
    ) -> None:
        """Watch a calendar, and have Google post its changes to an address."""
        self.engine, self.client = engine, client
        self.calendar_id, self.address = calendar_id, address

    @property
    def where(self) -> str:
        """Calendar and address; each pair needs a channel of its own."""
        return f"{self.calendar_id} {self.address}"

    async def renew(self) -> bool:
        """Open a channel if none is open or it ends within a day; return True if one was opened."""
        known = self.engine.load(Get(ExternalSource, (NAME,))) or ExternalSource(id=NAME)
        old = channel_of(known)
        now = self.engine.now()
        if old is not None and known.where == self.where and _is_lasting(old, now):
            return False
        token = f"{self.engine.ids.new()}{self.engine.ids.new()}"
        channel = self.engine.ids.new()
        try:
            watch = await asyncio.to_thread(self._open, channel, token, now + ASKED_FOR)
        except GoogleDown as down:
            since = known.trouble_at or now
            await self._keep(replace(known, trouble=down.reason, trouble_at=since))
            return False
        memo = msgspec.json.encode(Channel(watch, digest(token))).decode()
        fresh = replace(
            known, where=self.where, memo=memo, seen_at=now, trouble="", trouble_at=None
        )
        await self._keep(fresh)
        if old is not None:
            await asyncio.to_thread(self._close, old.watch)
        return True

    def _open(self, channel: str, token: str, until: datetime) -> Watch:
        return watch_events(self.client, self.calendar_id, channel, token, self.address, until)

    def _close(self, watch: Watch) -> None:
        """Close the previous channel; if that fails, it ends by itself and is ignored."""
        try:
            stop_watching(self.client, watch)
        except GoogleDown as down:
            log.info("the channel before could not be closed: %s", down.reason)

    async def _keep(self, external: ExternalSource) -> None:
        await self.engine.execute_step(SaveSourceState(external=external), BY)


def _is_lasting(channel: Channel, now: datetime) -> bool:
    return channel.watch.ends_at - now > RENEWED_BEFORE


def channel_of(known: ExternalSource | None) -> Channel | None:
    """Return the open channel, as far as is known."""
    if known is None or not known.memo:
        return None
    return msgspec.json.decode(known.memo, type=Channel)


def is_ours(known: ExternalSource | None, channel: str, token: str) -> bool:
    """Return True if a notice came from the open channel, with its token."""
    held = channel_of(known)
    names, tokens = (held.watch.channel, held.token) if held is not None else ("", "")
    # Both are always compared, each in constant time, so that the time taken reveals nothing.
    same = hmac.compare_digest(names.encode(), channel.encode())
    proven = hmac.compare_digest(tokens.encode(), digest(token).encode())
    return held is not None and same and proven


def digest(token: str) -> str:
    """Return the digest of a token, which is stored instead of it."""
    return hashlib.sha256(token.encode()).hexdigest()
