import re

import pytest

from infra.registry import FUNCTIONS
from tests.aws.play import Play, bucket
from tests.aws.policies import (
    Use,
    allows,
    arn,
    deployed,
    done_by_lambda,
    done_by_scheduler,
    secrets,
    unused,
    uses,
)
from tests.aws.test_whole_life import all_told

pytestmark = pytest.mark.timeout(1800)

# What is granted and cannot be seen here, and why it is needed all the same.
UNSEEN: dict[tuple[str, str, str], str] = {
    **{
        (
            "ev-scheduler",
            "sqs:SendMessage",
            arn("sqs", queue),
        ): "ministack's schedules set nothing aside themselves"
        for queue in {one.letters for one in FUNCTIONS if one.rung}
    },
    **{
        (
            f"{desk}-textract",
            "sns:Publish",
            arn("sns", f"{desk}-documents-read"),
        ): "Textract itself takes the role"
        for desk in ("wl", "ar")
    },
    **{
        (
            role,
            "s3:ListBucket",
            f"arn:aws:s3:::{bucket(name)}",
        ): "whoever may not list is told that nothing is missing"
        for role, name in (
            ("ev-desk", "ev-raw-mime"),
            ("ev-intake-ses-parser", "ev-raw-mime"),
            ("ev-host-import", "ev-assets"),
            ("ev-desk", "wl-raw-mime"),
            ("ev-desk", "wl-waitlist-source"),
            ("wl-intake-ses-parser", "wl-raw-mime"),
            ("wl-drive-sync", "wl-waitlist-source"),
            ("ev-desk", "ar-raw-mime"),
            ("ev-desk", "ar-appointments-source"),
            ("ar-intake-ses-parser", "ar-raw-mime"),
            ("ar-drive-sync", "ar-appointments-source"),
        )
    },
}
# Grants for what no story brings about: a lost race to write, a source that loses much at once.
RARE: dict[tuple[str, str, str], str] = {
    (role, f"dynamodb:{action}", arn("dynamodb", f"table/{table}")): why
    for role, action, table, why in (
        (
            "ar-refill",
            "UpdateItem",
            "ar-appointments",
            "a time is taken in the moment before it is offered",
        ),
        (
            "ar-refill",
            "PutItem",
            "ev-messages",
            "a time is taken in the moment before it is offered",
        ),
        (
            "ar-refill",
            "UpdateItem",
            "ev-messages",
            "a time is taken in the moment before it is offered",
        ),
        (
            "ar-refill",
            "DeleteItem",
            "wl-list",
            "a question about a claimed slot closes with its booking",
        ),
        (
            "wl-web-form",
            "UpdateItem",
            "wl-entries",
            "a number from a forwarded email is given by its customer",
        ),
        (
            "wl-claim-handler",
            "PutItem",
            "ar-book",
            "an old time is held on another day since the time zone was changed",
        ),
        *(
            (
                parser,
                "PutItem",
                "wl-line",
                "someone can be reached again in the moment before they stop",
            )
            for parser in ("wl-intake-ses-parser", "ar-intake-ses-parser")
        ),
        (
            "ar-drive-sync",
            "Query",
            "ar-replies",
            "the row of someone who picked their time is moved or removed",
        ),
        *(
            ("ev-feedback", action, table, "YES or NO by text answers an offer")
            for action, table in (
                ("BatchGetItem", "ar-appointments"),
                ("BatchGetItem", "wl-entries"),
                ("BatchGetItem", "wl-offers"),
                ("DeleteItem", "wl-line"),
                ("GetItem", "ar-appointments"),
                ("GetItem", "wl-list"),
                ("GetItem", "wl-offers"),
                ("GetItem", "wl-slots"),
                ("PutItem", "ar-audit"),
                ("PutItem", "ar-book"),
                ("PutItem", "ev-messages"),
                ("PutItem", "wl-line"),
                ("PutItem", "wl-list"),
                ("Query", "ar-appointments/index/email"),
                ("Query", "ar-appointments/index/phone"),
                ("Query", "wl-entries/index/email"),
                ("Query", "wl-entries/index/phone"),
                ("Query", "wl-offers/index/entry_id"),
                ("UpdateItem", "ar-appointments"),
                ("UpdateItem", "ar-book"),
                ("UpdateItem", "wl-list"),
                ("UpdateItem", "wl-offers"),
                ("UpdateItem", "wl-slots"),
            )
        ),
        *(
            ("ev-feedback", action, table, "a text answers a reminder")
            for action, table in (
                ("GetItem", "ar-replies"),
                ("PutItem", "ar-replies"),
                ("Query", "wl-list"),
            )
        ),
        *(
            ("ar-calendar-sync", action, table, "staff confirm that much is missing at once")
            for action, table in (
                ("PutItem", "ev-alarms"),
                ("UpdateItem", "ar-appointments"),
                ("GetItem", "ar-book"),
                ("PutItem", "ar-book"),
                ("UpdateItem", "ar-book"),
                ("DeleteItem", "ar-book"),
            )
        ),
    )
}
# Rights that stories take away from a role for a while; those refusals are on purpose.
IN_THE_HOUSE = {
    ("ev-intake-ses-parser", "s3:GetObject"),
    ("ev-host-import", "s3:GetObject"),
    ("ev-feedback", "dynamodb:GetItem"),
    ("ev-keeper", "scheduler:CreateSchedule"),
    ("ev-messenger", "dynamodb:GetItem"),
    ("ev-messenger", "ses:SendRawEmail"),
    ("wl-intake-ses-parser", "s3:GetObject"),
    ("wl-offer-engine", "dynamodb:GetItem"),
    ("wl-roll-on-timer", "dynamodb:GetItem"),
    ("wl-sender", "dynamodb:GetItem"),
}
IN_THE_CLINIC = {("ar-dispatch", "dynamodb:GetItem"), ("ar-intake-ses-parser", "s3:GetObject")}


Plays = tuple[Play, Play]


@pytest.fixture
def plays(request: pytest.FixtureRequest, play: Play, clinic: Play) -> Plays:
    """Both, with all stories told."""
    return all_told(request.config, play, clinic)


def made_in(play: Play) -> set[Use]:
    """Everything that was done under a role of ours."""
    record, arns = play.record, secrets(play.emulator)
    by_code = {use for call in record.functions_calls for use in uses(call, arns)}
    return by_code | {*done_by_lambda(record), *done_by_scheduler(record)}


def test_every_call_is_allowed_by_the_policy_of_the_function_that_made_it(plays: Plays) -> None:
    for play in plays:
        policies = deployed(play.emulator)
        assert [use for use in made_in(play) if not allows(policies[use.role], use)] == []


def denied(play: Play) -> set[tuple[str, str]]:
    """Return what functions were denied, by function and action."""
    calls = play.record.functions_calls
    refused = [one for one in calls if "Denied" in one.error or "Unauthorized" in one.error]
    return {(one.by, f"{one.service}:{one.operation}") for one in refused}


def test_no_function_was_denied_anything_but_on_purpose(plays: Plays) -> None:
    for play, on_purpose in zip(plays, (IN_THE_HOUSE, IN_THE_CLINIC), strict=True):
        assert denied(play) <= on_purpose


@pytest.mark.proof
def test_what_was_denied_on_purpose_was_denied(plays: Plays) -> None:
    for play, on_purpose in zip(plays, (IN_THE_HOUSE, IN_THE_CLINIC), strict=True):
        assert denied(play) == on_purpose


@pytest.mark.proof
def test_every_permission_is_used_or_explained(plays: Plays) -> None:
    left = set.intersection(
        *({*map(anywhere, unused(deployed(one.emulator), made_in(one)))} for one in plays)
    )
    assert sorted(left - set(UNSEEN) - set(RARE)) == []
    assert sorted(set(UNSEEN) - left) == []
    granted = {*map(anywhere, unused(deployed(plays[0].emulator), ()))}
    assert sorted(set(RARE) - granted) == []


def anywhere(permission: tuple[str, str, str]) -> tuple[str, str, str]:
    """Return a resource without parts of one account: a secret's ending, a stream's time."""
    role, action, resource = permission
    return role, action, re.sub(r"(?<=/stream/).+|(?<=:secret:)(.+)-\w{6}$", r"\1", resource)
