"""Repeatable chance: one seed with a generator per purpose, so a new draw shifts no others."""

from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """All the randomness of one world."""

    def __init__(self, seed: str) -> None:
        """Grow from a seed."""
        self.seed = seed
        self._generators: dict[str, Random] = {}

    def of(self, purpose: str) -> Random:
        """Return the generator for this purpose."""
        found = self._generators.get(purpose)
        if found is None:
            found = self._generators[purpose] = Random(f"{self.seed}:{purpose}")
        return found

    def happens(self, purpose: str, odds: float) -> bool:
        """Toss a coin."""
        return self.of(purpose).random() < odds

    def one_of(self, purpose: str, *things: T) -> T:
        """Choose one of a few."""
        return self.of(purpose).choice(things)
