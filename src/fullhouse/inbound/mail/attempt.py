"""Reading what strangers write, where an error of ours must not refuse the mail."""

import logging
from collections.abc import Callable
from typing import TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")


def attempt(work: Callable[[], T], otherwise: T) -> T:
    """Return the result of the work, or `otherwise` if it fails.

    The same mail would fail again, so it makes no sense to have its sender send it again. The work
    must not touch the store: a failure of that one passes.
    """
    try:
        return work()
    except Exception:
        log.exception("a mail could not be understood; it is stored")
        return otherwise
