"""Stories to be read by people: what happened in a world, line by line, and how to see it again."""

from typing import Any

import msgspec

from fullhouse.engine.ports import Invocation
from fullhouse.kernel.decisions import Decision
from sim.world import World

LAST_LINES = 60


def story(world: World, lines: int = LAST_LINES) -> str:
    """Return the end of a world's story."""
    told = [_line(*one) for one in world.story[-lines:]]
    left_out = len(world.story) - len(told)
    return "\n".join([f"… {left_out} lines before" if left_out else "From the beginning:", *told])


def _line(at: object, depth: int, what: str, *more: Any) -> str:
    return f"{at:%d %H:%M:%S.%f} {'  ' * depth}{what} {' → '.join(map(_words, more))}"


def _words(thing: object) -> str:
    if isinstance(thing, Invocation):
        fields = msgspec.to_builtins(thing.command)
        said = {
            name: value
            for name, value in fields.items()
            if value and name not in ("command", "event_id", "name")
        }
        return f"[{thing.id} by {thing.by}] {said}"
    if isinstance(thing, Decision):
        return _decided(thing)
    return str(thing)


def _decided(decision: Decision) -> str:
    code = getattr(decision.answer, "code", "")
    steps = [f"{step.action} {step.subject}" for step in decision.steps]
    moved = [
        f"{change.key[0]} {change.sets.get('status', '')}"
        for change in decision.moves
        if change.sets
    ]
    messages = [f"✉ {message.id}" for message in decision.messages]
    alarms = [f"⏰ {alarm.key} {alarm.due_at:%d %H:%M:%S.%f}" for alarm in decision.set_alarms]
    cleared = [f"⌫ {key}" for key in decision.clear_alarms]
    return (
        "; ".join(part for part in (code, *steps, *moved, *messages, *alarms, *cleared) if part)
        or "nothing"
    )
