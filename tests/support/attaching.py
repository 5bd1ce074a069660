"""Changes to the dependencies of an app that runs already."""

from typing import Any, cast

import msgspec
from starlette.applications import Starlette

from fullhouse.engine.core import Engine
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CHANNELS, Message, Outcome
from fullhouse.platforms.local.bootstrap import local_executor
from fullhouse.web.app import in_process
from fullhouse.web.dependencies import Dependencies, DeskDependencies, attach, dependencies_of
from fullhouse.web.desk.events.import_jobs import LocalImports


def not_yet(desk: DeskDependencies | None = None, **more: Any) -> Dependencies:
    """Dependencies of an app whose engine is opened when it starts."""
    return msgspec.structs.replace(in_process(cast("Engine", None), desk), **more)


def attach_engine(app: Starlette, engine: Engine) -> None:
    known = dependencies_of(app)
    desk = msgspec.structs.replace(known.desk, imports=LocalImports(engine, known.stopping))
    attach(app, msgspec.structs.replace(known, engine=engine, desk=desk))


def change(app: object, **changes: Any) -> None:
    app = cast("Starlette", app)
    attach(app, msgspec.structs.replace(dependencies_of(app), **changes))


def change_desk(app: object, **changes: Any) -> None:
    desk = dependencies_of(cast("Starlette", app)).desk
    change(app, desk=msgspec.structs.replace(desk, **changes))


class Answering:
    """A carrier for every channel, with the same outcome for each message."""

    carries = CHANNELS

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome

    def send(self, _message: Message, _letter: Letter) -> Outcome:
        return self.outcome


def answer_with(engine: Engine, outcome: Outcome) -> None:
    """Let every message of an engine on this machine have this outcome from now on."""
    local_executor(engine).carrier = Answering(outcome)
