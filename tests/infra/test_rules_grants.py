"""Grants of the functions that read new rules, for what may be in use."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from fullhouse.inbound.rules_in_use import lacking
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from tests.golden.story import Golden, play
from tests.infra.recording import Shadowed, denied


@pytest.mark.parametrize("name", ["ev-desk", "wl-drive-sync"])
def test_whoever_reads_new_rules_may_look_for_what_they_lack(name: str) -> None:
    shadowed = Shadowed()
    world = Golden(shadowed)
    play(world)
    shadowed.client.asked = set()
    engine: Any = SimpleNamespace(load=world.store.load, now=lambda: world.now)
    rulebook = rulebook_of(None)
    asyncio.run(lacking(engine, rulebook, rulebook))
    assert denied(name, shadowed.client.asked) == []
    assert ("Query", "wl-slots/index/status", "") in shadowed.client.asked
