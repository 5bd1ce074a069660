"""The table of fault kinds and commands: possible cells, unseen cells, and its print."""

from fullhouse.kernel.commands import Command, tag_of
from sim.faults import ALARM, CLOCK, COMMIT, KINDS, LOAD, OUTBOX, POST, PROCESS, Tally
from sim.workloads import WORKLOADS


def _names(*kinds: type[Command]) -> tuple[str, ...]:
    return tuple(tag_of(kind) for kind in kinds)


ALL = tuple(WORKLOADS.values())
ALARMS = _names(*(kind for one in ALL for kind in one.alarms))
COMMANDS = (*_names(*(kind for one in ALL for kind in one.commands)), "Dispatch", "Settle")
LOOK_UP = _names(*(kind for one in ALL for kind in one.looks_up))

# Cells that cannot occur, by kind: the commands that can, and why no other.
NOTHING_TO_LOAD = _names(*(kind for one in ALL for kind in one.loads_nothing))
LOADING = tuple(command for command in COMMANDS if command not in NOTHING_TO_LOAD)
ONLY: dict[str, tuple[tuple[str, ...], str]] = {
    "load fails": (LOADING, "who keeps people for how long is set without looking at anything"),
    "index is stale": (LOOK_UP, "the others ask for nothing that may be stale"),
    **dict.fromkeys(
        OUTBOX, (("Dispatch",), "the outbox holds messages, and only a dispatch takes one out")
    ),
    **dict.fromkeys(
        POST, (("Dispatch",), "the carrier is met between a dispatch and its settling")
    ),
    **dict.fromkeys(ALARM, (ALARMS, "people and the relay are not woken by alarms")),
}


def possible(kind: str) -> tuple[str, ...]:
    """Name the commands that a kind of fault can strike."""
    return ONLY[kind][0] if kind in ONLY else COMMANDS


def empty_cells(tally: Tally) -> list[str]:
    """Name the cells that could occur and have not."""
    return [
        f"{kind} x {command}"
        for kind in KINDS
        for command in possible(kind)
        if not tally[kind, command]
    ]


def printed(tally: Tally) -> str:
    """Lay the table out: a row per command, a column per kind of fault, with its key below."""
    groups = {
        "load": LOAD,
        "commit": COMMIT,
        "process": PROCESS,
        "clock": CLOCK,
        "alarm": ALARM,
        "outbox": OUTBOX,
    }
    groups["post"] = POST
    marks = {
        kind: f"{group[0]}{at}"
        for group, kinds in groups.items()
        for at, kind in enumerate(kinds, 1)
    }
    marks |= {kind: f"p{at}" for at, kind in enumerate(PROCESS, 1)} | {
        kind: f"m{at}" for at, kind in enumerate(POST, 1)
    }
    marks |= {kind: f"k{at}" for at, kind in enumerate(CLOCK, 1)}
    rows = [" " * 14 + "".join(f"{marks[kind]:>6}" for kind in KINDS)]
    rows += [
        f"{command:<14}" + "".join(f"{_cell(tally, kind, command):>6}" for kind in KINDS)
        for command in COMMANDS
    ]
    rows += [", ".join(f"{marks[kind]} {kind}" for kind in KINDS), "· cannot occur:"]
    rows += [f"  {kind}: {why}" for kind, (_, why) in ONLY.items()]
    return "\n".join(rows)


def _cell(tally: Tally, kind: str, command: str) -> str:
    return str(tally[kind, command]) if command in possible(kind) else "·"
