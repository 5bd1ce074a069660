"""The DynamoDB store on the emulator: one emulator for all tests of a process, and empty tables for each."""

import atexit
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any

from fullhouse.platforms.aws.store import DynamoStore
from tests.aws.emulator import Emulator, running
from tests.aws.tables import drop_tables, make_tables


@cache
def emulator() -> Emulator:
    """Start the emulator when it is first needed; it ends with the process."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(running())


@cache
def database() -> Any:  # noqa: ANN401 - botocore makes its classes when it runs
    """Return a client of its database."""
    return emulator().client("dynamodb")


@contextmanager
def empty_tables() -> Iterator[Any]:
    """Give a client on empty tables."""
    make_tables(database())
    try:
        yield database()
    finally:
        drop_tables(database())


@contextmanager
def dynamodb() -> Iterator[DynamoStore]:
    """Give a store on empty tables."""
    with empty_tables() as client:
        yield DynamoStore(client)
