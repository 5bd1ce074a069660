"""How the suite sees that every store answers alike, whichever product asks."""

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from typing import Any

from hypothesis import strategies as st

from fullhouse.engine.ports import AuditOfSubject, AuditPage, Store
from fullhouse.kernel.decisions import update
from fullhouse.kernel.records import Get, Need, Record
from tests.aws.emulator import Emulator
from tests.platforms.contract.stores import ADAPTERS, commit, put, put_apart

Asked = Mapping[type[Need[Any]], st.SearchStrategy[Any]]


def put_all(store: Store, *records: Record) -> None:
    put_apart(store, records, at_once=10)


def one_each(records: Iterable[Any]) -> list[Any]:
    return list({(record.kind_name, record.key): record for record in records}.values())


def some_of_each(*kinds: st.SearchStrategy[list[Any]]) -> st.SearchStrategy[list[Record]]:
    """Draw records of several kinds, each key once."""
    return st.tuples(*kinds).map(
        lambda found: one_each(record for records in found for record in records)
    )


def is_answered_alike(
    emulator: Emulator, records: list[Record], asked: Asked, data: st.DataObject, times: int
) -> None:
    """Put the same records into every store, and ask them all the same."""
    with ExitStack() as stack:
        stores = [stack.enter_context(make(lambda: emulator)) for make in ADAPTERS.values()]
        for store in stores:
            put_all(store, *records)
        for _ in range(times):
            need = data.draw(data.draw(st.sampled_from([*asked.values()])))
            answers = [store.load(need) for store in stores]
            assert all(one == answers[0] for one in answers), need
        for record in records:
            found = [store.load(Get(type(record), record.key)) for store in stores]
            assert found == [record] * len(stores)


def tells_lines_in_order(
    store: Store, scope: str, another: str, first: Record, second: Record
) -> None:
    """Check that one subject's lines come in order after a number, and no others."""
    put(store, first, scope=scope)
    put_apart(store, [second])
    for name in ("b", "c", "d"):
        commit(store, update(first, name=name), scope=scope)
    numbers = [line.number for line in store.load(AuditPage(scope))]
    assert len(numbers) == 4
    assert [line.number for line in store.load(AuditOfSubject(scope, "someone"))] == numbers
    assert [
        line.number for line in store.load(AuditOfSubject(scope, "someone", numbers[0], 2))
    ] == numbers[1:3]
    assert store.load(AuditOfSubject(scope, first.key[-1])) == ()
    assert store.load(AuditOfSubject(another, "someone")) == ()
