from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.aws.emulator import Emulator, running

# How long an example takes, or finding one, says nothing on shared machines; what has to be fast has tests of its own.
settings.register_profile("fullhouse", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("fullhouse")


@pytest.fixture(scope="session")
def emulator() -> Iterator[Emulator]:
    """AWS on this machine, one for each worker, that lets everybody do everything."""
    with running() as emulator:
        yield emulator
