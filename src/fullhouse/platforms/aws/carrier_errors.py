"""Common parts of the AWS carriers: a new connection per message, and outcomes of errors."""

from collections.abc import Callable
from typing import Any

from fullhouse.kernel.messages import CarrierDown, Outcome, ResultUnknown

SERVER_ERRORS = range(500, 600)
UNAVAILABLE = 503


def alone(client: Any, event: str) -> None:  # noqa: ANN401 - made by botocore
    """Make each call open a new connection: a kept one may die while the function is frozen."""

    def fresh(request: Any, **_more: object) -> None:  # noqa: ANN401 - made by botocore
        request.headers["Connection"] = "close"
        client.close()  # closes kept connections only; the client can go on

    client.meta.events.register(event, fresh, unique_id="fullhouse-alone")


def trouble(error: Exception, carrier: str, refusal: Callable[[Any], Outcome]) -> Outcome:
    """Return the outcome of an error: not sent, or unknown; `refusal` reads an error response."""
    from botocore.exceptions import (
        BotoCoreError,
        ClientError,
        ConnectTimeoutError,
        EndpointConnectionError,
        HTTPClientError,
        ProxyConnectionError,
        SSLError,
    )

    if isinstance(error, ClientError):
        return refusal(error.response)
    reason = f"{carrier} could not be asked ({type(error).__name__})"
    if isinstance(error, EndpointConnectionError | ConnectTimeoutError | ProxyConnectionError):
        return CarrierDown(reason)
    if isinstance(error, HTTPClientError | SSLError) or not isinstance(error, BotoCoreError):
        return ResultUnknown(f"the answer of {carrier} was lost ({type(error).__name__})")
    return CarrierDown(reason)


def may_have_left(status: int) -> bool:
    """Return True if a server with this status may have accepted the message."""
    return status in SERVER_ERRORS and status != UNAVAILABLE
