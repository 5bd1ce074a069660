"""Every kind of fault by name, those of this world, and how often each one struck."""

from collections import Counter

from sim.chance import Chance

LOAD = ("load fails", "index is stale")
COMMIT = ("commit conflicts", "commit throttled", "commit fails", "commit answer lost")
OUTBOX = ("outbox twice", "outbox reordered", "outbox late", "outbox poison", "two relays")
ALARM = ("alarm late", "alarm early", "alarm twice", "alarm after clear", "alarm never")
POST = (
    "post refuses",
    "post refuses for good",
    "post answer lost",
    "post down",
    "opted out meanwhile",
)
PROCESS = ("crash", "freeze", "meanwhile")
CLOCK = ("clock skew", "clock drift", "clock step")
KINDS = (*LOAD, *COMMIT, *OUTBOX, *ALARM, *POST, *PROCESS, *CLOCK)

RATES = (0.01, 0.03, 0.1, 0.3)
HIGHEST = {
    "crash": 0.05,
    "freeze": 0.03,
    "commit conflicts": 0.3,
    "outbox poison": 0.05,
    "alarm never": 0.2,
}

Tally = Counter[tuple[str, str]]


class Crash(BaseException):
    """The process dies here: what it knew is lost, what was committed stays."""


class Faults:
    """The faults of one world. About two thirds of the kinds are off in each."""

    def __init__(self, chance: Chance, tally: Tally) -> None:
        """Draw which kinds this world has, and how often they strike."""
        self.on = False
        self.struck = 0
        self.tally = tally
        self._chance = chance
        draw = chance.of("faults")
        none = draw.random() < 0.08
        drawn = {kind: draw.choice(RATES) if draw.random() < 0.34 else 0.0 for kind in KINDS}
        self.rates = {
            kind: 0.0 if none else min(rate, HIGHEST.get(kind, 1.0)) for kind, rate in drawn.items()
        }

    def has(self, kind: str) -> bool:
        """Return True if this kind can strike now."""
        return self.on and self.rates[kind] > 0

    def strike(self, kind: str, command: str) -> bool:
        """Let a fault of this kind happen to a command, or not."""
        if (
            not self.on
            or not self.rates[kind]
            or self._chance.of(kind).random() >= self.rates[kind]
        ):
            return False
        self.note(kind, command)
        return True

    def note(self, kind: str, command: str) -> None:
        """Count a fault that happened to a command."""
        self.struck += 1
        self.tally[kind, command] += 1
