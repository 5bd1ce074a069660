"""A limit of CPU time grows with the slowness of the machine, up to a cap."""

import time
from collections.abc import Callable

import pytest

from tests.support.cpu_time import (
    MOST_SLOWNESS,
    assert_cpu,
    assert_within,
    cpu_within,
    ordinary_work,
    slowness,
)

LIMIT = 0.02


@pytest.fixture(autouse=True)
def _judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_TIME", "1")


def machine(times: float) -> Callable[[], float]:
    """Return the slowness of a machine that takes so many times longer."""
    return lambda: times


def never() -> float:
    raise AssertionError("It was measured, but the time was within the limit.")


@pytest.fixture
def burn(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Return what adds to the CPU time of this process, which stands still otherwise."""
    burnt = [0.0]
    monkeypatch.setattr(time, "process_time", lambda: sum(burnt))
    return burnt.append


@pytest.mark.usefixtures("burn")
def test_a_block_within_its_limit_measures_no_slowness() -> None:
    with cpu_within(LIMIT, never):
        pass


@pytest.mark.parametrize("times", [0.1, 1, 1.9])
def test_a_block_that_burns_twice_its_limit_fails(
    times: float, burn: Callable[[float], None]
) -> None:
    with pytest.raises(AssertionError), cpu_within(LIMIT, machine(times)):
        burn(2 * LIMIT)


def test_a_slow_machine_may_take_longer(burn: Callable[[float], None]) -> None:
    with cpu_within(LIMIT, machine(3)):
        burn(2 * LIMIT)


def test_waiting_costs_nothing() -> None:
    with cpu_within(0.5, machine(1)):
        time.sleep(0.6)


def test_no_machine_may_take_more_than_the_cap(burn: Callable[[float], None]) -> None:
    with pytest.raises(AssertionError), cpu_within(LIMIT, machine(100)):
        burn(LIMIT * MOST_SLOWNESS)


def test_the_failure_names_the_time_the_limit_and_the_slowness() -> None:
    with pytest.raises(AssertionError) as failed:
        assert_cpu(4.4, 2, machine(1.75))
    assert str(failed.value) == (
        "4.400 s of CPU time, but the limit is 2 s, "
        "and this machine is 1.75 times slower than the one of the limits"
    )


def test_where_no_time_is_judged_no_limit_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JUDGE_TIME")
    assert_cpu(100, LIMIT, never)
    assert_within(100, LIMIT)


def test_where_time_is_judged_it_fails_at_its_limit() -> None:
    assert_within(0.9 * LIMIT, LIMIT)
    with pytest.raises(AssertionError, match=r"^it took 4\.400 s, but the limit is 2 s$"):
        assert_within(4.4, 2)


def test_an_error_in_the_block_comes_through() -> None:
    with pytest.raises(KeyError), cpu_within(LIMIT, never):
        raise KeyError


def test_the_work_is_always_the_same() -> None:
    """Otherwise the constant of the reference machine says nothing."""
    assert ordinary_work() == (462, 4800, 738116)
    assert slowness() > 0
