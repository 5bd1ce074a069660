"""Forecast and import of rows by the sign-up rule, in list order."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.commands import SignUp
from fullhouse.products.rsvp.event_content import EventContent
from fullhouse.products.rsvp.model import (
    Event,
    Guest,
    GuestByEmail,
    GuestListState,
    GuestPage,
    GuestResult,
)
from fullhouse.products.rsvp.registrations import sign_up
from fullhouse.products.rsvp.result_codes import PROBLEMS

# Executed in one turn of the event loop: on one machine they share a transaction.
AT_ONCE = 200
WALKED_AT_ONCE = 500
ROWS_TO_A_PAGE = 50  # so many lookups cost about as much as reading one page
ALREADY = "already"


def became(answer: GuestResult) -> str:
    """Return the result of a row: its new state, `already` or `problems`."""
    if answer.code in PROBLEMS or answer.guest is None:
        return "problems"
    return ALREADY if answer.code == ALREADY else answer.guest.state


class Forecast:
    """Decides rows one after the other by the real rule, and commits nothing."""

    def __init__(
        self,
        event: Event,
        find: Callable[[str], Guest | None],
        now: datetime,
        content: EventContent | None = None,
    ) -> None:
        """Begin with the event and its texts; `find` looks an address up on its list."""
        self.event = event
        self.content = content
        self.now = now
        self._find = find
        self._placed: dict[str, Guest] = {}

    def look(self, command: SignUp) -> GuestResult:
        """Return the result that one row would have."""
        known = self._placed.get(command.email) or self._find(command.email)
        state = GuestListState(event=self.event, guest=known, content=self.content)
        answer: GuestResult = sign_up(state, command, self.now).answer
        if became(answer) == ALREADY:
            # Guests ahead of them were not counted.
            return msgspec.structs.replace(answer, position=None)
        if answer.event is not None and answer.guest is not None and answer.code not in PROBLEMS:
            self.event = answer.event
            self._placed[command.email] = answer.guest
        return answer


async def foresight(engine: Engine, event: Event, rows: int) -> Forecast:
    """Return a forecast on the stored list; for many rows the list is read once."""
    listed = await _listed(engine, event.id, rows // ROWS_TO_A_PAGE)
    content = engine.load(Get(EventContent, (event.id,))) if event.asks else None
    if listed is not None:
        return Forecast(event, listed.get, engine.now(), content)

    def find(email: str) -> Guest | None:
        return engine.load(GuestByEmail(event.id, email))

    return Forecast(event, find, engine.now(), content)


async def _listed(engine: Engine, event_id: str, pages: int) -> dict[str, Guest] | None:
    """Read the whole list; None if it has more than `pages` pages."""
    found: dict[str, Guest] = {}
    after = ""
    for _ in range(pages):
        page = engine.load(GuestPage(event_id, after=after, limit=WALKED_AT_ONCE))
        found.update((guest.email, guest) for guest in page)
        if len(page) < WALKED_AT_ONCE:
            return found
        after = page[-1].id
        await asyncio.sleep(0)
    return None


async def forecast(
    engine: Engine, event: Event, commands: Iterable[SignUp]
) -> AsyncIterator[tuple[SignUp, GuestResult]]:
    """Yield the result that each row would have; other tasks run in between."""
    given = list(commands)
    ahead = await foresight(engine, event, len(given))
    for part in parts(given):
        for command in part:
            yield command, ahead.look(command)
        await asyncio.sleep(0)


async def add_rows(
    engine: Engine, by: str, commands: Iterable[SignUp]
) -> AsyncIterator[tuple[SignUp, GuestResult]]:
    """Put rows on the list in order, many in each commit."""
    for part in parts(commands):
        answers = await asyncio.gather(*(engine.execute(command, by) for command in part))
        for command, answer in zip(part, answers, strict=True):
            yield command, answer


def parts(commands: Iterable[SignUp]) -> Iterator[list[SignUp]]:
    """Split the rows into groups that are executed together."""
    left = iter(commands)
    while part := list(islice(left, AT_ONCE)):
        yield part
