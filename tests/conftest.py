from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.aws.emulator import Emulator, running

# Time per example means nothing on shared machines; speed has tests of its own.
# `make proof` loads the other profile and draws ten times as many.
settings.register_profile(
    "quick", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("proof", settings.get_profile("quick"), max_examples=600)
settings.load_profile("quick")


@pytest.fixture(scope="session")
def emulator() -> Iterator[Emulator]:
    """AWS on this machine, one for each worker, that lets everybody do everything."""
    with running() as emulator:
        yield emulator
