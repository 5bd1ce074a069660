import gc
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import replace

import pytest
from httpx2._config import DEFAULT_TIMEOUT_CONFIG
from hypothesis import HealthCheck, is_hypothesis_test, settings

from fullhouse.engine.rate_limit import MAX_BUCKETS, InMemoryRateLimiter
from fullhouse.inbound.attachments import reader
from tests.aws.emulator import Emulator, running
from tests.support.fresh_stores import copied_schema
from tests.support.on_date import travel_to
from tests.support.waiting import PATIENCE_SECONDS
from tests.support.whole_run import WholeRun

# Time per example means nothing on shared machines; speed has tests of its own.
# `make test` draws the same examples each time. `make proof` loads the other profile, which draws
# others in each run, and twenty times as many.
settings.register_profile(
    "quick",
    database=None,
    deadline=None,
    derandomize=True,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "proof", settings.get_profile("quick"), derandomize=False, max_examples=600
)
settings.load_profile("quick")
# To look for cycles as often as Python does by itself takes a fourteenth of all time.
RARELY = (50_000, 20, 100)
# The client gives up after five seconds by itself, which a busy machine may need for an answer.
for phase in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, phase, PATIENCE_SECONDS)
# A busy machine may need longer for a mail's first file than others are begun.
vars(reader)["BEGINNING_SECONDS"] = 10 * PATIENCE_SECONDS


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--on-date", help="run as if it were this time in UTC, 2028-12-31T23:59:50")


def pytest_configure(config: pytest.Config) -> None:
    if date := config.getoption("--on-date"):
        travel_to(date)
    config.pluginmanager.register(WholeRun(config))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector off what thousands of tests and all modules are made of."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*RARELY)
        gc.enable()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Refuse a drawing test in a file that does not say so: `make test-core` would not find it."""
    draws = isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)
    if draws and "hypothesis" not in item.path.read_text():
        raise pytest.UsageError(f"{item.path} draws, and has to name hypothesis")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        _, bracket, label = item.name.partition("[")
        if bracket and item.id.params is None:
            # schemathesis gives one id to all operations, and pytest-xdist runs only one of them.
            own = replace(item.id, params=label.removesuffix("]"))
            item._id = own  # noqa: SLF001 - pytest lets nobody else give a test its id


def pytest_collection_finish(session: pytest.Session) -> None:
    """Refuse tests that share an id: pytest-xdist would run only one of them."""
    ids = Counter(item.nodeid for item in session.items)
    shared = [one for one, count in ids.items() if count > 1]
    if shared:
        raise pytest.UsageError(f"These tests share their ids: {shared[:5]}")


@pytest.fixture(scope="session", autouse=True)
def _still_limits() -> Iterator[None]:
    """Let no rate limit refill while a slow machine runs a test, unless it brings a clock."""
    with pytest.MonkeyPatch.context() as patch:
        still = (lambda: 0.0, MAX_BUCKETS)
        patch.setattr(InMemoryRateLimiter.__init__, "__defaults__", still)
        yield


@pytest.fixture(scope="session", autouse=True)
def _quick_stores() -> Iterator[None]:
    with copied_schema():
        yield


@pytest.fixture(scope="session")
def emulator() -> Iterator[Emulator]:
    """AWS on this machine, one for each worker, that lets everybody do everything."""
    with running() as emulator:
        yield emulator
