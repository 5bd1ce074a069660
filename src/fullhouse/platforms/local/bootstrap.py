"""The engine on this machine: store, executor, loops, carrier and keys."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import msgspec

from fullhouse.engine.access import AddSigningKey, SigningKeys
from fullhouse.engine.brand import letter_look
from fullhouse.engine.clock import RandomIds
from fullhouse.engine.composing import Composer
from fullhouse.engine.core import Engine
from fullhouse.engine.message_budget import BudgetLimits
from fullhouse.engine.narratives import Narrator
from fullhouse.engine.ports import Carrier, Clock, Invocation
from fullhouse.engine.urls import one_address
from fullhouse.engine.worker import sweep
from fullhouse.kernel.links import Keyring
from fullhouse.platforms.local.executor import GroupCommitExecutor
from fullhouse.platforms.local.session_key import session_key
from fullhouse.platforms.local.signing_keys import KEY_BYTES, keyring
from fullhouse.platforms.local.sqlite.database import open_store
from fullhouse.platforms.local.sqlite.traces import wipe_every_night
from fullhouse.platforms.local.worker_loops import Loop, relay_messages, run_alarms, run_tasks

MAX_STOP_SECONDS = 30.0


class Extras(msgspec.Struct, frozen=True, kw_only=True):
    """Optional parts of an engine: the domains of mail, the narrator of summaries, and limits.

    `mail_domain` takes mail; `sender_domain` is in the ids of our own mail. `limits` are those of
    messages that others trigger. `takes_answers` says that answers to our texts reach us.
    """

    mail_domain: str = ""
    sender_domain: str = ""
    takes_answers: bool = False
    narrator: Narrator | None = None
    limits: BudgetLimits = BudgetLimits()


NO_EXTRAS = Extras()


@asynccontextmanager
async def open_engine(
    folder: Path,
    clock: Clock,
    carrier: Carrier,
    base_url: str,
    *,
    settles: bool = False,
    extras: Extras = NO_EXTRAS,
) -> AsyncIterator[Engine]:
    """Open the engine in a folder. With `settles`, due work runs after each command.

    Only a manual clock needs that; otherwise loops wait for what is due.
    """
    with open_store(folder) as store:
        executor = GroupCommitExecutor(store, clock, carrier, extras.limits)
        ids = RandomIds()
        keys = await _keyring(folder, executor, ids)
        composer = Composer(
            one_address(base_url),
            keys,
            extras.mail_domain,
            extras.sender_domain,
            takes_answers=extras.takes_answers,
        )
        executor.mark = composer.mark
        settle = sweep if settles else None
        engine = Engine(executor, clock, ids, composer, settle=settle, narrator=extras.narrator)
        composer.look = partial(letter_look, engine.load)
        if not settles:
            wipe_every_night(engine, store)
        stopping = asyncio.Event()
        loops = [] if settles else _start_loops(Loop(engine, executor, stopping))
        try:
            yield engine
        finally:
            stopping.set()
            await _stop(executor, loops)


def local_executor(engine: Engine) -> GroupCommitExecutor:
    """Return the executor of an engine on this machine."""
    executor = engine.executor
    if not isinstance(executor, GroupCommitExecutor):
        raise TypeError(executor)
    return executor


def _start_loops(loop: Loop) -> list["asyncio.Task[None]"]:
    return [asyncio.create_task(run(loop)) for run in (run_alarms, relay_messages, run_tasks)]


async def _stop(executor: GroupCommitExecutor, loops: list["asyncio.Task[None]"]) -> None:
    """Wake the loops so that they end, and wait until a letter that is being sent is recorded."""
    executor.alarms_set.set()
    executor.messages_queued.set()
    executor.wake_tasks()
    if loops:
        await asyncio.wait(loops, timeout=MAX_STOP_SECONDS)
    for loop in loops:
        loop.cancel()
        with suppress(asyncio.CancelledError):
            await loop
    executor.close()


async def _keyring(folder: Path, executor: GroupCommitExecutor, ids: RandomIds) -> Keyring:
    """Load the signing keys; the first start makes one."""
    stored = executor.load(SigningKeys())
    if not stored:
        command = AddSigningKey(key_id=ids.new(), secret=secrets.token_hex(KEY_BYTES))
        await executor.execute(Invocation(ids.new(), "setup", command))
        stored = executor.load(SigningKeys())
    return keyring(stored, session_key(folder))
