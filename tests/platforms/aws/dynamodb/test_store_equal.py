"""Promise L5: SQLite and DynamoDB, fed the same commands, end in equal states.

The simulator's people act as on a bad day, with its faults on: once on SQLite, once on DynamoDB,
from the same seed, so with the same ids at the same times.
"""

from collections import Counter
from datetime import timedelta
from types import ModuleType
from typing import Any

import msgspec
import pytest

from fullhouse.engine.access import (
    AddMember,
    AddSigningKey,
    AddToken,
    RequestSignIn,
    SignOut,
    UseSignInLink,
)
from fullhouse.engine.brand import SetBrand, SetLogo
from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.inbound_mail import InboundMail, RecordInboundMail
from fullhouse.engine.ports import Invocation, Store
from fullhouse.engine.relay import LeaseMessage, RecordSendResult
from fullhouse.engine.team import ChangeRole, RemoveMember, RevokeToken
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.commands import Alarm, Command, tag_of
from fullhouse.platforms.aws.dynamodb import commit_plan, erasure
from fullhouse.platforms.aws.dynamodb.item_codec import Item, alarm_item, line_item
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.rsvp.event_content import EditContent, SetCover
from fullhouse.products.rsvp.form_questions import ChangeAnswers, EditQuestions, FormQuestion
from fullhouse.products.rsvp.rules import RSVP
from sim.checks.state_model import PromiseBroken
from sim.stories import new_world, play, sqlite_store
from tests.aws.emulator import Emulator
from tests.aws.stores import dynamodb
from tests.platforms.aws.same import forgets_nobody, state
from tests.support.proof import some_of
from tests.support.rsvp_world import EVENT, MONDAY, create, sign_up, there

SEEDS = ("34", "55", "1")  # between them they give every command
NAMES = {tag_of(command) for command in RULES}
NOW = there(MONDAY)


def told(seed: str, store: Store) -> tuple[list[str], list[dict[str, Any]]]:
    """Play a seed's story on a store; return its commands and all stored states."""
    world, people, until = new_world(f"rsvp:equal-{seed}", store, Counter())
    states: list[dict[str, Any]] = []
    for quarter in (1, 2, 3):
        world.at(world.now + (until - world.now) * quarter / 4, lambda: states.append(state(store)))
    play(world, people, until)
    return [line[2] for line in world.story if line[2] in NAMES], [*states, state(store)]


def check_equal(seed: str, sqlite: Store, dynamo: Store) -> None:
    """Play a seed on both stores, and compare all states on the way and at the end."""
    assert told(seed, sqlite) == told(seed, dynamo)


@pytest.mark.parametrize("seed", some_of(SEEDS, 1))
def test_l5_the_same_commands_end_in_equal_states(emulator: Emulator, seed: str) -> None:
    with sqlite_store() as sqlite, dynamodb(emulator) as dynamo:
        check_equal(seed, sqlite, dynamo)


def without_its_note(line: AuditLine, ts: int) -> Item:
    return line_item(msgspec.structs.replace(line, note=""), ts)


def a_moment_late(alarm: Alarm) -> Item:
    return alarm_item(
        msgspec.structs.replace(alarm, due_at=alarm.due_at + timedelta(milliseconds=1))
    )


# Small differences, each with the seed whose story shows it; the quickest comes first.
PLANTED: dict[str, tuple[ModuleType, str, Any]] = {
    "122 alarms ring a moment late": (commit_plan, "alarm_item", a_moment_late),
    "384 lines lose their notes": (commit_plan, "line_item", without_its_note),
    "384 nobody is forgotten": (erasure, "carry_out", forgets_nobody),
}


@pytest.mark.parametrize("difference", some_of(PLANTED, 1))
def test_a_planted_difference_is_found(
    emulator: Emulator, difference: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*PLANTED[difference])
    with (
        sqlite_store() as sqlite,
        dynamodb(emulator) as dynamo,
        pytest.raises((AssertionError, PromiseBroken)),
    ):
        check_equal(difference.split(maxsplit=1)[0], sqlite, dynamo)


def test_the_seeds_and_the_desk_give_every_command_that_a_guest_list_knows() -> None:
    given = {name for seed in SEEDS for name in told(seed, MemoryStore())[0]}
    given |= {tag_of(type(command)) for command in AT_THE_DESK}
    assert given >= {tag_of(command) for command in RSVP.rules} | {
        tag_of(LeaseMessage),
        tag_of(RecordSendResult),
    }


AT_THE_DESK: tuple[Command, ...] = (
    AddMember(member_id="m1", email="ada@example.org", role="owner"),
    AddMember(member_id="m2", email="bob@example.org"),
    AddMember(member_id="m3", email="bob@example.org"),
    RequestSignIn(email="ada@example.org"),
    UseSignInLink(member_id="m1", nonce=0),
    UseSignInLink(member_id="m1", nonce=0),
    SignOut(member_id="m1"),
    ChangeRole(member_id="m2", role="owner", asked_by="m1"),
    RemoveMember(member_id="m1", asked_by="m2"),
    RemoveMember(member_id="m2", asked_by="m2"),
    AddMember(member_id="m4", email="ada@example.org"),
    AddToken(token_id="t1", name="script", digest="d1"),
    AddToken(token_id="t2", name="other", digest="d2"),
    RevokeToken(token_id="t1"),
    AddSigningKey(key_id="k1", secret="00"),
    create(),
    EditContent(event_id=EVENT, description="# Supper", dress_note="Warm"),
    SetCover(
        event_id=EVENT, digest="d1", width=1200, height=600, alt="A hall", images=(b"a", b"b")
    ),
    SetCover(event_id=EVENT),
    SetBrand(name="The old mill", accent="#1f6b43"),
    SetLogo(digest="d1", width=240, height=80, content=b"png"),
    SetLogo(),
    EditQuestions(event_id=EVENT, questions=(FormQuestion("bus", "By bus?", "yes_no"),)),
    RecordInboundMail(
        mail=InboundMail(id="i1", place="1", scope=EVENT, sender="cem@example.org", at=NOW),
        asks=sign_up("cem"),
    ),
    RecordInboundMail(
        mail=InboundMail(id="i1", place="1", scope=EVENT, sender="cem@example.org", at=NOW),
        asks=sign_up("cem"),
    ),
    ChangeAnswers(event_id=EVENT, guest_id="cem", answers={"bus": ("yes",)}),
    RecordInboundMail(mail=InboundMail(id="i2", place="2", scope="", sender="", at=NOW)),
)


def test_l5_holds_at_the_desk_and_for_mail_that_comes_in(emulator: Emulator) -> None:
    with sqlite_store() as sqlite, dynamodb(emulator) as dynamo:
        for number, command in enumerate(AT_THE_DESK):
            invocation = Invocation(f"o{number}", "host", command)
            answers = [execute(store, RULES, invocation, NOW).answer for store in (sqlite, dynamo)]
            assert answers[0] == answers[1], command
        assert state(sqlite) == state(dynamo)
        assert all(state(dynamo).values())
