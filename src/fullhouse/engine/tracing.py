"""Request ids: all invocations of a request carry its id, in the audit and on messages."""

from contextvars import ContextVar, Token

from fullhouse.engine.ports import Ids


class Trace:
    """A request's id, and how many commands it has executed so far."""

    def __init__(self, request: str) -> None:
        """Start without commands."""
        self.request = request
        self.commands = 0


TRACE: ContextVar[Trace | None] = ContextVar("trace", default=None)


def begin(request: str) -> Token[Trace | None]:
    """Use this id for all commands from here on."""
    return TRACE.set(Trace(request))


def end(token: Token[Trace | None]) -> None:
    """End the request."""
    TRACE.reset(token)


def invocation_id(ids: Ids) -> str:
    """Return the id of the next invocation: a new one, or the request's with a number.

    The first invocation of a request has the request's id without a number.
    """
    trace = TRACE.get()
    if trace is None:
        return ids.new()
    trace.commands += 1
    if trace.commands == 1:
        return trace.request
    return f"{trace.request}.{trace.commands}"


def request_id() -> str:
    """Return the id of the current request, or an empty text."""
    trace = TRACE.get()
    return trace.request if trace is not None else ""
