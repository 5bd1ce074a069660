from collections.abc import Iterator

import pytest

from tests.aws.emulator import Emulator, running


@pytest.fixture(scope="session")
def emulator() -> Iterator[Emulator]:
    """AWS on this machine, one for each worker, that lets everybody do everything."""
    with running() as emulator:
        yield emulator
