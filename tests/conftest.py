import gc
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.aws.emulator import Emulator, running
from tests.support.order import place_of

# Time per example means nothing on shared machines; speed has tests of its own.
# `make proof` loads the other profile and draws ten times as many.
settings.register_profile(
    "quick", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("proof", settings.get_profile("quick"), max_examples=600)
settings.load_profile("quick")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector off what thousands of tests and all modules are made of."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: place_of(item.path))


@pytest.fixture(scope="session")
def emulator() -> Iterator[Emulator]:
    """AWS on this machine, one for each worker, that lets everybody do everything."""
    with running() as emulator:
        yield emulator
