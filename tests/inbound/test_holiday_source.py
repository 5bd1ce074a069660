"""Public holidays are worked out once, kept, and taken over when rules change."""

import builtins
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from fullhouse.engine.core import Engine
from fullhouse.engine.worker import sweep
from fullhouse.inbound import holiday_source
from fullhouse.inbound.holiday_source import HolidayKeeper, HolidaysDown, holidays_of
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource
from fullhouse.products.frontdesk.shared.holidays import Holidays
from tests.support.rsvp_world import Carrier

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
BERLIN = "Closed: public holidays of DE-BE"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    async with open_engine(
        tmp_path, VirtualClock(NOW), Carrier(), "http://fullhouse.test", settles=True
    ) as opened:
        HolidayKeeper(opened).look_after()
        yield opened


async def save(engine: Engine, text: str) -> None:
    await engine.execute(SaveDocument(name="rules", text=text), "staff")


def known(engine: Engine) -> ExternalSource:
    return engine.load(Get(ExternalSource, ("holidays",))) or ExternalSource(id="holidays")


def without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *more: Any) -> Any:
        if name == "holidays":
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    monkeypatch.setattr(holiday_source, "LIBRARY", "no-such-package-anywhere")


def test_a_part_of_a_country_has_holidays_of_its_own() -> None:
    berlin, hamburg = holidays_of("DE-BE", 2026), holidays_of("DE-HH", 2026)
    assert ("2026-03-08" in berlin.days, "2026-03-08" in hamburg.days) == (True, False)
    assert (berlin.id, berlin.until) == ("DE-BE", "2028-12-31")
    assert "2028-12-25" in berlin.days


def test_bavaria_keeps_assumption_day() -> None:
    assert "2026-08-15" in holidays_of("DE-BY", 2026).days
    assert "2026-08-15" not in holidays_of("DE-BE", 2026).days


def test_a_whole_country_has_some() -> None:
    assert "2026-07-14" in holidays_of("FR", 2026).days


@pytest.mark.parametrize("place", ["XX", "DE-ZZ"])
def test_a_place_that_nobody_knows_is_said_so(place: str) -> None:
    with pytest.raises(HolidaysDown, match=place):
        holidays_of(place, 2026)


@pytest.mark.anyio
async def test_saving_rules_brings_them_at_once(engine: Engine) -> None:
    await save(engine, BERLIN)
    kept = engine.load(Get(Holidays, ("DE-BE",)))
    assert kept == holidays_of("DE-BE", 2026)
    assert (known(engine).where, known(engine).items, known(engine).trouble) == (
        "DE-BE",
        len(kept.days),
        "",
    )


@pytest.mark.anyio
async def test_the_new_year_brings_another(engine: Engine) -> None:
    await save(engine, BERLIN)
    assert isinstance(engine.clock, VirtualClock)
    engine.clock.move_to(datetime(2027, 1, 1, tzinfo=UTC))
    await engine.tasks.run_due(engine.now())
    kept = engine.load(Get(Holidays, ("DE-BE",)))
    assert kept is not None
    assert kept.until == "2029-12-31"


@pytest.mark.anyio
async def test_what_is_known_is_not_worked_out_again(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    await save(engine, BERLIN)
    monkeypatch.setattr(holiday_source, "holidays_of", None)
    await save(engine, f"{BERLIN}, 24 Dec")
    assert known(engine).trouble == ""


@pytest.mark.anyio
async def test_rules_without_any_need_none(engine: Engine) -> None:
    await save(engine, "Time zone: Europe/Berlin")
    assert engine.load(Get(ExternalSource, ("holidays",))) is None


@pytest.mark.anyio
async def test_a_place_that_nobody_knows_is_trouble_until_it_is_put_right(engine: Engine) -> None:
    await save(engine, "Closed: public holidays of DE-ZZ")
    assert (known(engine).trouble_at, "DE-ZZ" in known(engine).trouble) == (NOW, True)
    await save(engine, "Time zone: Europe/Berlin")
    assert (known(engine).trouble, known(engine).where) == ("", "")


@pytest.mark.anyio
async def test_without_the_library_staff_are_told_which_it_is(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_the_library(monkeypatch)
    await save(engine, BERLIN)
    assert known(engine).trouble == holiday_source.MISSING
    assert engine.load(Get(Holidays, ("DE-BE",))) is None
    monkeypatch.undo()
    engine.tasks.changed({"business"}, engine.now())
    await sweep(engine)
    assert known(engine).trouble == ""
    assert engine.load(Get(Holidays, ("DE-BE",))) is not None
