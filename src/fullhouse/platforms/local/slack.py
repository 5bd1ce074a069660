"""Slack on this machine: proposals for the carrier's thread, and the check of the token."""

import asyncio
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as TooSlow

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import StoreDown
from fullhouse.inbound.slack.client import Slack, SlackDown, SlackRefused, SlackUnknown
from fullhouse.inbound.slack.notes import in_words
from fullhouse.kernel.letters import short
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.proposals import Proposal

PATIENCE_SECONDS = 5.0


class Lookup:
    """Finds a proposal for the Slack carrier; before the engine is open there are none."""

    def __init__(self) -> None:
        """Start without an engine."""
        self._engine: Engine | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self, engine: Engine) -> None:
        """Use this engine, on the running event loop."""
        self._engine, self._loop = engine, asyncio.get_running_loop()

    def __call__(self, proposal_id: str) -> Proposal | None:
        """Return the proposal, or None if loading it fails or takes too long.

        A note without the proposal's fields is better than no note.
        """
        if self._engine is None or self._loop is None:
            return None
        found = asyncio.run_coroutine_threadsafe(_load(self._engine, proposal_id), self._loop)
        try:
            return found.result(PATIENCE_SECONDS)
        except (TooSlow, CancelledError, StoreDown):
            found.cancel()
            return None


async def _load(engine: Engine, proposal_id: str) -> Proposal | None:
    return engine.load(Get(Proposal, (proposal_id,)))


def slack_status(slack: Slack) -> str:
    """Return the user and team of the token, or raise `OSError` with the reason.

    Nothing is written to Slack.
    """
    try:
        found = slack.who()
    except SlackRefused as refused:
        raise PermissionError(in_words(refused.code)) from refused
    except (SlackDown, SlackUnknown) as error:
        raise ConnectionError(str(error)) from error
    return short(f"{found.get('user', 'the app')} in {found.get('team', 'its workspace')}")
