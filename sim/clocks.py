"""Machines whose clocks may be skewed, drift or be stepped; true time is the world's own."""

from datetime import datetime, timedelta

from sim.chance import Chance
from sim.faults import Faults

MILLISECOND = timedelta(milliseconds=1)
MACHINES = 3


def ms(number: float) -> timedelta:
    """Return so many milliseconds."""
    return timedelta(milliseconds=int(number))


def seconds(number: float) -> timedelta:
    """Return so many seconds."""
    return ms(number * 1000)


def minutes(number: float) -> timedelta:
    """Return so many minutes."""
    return seconds(number * 60)


def hours(number: float) -> timedelta:
    """Return so many hours."""
    return minutes(number * 60)


def days(number: float) -> timedelta:
    """Return so many days."""
    return hours(number * 24)


class Machine:
    """One machine's clock."""

    def __init__(self, chance: Chance, faults: Faults, number: int, born: datetime) -> None:
        """Set the clock, as well as this machine can."""
        draw = chance.of(f"machine {number}")
        self.faults = faults
        self.born = born
        self.skew = ms(draw.randint(-5000, 5000))
        self.drift = draw.uniform(-2e-5, 2e-5)
        self.stepped = timedelta(0)
        self._step = ms(draw.choice((-30_000, -1000, -1, 1, 1000, 30_000)))

    def off_by(self, now: datetime, command: str) -> timedelta:
        """Return how far off this clock is for a command that starts now."""
        faults, off = self.faults, timedelta(0)
        if not faults.on:
            return off
        if faults.rates["clock skew"]:
            faults.note("clock skew", command)
            off += self.skew
        if faults.rates["clock drift"]:
            faults.note("clock drift", command)
            off += ms((now - self.born) / MILLISECOND * self.drift)
        if faults.strike("clock step", command):
            self.stepped = self._step if not self.stepped else timedelta(0)
        return off + self.stepped
