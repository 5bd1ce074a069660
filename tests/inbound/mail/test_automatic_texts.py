"""Programs that only took in an email are recognised; people who mention it are not."""

import tomllib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.inbound.mail.automatic_texts import is_by_program
from fullhouse.inbound.mail.away_notes import is_away_note
from fullhouse.inbound.mail.notes_to_everyone import impersonal
from tests.inbound.mail.street import HOST, Street, opened

TEXTS = tomllib.loads(Path(__file__).with_suffix("").with_name("automatic_texts.toml").read_text())


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with opened(tmp_path, cap=1) as street:
        yield street


@pytest.mark.parametrize("text", TEXTS["programs"])
def test_a_program_that_took_in_a_mail_is_recognised(text: str) -> None:
    assert is_by_program("Re: Summer party", text)


@pytest.mark.parametrize("text", TEXTS["people"])
def test_a_person_who_writes_so_much_in_passing_is_no_program(text: str) -> None:
    assert not is_by_program("Re: Summer party", text)


@pytest.mark.parametrize(
    "subject",
    [
        "Read: You're in: Summer party",
        "Gelesen: Du bist dabei",
        "Lu : C'est confirmé",
        "Leído: Tu plaza",
        "Zugestellt: Du bist dabei",
        "Accusé de réception",
    ],
)
def test_a_receipt_is_recognised_by_its_subject(subject: str) -> None:
    assert is_by_program(subject, "Your message")


@pytest.mark.parametrize("text", TEXTS["impersonal"])
def test_a_text_in_which_nobody_speaks_is_recognised(text: str) -> None:
    assert impersonal(text)


@pytest.mark.parametrize("text", [*TEXTS["personal"], *TEXTS["people"]])
def test_a_text_of_a_person_is_not_impersonal(text: str) -> None:
    assert not impersonal(text)


def gets_no_answer(text: str) -> bool:
    subject = "Re: Summer party"
    return is_by_program(subject, text) or is_away_note(subject, text) or impersonal(text) != ""


@pytest.mark.parametrize("text", TEXTS["to_everyone"]["tune"])
def test_known_notes_to_everyone_are_recognised(text: str) -> None:
    assert gets_no_answer(text)


def test_many_unseen_notes_to_everyone_are_recognised() -> None:
    assert list(map(gets_no_answer, TEXTS["to_everyone"]["held_out"])).count(True) >= 16


@pytest.mark.parametrize("text", TEXTS["to_everyone"]["of_guests"])
def test_statements_of_guests_are_answered(text: str) -> None:
    assert not gets_no_answer(text)


@pytest.mark.anyio
@pytest.mark.parametrize("text", TEXTS["impersonal"])
async def test_a_text_in_which_nobody_speaks_goes_to_the_host_alone(
    tmp_path: Path, text: str
) -> None:
    async with opened(tmp_path, cap=1, host_email=HOST) as street:
        await street.signs_up()
        await street.writes(text)
        assert (street.kinds(), street.state()) == (["confirmation"], "confirmed")
        assert street.kinds("host")[-1] == "question"


@pytest.mark.anyio
@pytest.mark.parametrize("text", TEXTS["programs"])
async def test_no_acknowledgement_is_answered(street: Street, text: str) -> None:
    await street.signs_up()
    line = await street.writes(text)
    assert line.reason == "it is an automatic reply"
    assert (street.kinds(), street.state()) == (["confirmation"], "confirmed")
