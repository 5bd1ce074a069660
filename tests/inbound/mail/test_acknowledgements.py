"""Programs that only took in an email are recognised; people who mention it are not."""

import tomllib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.inbound.mail.acknowledgements import is_acknowledgement
from tests.inbound.mail.street import Street, opened

TEXTS = tomllib.loads(Path(__file__).with_suffix("").with_name("acknowledgements.toml").read_text())


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with opened(tmp_path, cap=1) as street:
        yield street


@pytest.mark.parametrize("text", TEXTS["programs"])
def test_a_program_that_took_in_a_mail_is_recognised(text: str) -> None:
    assert is_acknowledgement(text)


@pytest.mark.parametrize("text", TEXTS["people"])
def test_a_person_who_writes_so_much_in_passing_is_no_program(text: str) -> None:
    assert not is_acknowledgement(text)


@pytest.mark.anyio
@pytest.mark.parametrize("text", TEXTS["programs"])
async def test_no_acknowledgement_is_answered(street: Street, text: str) -> None:
    await street.signs_up()
    line = await street.writes(text)
    assert line.reason == "it is an automatic reply"
    assert (street.kinds(), street.state()) == (["confirmation"], "confirmed")
