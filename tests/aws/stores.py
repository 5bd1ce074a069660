"""The DynamoDB store on the emulator: an account of its own, and empty tables for each test."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from tests.aws.emulator import Emulator
from tests.aws.quick_calls import make_quick
from tests.aws.tables import drop_tables, make_tables

ACCOUNT = "444444444444"  # so that the stacks of other tests on the same emulator have other tables


@cache
def database(emulator: Emulator) -> Any:
    """Return a client of the emulator's database."""
    return new_client(emulator)


def new_client(emulator: Emulator) -> Any:
    """Make a client of the emulator's database, to be tampered with."""
    client = emulator.client("dynamodb", aws_access_key_id=ACCOUNT)
    make_quick(client, ACCOUNT)
    return client


@contextmanager
def empty_tables(emulator: Emulator) -> Iterator[Any]:
    """Give a client on empty tables."""
    client = database(emulator)
    make_tables(client)
    try:
        yield client
    finally:
        drop_tables(client)


@contextmanager
def dynamodb(emulator: Emulator) -> Iterator[DynamoStore]:
    """Give a store on empty tables."""
    with empty_tables(emulator) as client:
        yield DynamoStore(client)
