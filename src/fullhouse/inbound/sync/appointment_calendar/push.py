"""Being told by Google that the calendar has changed: a channel that proves itself by a token, renewed before it ends.

Without one, or while none can be had, the calendar is looked at every hour all the same.
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
    """The channel that is open: Google's names for it, and a digest of the token that it carries."""

    watch: Watch
    token: str


class CalendarPush:
    """Keeps one channel open from a calendar at Google to an address of ours."""

    def __init__(
        self, engine: Engine, client: GoogleClient, calendar_id: str, address: str
    ) -> None:
        """Know whose changes are to be told where."""
        self.engine, self.client, self.calendar_id, self.address = (
            engine,
            client,
            calendar_id,
            address,
        )

    @property
    def where(self) -> str:
        """Name the calendar and the address: for another one, another channel is opened."""
        return f"{self.calendar_id} {self.address}"

    async def renew(self) -> bool:
        """Open a channel if there is none, or the one there is ends within a day; say whether one was opened."""
        known = self.engine.load(Get(ExternalSource, (NAME,))) or ExternalSource(id=NAME)
        old = channel_of(known)
        now = self.engine.now()
        if (
            old is not None
            and known.where == self.where
            and old.watch.ends_at - now > RENEWED_BEFORE
        ):
            return False
        token = f"{self.engine.ids.new()}{self.engine.ids.new()}"
        try:
            watch = await asyncio.to_thread(
                self._open, self.engine.ids.new(), token, now + ASKED_FOR
            )
        except GoogleDown as down:
            await self._keep(
                replace(known, trouble=down.reason, trouble_at=known.trouble_at or now)
            )
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
        """Close the channel before; one that cannot be closed ends by itself, and nobody listens to it."""
        try:
            stop_watching(self.client, watch)
        except GoogleDown as down:
            log.info("the channel before could not be closed: %s", down.reason)

    async def _keep(self, external: ExternalSource) -> None:
        await self.engine.execute_step(SaveSourceState(external=external), BY)


def channel_of(known: ExternalSource | None) -> Channel | None:
    """Return the channel that is open, as far as is known."""
    return (
        msgspec.json.decode(known.memo, type=Channel) if known is not None and known.memo else None
    )


def is_ours(known: ExternalSource | None, channel: str, token: str) -> bool:
    """Say whether this was told by the channel that is open, with its token."""
    held = channel_of(known)
    names, tokens = (held.watch.channel, held.token) if held is not None else ("", "")
    # Both are compared whatever comes of the first, each in constant time.
    same = hmac.compare_digest(names.encode(), channel.encode())
    proven = hmac.compare_digest(tokens.encode(), digest(token).encode())
    return held is not None and same and proven


def digest(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
