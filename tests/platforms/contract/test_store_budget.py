"""Promises of every store about the budget of an address."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from fullhouse.engine.budget_record import MessageBudget
from fullhouse.engine.known_addresses import KnownAddresses
from fullhouse.engine.ports import Conflict, Store
from fullhouse.kernel.decisions import if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.model import OnlineNews
from tests.platforms.contract.stores import NOW, commit, message, put

DAY = timedelta(days=1)
SPENT = MessageBudget(id="a1", times=(NOW, NOW + timedelta(seconds=1)), ends_at=NOW + DAY)


def test_a_budget_is_stored_with_its_times(store: Store) -> None:
    put(store, SPENT)
    assert store.load(Get(MessageBudget, ("a1",))) == SPENT
    assert store.load(Get(MessageBudget, ("a2",))) is None


def test_of_two_machines_that_count_at_once_one_has_to_look_again(store: Store) -> None:
    put(store, SPENT)
    times, later = (*SPENT.times, NOW + timedelta(minutes=1)), NOW + timedelta(hours=1)
    sets: dict[str, Any] = {"times": times, "delayed_until": later, "ends_at": later + DAY}
    counted = update(SPENT, *if_unchanged(SPENT, "rev"), **sets, rev=1)
    commit(store, counted)
    with pytest.raises(Conflict):
        commit(store, counted)
    assert store.load(Get(MessageBudget, ("a1",))) == counted.after


def test_the_known_addresses_of_an_inbox_are_stored_and_guarded(store: Store) -> None:
    known = KnownAddresses(id="k1", unproven=("a", "b"), with_plus=1, ends_at=NOW + DAY)
    put(store, known)
    proven = update(known, *if_unchanged(known, "rev"), proven=("a",), rev=1)
    commit(store, proven)
    with pytest.raises(Conflict):
        commit(store, proven)
    assert store.load(Get(KnownAddresses, ("k1",))) == proven.after


def test_news_of_a_customer_is_stored_and_guarded(store: Store) -> None:
    news = OnlineNews(id="n1", ends_at=NOW + DAY)
    put(store, news)
    waits = update(news, *if_unchanged(news, "rev"), note="m1", rev=1)
    commit(store, waits)
    with pytest.raises(Conflict):
        commit(store, waits)
    assert store.load(Get(OnlineNews, ("n1",))) == waits.after


def test_a_message_says_what_a_spent_budget_does_to_it(store: Store) -> None:
    counted = msgspec.structs.replace(message("m1"), when_spent="drop")
    commit(store, messages=[counted, message("m2")])
    found = [store.load(Get(Message, (name,))) for name in ("m1", "m2")]
    assert [one and one.when_spent for one in found] == ["drop", ""]
