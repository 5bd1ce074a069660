"""What would become of each row, and putting them on the list: by the very rule that decides, in list order."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.products.rsvp.commands import SignUp
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

# Given in one turn of the event loop: on one machine they share a transaction.
AT_ONCE = 200
WALKED_AT_ONCE = 500
ROWS_TO_A_PAGE = 50  # as many questions as cost about what reading a page does
ALREADY = "already"


def became(answer: GuestResult) -> str:
    """Say what became of a row: the state it was given, that it was on the list already, or that it was refused."""
    if answer.code in PROBLEMS or answer.guest is None:
        return "problems"
    return ALREADY if answer.code == ALREADY else answer.guest.state


class Forecast:
    """Decides rows one after the other by the real rule, each on what the last one left, and commits nothing."""

    def __init__(self, event: Event, find: Callable[[str], Guest | None], now: datetime) -> None:
        """Begin with an event as it stands; `find` looks an address up on its list."""
        self.event = event
        self.now = now
        self._find = find
        self._placed: dict[str, Guest] = {}

    def look(self, command: SignUp) -> GuestResult:
        """Say what would become of one row."""
        known = self._placed.get(command.email) or self._find(command.email)
        answer: GuestResult = sign_up(
            GuestListState(event=self.event, guest=known), command, self.now
        ).answer
        if became(answer) == ALREADY:
            return msgspec.structs.replace(
                answer, position=None
            )  # nobody has counted who stands ahead of them
        if answer.event is not None and answer.guest is not None and answer.code not in PROBLEMS:
            self.event = answer.event
            self._placed[command.email] = answer.guest
        return answer


async def foresight(engine: Engine, event: Event, rows: int) -> Forecast:
    """Look ahead on what a house has stored. Few rows are looked up one by one; for many the list is read once."""
    listed = await _listed(engine, event.id, rows // ROWS_TO_A_PAGE)
    find = (
        listed.get
        if listed is not None
        else lambda email: engine.load(GuestByEmail(event.id, email))
    )
    return Forecast(event, find, engine.now())


async def _listed(engine: Engine, event_id: str, pages: int) -> dict[str, Guest] | None:
    """Read the whole list if it has no more than some pages; None if it has, or if that would be none."""
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
    """Say what would become of each row, letting others have their turn now and then."""
    given = list(commands)
    ahead = await foresight(engine, event, len(given))
    for part in parts(given):
        for command in part:
            yield command, ahead.look(command)
        await asyncio.sleep(0)


async def add_rows(
    engine: Engine, by: str, commands: Iterable[SignUp]
) -> AsyncIterator[tuple[SignUp, GuestResult]]:
    """Put rows on the list in their order, many to a commit."""
    for part in parts(commands):
        answers = await asyncio.gather(*(engine.execute(command, by) for command in part))
        for command, answer in zip(part, answers, strict=True):
            yield command, answer


def parts(commands: Iterable[SignUp]) -> Iterator[list[SignUp]]:
    """Cut the rows into parts that are given together."""
    left = iter(commands)
    while part := list(islice(left, AT_ONCE)):
        yield part
