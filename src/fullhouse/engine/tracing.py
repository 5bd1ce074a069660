"""One id from the click to the mail: what a request causes carries the request's id, in the audit and on messages."""

from contextvars import ContextVar, Token

from fullhouse.engine.ports import Ids


class Trace:
    """A request's id, and how many orders it has given so far."""

    def __init__(self, request: str) -> None:
        """Begin without orders."""
        self.request = request
        self.orders = 0


TRACE: ContextVar[Trace | None] = ContextVar("trace", default=None)


def begin(request: str) -> Token[Trace | None]:
    """Let what is ordered from here on carry this id."""
    return TRACE.set(Trace(request))


def end(token: Token[Trace | None]) -> None:
    """Leave the request."""
    TRACE.reset(token)


def invocation_id(ids: Ids) -> str:
    """Name the next order: by its request, the second one on with a number behind; by a new id where there is none."""
    trace = TRACE.get()
    if trace is None:
        return ids.new()
    trace.orders += 1
    return trace.request if trace.orders == 1 else f"{trace.request}.{trace.orders}"


def request_id() -> str:
    """Return the id of the request that is being answered, if any."""
    trace = TRACE.get()
    return trace.request if trace is not None else ""
