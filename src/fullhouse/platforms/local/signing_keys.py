"""Signing keys on this machine: loaded from the store, rotated, and ended in time."""

import secrets
from datetime import timedelta
from pathlib import Path

from fullhouse.engine.access import (
    EndOldSigningKeys,
    RotateSigningKey,
    SigningKey,
    SigningKeys,
    expired_keys,
)
from fullhouse.engine.core import Engine
from fullhouse.engine.periodic import PeriodicTask
from fullhouse.kernel.links import Key, Keyring
from fullhouse.platforms.local.session_key import renew_session_key, session_key

KEY_BYTES = 32
EVERY = timedelta(days=1)


def keyring(stored: tuple[SigningKey, ...], session: Key) -> Keyring:
    """Return the keyring of the stored keys that have not ended."""
    keys = tuple(Key(key.id, bytes.fromhex(key.secret)) for key in stored if key.secret)
    return Keyring(keys, (session,))


async def rotate_keys(folder: Path, engine: Engine, by: str, *, revoke: bool) -> None:
    """Sign with a new key from now on; `revoke` ends all older keys and all sessions."""
    command = RotateSigningKey(
        key_id=engine.ids.new(), secret=secrets.token_hex(KEY_BYTES), revoke=revoke
    )
    await engine.execute(command, by)
    session = renew_session_key(folder) if revoke else session_key(folder)
    engine.composer.keyring = keyring(engine.load(SigningKeys()), session)


def end_old_keys_daily(folder: Path, engine: Engine) -> None:
    """End the keys whose links have all expired, once a day."""

    async def work() -> None:
        if not expired_keys(engine.load(SigningKeys()), engine.now()):
            return
        await engine.execute(EndOldSigningKeys(), "housekeeping")
        engine.composer.keyring = keyring(engine.load(SigningKeys()), session_key(folder))

    engine.tasks.add(PeriodicTask("signing keys", EVERY, work), engine.now())
