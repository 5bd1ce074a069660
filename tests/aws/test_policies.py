import re

import pytest

from infra.registry import FUNCTIONS
from tests.aws.play import Play, bucket
from tests.aws.policies import Use, allows, arn, deployed, done_by_lambda, done_by_scheduler, secrets, unused, uses
from tests.aws.test_whole_life import ALL

pytestmark = pytest.mark.timeout(900)

# What is granted and cannot be seen here, and why it is needed all the same.
UNSEEN: dict[tuple[str, str, str], str] = {
    **{
        ("ev-scheduler", "sqs:SendMessage", arn("sqs", queue)): "ministack's schedules set nothing aside themselves"
        for queue in {one.letters for one in FUNCTIONS if one.rung}
    },
    **{
        (role, "s3:ListBucket", f"arn:aws:s3:::{bucket(name)}"): "whoever may not list is told that nothing is missing"
        for role, name in (
            ("ev-desk", "ev-raw-mime"),
            ("ev-intake-ses-parser", "ev-raw-mime"),
            ("ev-host-import", "ev-assets"),
            ("ev-desk", "wl-raw-mime"),
            ("ev-desk", "wl-waitlist-source"),
            ("wl-intake-ses-parser", "wl-raw-mime"),
            ("wl-drive-sync", "wl-waitlist-source"),
        )
    },
}
# Stories that take leave away from a role for a while; what was refused then was refused on purpose.
TAKEN_AWAY = {
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


@pytest.fixture
def made(play: Play) -> set[Use]:
    """Everything that was done under a role of ours, over all stories."""
    for story in ALL:
        play.tell(story)
    record, arns = play.record, secrets(play.emulator)
    by_code = {use for call in record.functions_calls for use in uses(call, arns)}
    return by_code | {*done_by_lambda(record), *done_by_scheduler(record)}


def test_every_call_is_allowed_by_the_policy_of_the_function_that_made_it(play: Play, made: set[Use]) -> None:
    policies = deployed(play.emulator)
    assert [use for use in made if not allows(policies[use.role], use)] == []


def test_no_function_was_denied_anything(play: Play, made: set[Use]) -> None:
    denied = [one for one in play.record.functions_calls if "Denied" in one.error or "Unauthorized" in one.error]
    asked = {(one.by, f"{one.service}:{one.operation}") for one in denied}
    assert asked == TAKEN_AWAY


def test_every_permission_is_used_or_explained(play: Play, made: set[Use]) -> None:
    left = {one for one in unused(deployed(play.emulator), made) if not _is_of_appointments(one)}
    assert sorted(left - set(UNSEEN)) == []
    assert sorted(set(UNSEEN) - left) == []


def _is_of_appointments(permission: tuple[str, str, str]) -> bool:
    """Say whether only stories of appointments would use it, which are not among those told here yet."""
    role, _, resource = permission
    return role.startswith("ar-") or any(part.startswith("ar-") for part in re.split(r"[:/]", resource))
