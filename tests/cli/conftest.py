from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.support import served


@pytest.fixture(params=["alone", "beside a server"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A folder of data, with a server running on it and without."""
    if request.param == "alone":
        yield tmp_path
        return
    with served("serve", "--data", tmp_path, "--port", "0"):
        yield tmp_path
