"""Each part of the bench runs, with tiny sizes; no figure is judged, since machines differ."""

import sys
from functools import cache

import pytest

from bench import __main__ as bench
from bench.figures import QUICK, Figure, p50_and_p99, percent
from bench.machine import machine

# Those that are soon done; `make proof` runs all of them.
SOON_DONE = {"rush", "claims", "bookings", "http-limits", "tick"}
PARTS = [
    pytest.param(name, marks=[] if name in SOON_DONE else pytest.mark.proof) for name in bench.PARTS
]


@cache
def figures(name: str) -> list[Figure]:
    return list(bench.PARTS[name](QUICK))


@pytest.mark.parametrize("name", PARTS)
def test_a_part_runs_to_its_end(name: str) -> None:
    assert figures(name)
    assert all(figure.measured for figure in figures(name))


def test_a_rush_is_exact_on_every_machine() -> None:
    exact, _ = figures("rush")
    assert exact.met


def test_one_claim_of_many_books_on_every_machine() -> None:
    exact, _ = figures("claims")
    assert exact.met


def test_one_booking_of_many_stands_on_every_machine() -> None:
    exact, _ = figures("bookings")
    assert exact.met


def test_the_table_shows_what_was_measured_and_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    bench.show(
        "a small machine",
        [Figure("seats a second", "12", "at least 10", met=True), Figure("dots", "3")],
    )
    printed = capsys.readouterr().out
    assert "a small machine" in printed
    assert "seats a second" in printed
    assert "yes" in printed


def test_a_part_that_does_not_exist_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", "nothing"])
    with pytest.raises(SystemExit):
        bench.main()
    assert "there is no part nothing" in capsys.readouterr().err


def test_a_machine_is_described_without_its_name() -> None:
    assert "cores" in machine()


def test_middles_and_shares() -> None:
    assert percent(1, 4) == "25%"
    assert p50_and_p99(range(1, 100)) == (50, 99)
