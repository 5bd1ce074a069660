"""The question about what is missing from a source: loaded and stored by its sync."""

from collections.abc import Iterable
from typing import Protocol

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.refill.removal_questions import MOST_NAMED, HoldRemoval
from fullhouse.products.frontdesk.shared.held_removals import HeldRemoval, without_returned
from fullhouse.products.frontdesk.shared.message_facts import NamedPerson


class Named(Protocol):
    """An entry or appointment with the name of its customer."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


def held_by(engine: Engine, source: str) -> HeldRemoval:
    """Return what is held of a source."""
    return engine.load(Get(HeldRemoval, (source,))) or HeldRemoval(id=source)


async def held_of_missing(
    engine: Engine, source: str, missing: frozenset[str], by: str
) -> HeldRemoval:
    """Return what is held of a source, once the answers about what is there again are forgotten.

    A sync that stops halfway must not leave them for the next time that it is missing.
    """
    held = held_by(engine, source)
    while (left := without_returned(held, missing)) != held:
        await keep_held(engine, left, by)
        held = held_by(engine, source)
    return held


async def keep_held(
    engine: Engine, held: HeldRemoval, by: str, people: Iterable[Named] = ()
) -> bool:
    """Store what is held, and name those of these people whom staff are asked about.

    Return False if staff decided meanwhile: it has to be looked at again.
    """
    asked = {item.id for item in held.asked}
    named = [NamedPerson(person.id, person.name) for person in people if person.id in asked]
    command = HoldRemoval(removal=held, people=tuple(named[:MOST_NAMED]))
    stored: bool = await engine.execute_step(command, by)
    return stored
