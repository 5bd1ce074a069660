"""Dependencies of web handlers."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from fullhouse.engine.core import Engine
from fullhouse.products.rsvp.rehearsal import Rehearsal

Rehearse: TypeAlias = Callable[[Engine, str, int], Awaitable[Rehearsal | None]]
