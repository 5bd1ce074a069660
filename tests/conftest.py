from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.aws.emulator import Emulator, running

# How long one example takes says nothing on shared machines; what has to be fast is measured by tests of its own.
settings.register_profile("fullhouse", deadline=None)
settings.load_profile("fullhouse")


@pytest.fixture(scope="session")
def emulator() -> Iterator[Emulator]:
    """AWS on this machine, one for each worker, that lets everybody do everything."""
    with running() as emulator:
        yield emulator
