"""A process that stops at the n-th call of anything outside, before its effect or after it."""

from collections.abc import Callable
from typing import Any

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.decisions import Decision


class Stopped(Exception):
    """The process is gone."""


class Breaking:
    """Stops at the n-th call of anything outside, before its effect or after it."""

    def __init__(self, engine: Engine, sheet: Any, files: Any, at: int, *, after: bool) -> None:
        self.left, self.after = at, after
        self.undo: list[Callable[[], None]] = []
        for thing, names in ((sheet, ("version", "read", "write")), (files, ("keep", "read"))):
            for name in names:
                self._wrap(thing, name)
        give = engine.executor.execute

        async def stopping(invocation: Invocation) -> Decision:
            self._count(after=False)
            decision = await give(invocation)
            self._count(after=True)
            return decision

        engine.executor.execute = stopping  # type: ignore[method-assign]
        self.undo.append(lambda: setattr(engine.executor, "execute", give))

    def _wrap(self, thing: Any, name: str) -> None:
        call = getattr(thing, name)

        def stopping(*given: Any) -> Any:
            self._count(after=False)
            found = call(*given)
            self._count(after=True)
            return found

        setattr(thing, name, stopping)
        self.undo.append(lambda: setattr(thing, name, call))

    def _count(self, *, after: bool) -> None:
        if after == self.after:
            self.left -= 1
            if self.left == 0:
                raise Stopped

    def mend(self) -> None:
        for undo in self.undo:
            undo()


def stops_at(engine: Engine, command: int, run: Callable[[], Any]) -> bool:
    """Run something that stops after its n-th command; return True if it came to that."""
    give, left = engine.executor.execute, command

    async def stopping(invocation: Invocation) -> Decision:
        nonlocal left
        decision = await give(invocation)
        left -= 1
        if left == 0:
            raise Stopped
        return decision

    engine.executor.execute = stopping  # type: ignore[method-assign]
    try:
        run()
    except Stopped:
        return True
    finally:
        engine.executor.execute = give  # type: ignore[method-assign]
    return False
