"""The guide matches the deployment: its table the templates, its commands the Makefile."""

import re
from pathlib import Path

import pytest

from fullhouse.platforms.aws.cost.prices import (
    MONTHLY,
    MONTHLY_OF_APPOINTMENTS,
    MONTHLY_OF_WAITLIST,
)
from infra import names
from infra.deploy import OPTIONAL
from infra.settings import BOOKED_OUTSIDE, OUTSIDE
from infra.stacks import STACKS
from tests.infra.plan import PLAN, Row
from tests.infra.plan_appointments import PLAN_OF_APPOINTMENTS
from tests.infra.plan_waitlist import PLAN_OF_WAITLIST
from tests.infra.reading import every, of_kind

FREE_ALARMS = 10
ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/deploy-on-aws.md").read_text()


PLANS = {
    "## Beside the plan\n": PLAN,
    "## Beside the plan of the waitlist\n": PLAN_OF_WAITLIST,
    "## Beside the plan of appointments\n": PLAN_OF_APPOINTMENTS,
}
ROWS = [(title, row) for title, plan in PLANS.items() for row in plan]


def table(title: str) -> dict[str, tuple[str, str, str]]:
    """Read the rows of a table: what, the plan, here, why."""
    part = GUIDE.partition(title)[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    cells = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[2:]]
    return {what: (plan, here, why) for what, plan, here, why in cells}


@pytest.mark.parametrize("title", PLANS)
def test_a_table_has_every_thing_that_its_plan_names_and_no_other(title: str) -> None:
    """Nothing of a plan is passed over in silence."""
    assert list(table(title)) == [row.what for row in PLANS[title]]


@pytest.mark.parametrize(("title", "row"), ROWS, ids=lambda one: getattr(one, "what", ""))
def test_each_row_says_what_the_plan_says_and_what_is_deployed(title: str, row: Row) -> None:
    """The second column is the plan's, the third is read off the templates."""
    plan, here, _ = table(title)[row.what]
    assert (plan, here) == (row.plan, row.here())


@pytest.mark.parametrize(("title", "row"), ROWS, ids=lambda one: getattr(one, "what", ""))
def test_each_difference_has_a_reason_and_nothing_else_has_one(title: str, row: Row) -> None:
    """Where it is as planned, nothing has to be said."""
    plan, here, why = table(title)[row.what]
    assert (plan == here) == (why == "")


def test_every_function_alarm_topic_setting_queue_and_bucket_is_in_the_guide() -> None:
    """What is deployed beyond the plan is told, too."""
    kinds = {
        "AWS::Lambda::Function": "FunctionName",
        "AWS::DynamoDB::Table": "TableName",
        "AWS::SSM::Parameter": "Name",
        "AWS::SNS::Topic": "TopicName",
        "AWS::CloudWatch::Alarm": "AlarmName",
        "AWS::Scheduler::Schedule": "Name",
    }
    said = {one[key] for kind, key in kinds.items() for one in of_kind(kind).values()}
    assert {one for one in said if not one.endswith("-dlq") and f"`{one}`" not in GUIDE} == set()


def test_every_stack_is_in_the_guide_with_how_to_leave_it_out() -> None:
    """A reader finds each stack and each switch."""
    part = GUIDE.partition("## What is there")[2].partition("## ")[0]
    assert set(re.findall(r"^\| `((?:ev|wl|ar)-[a-z-]+)` \| ", part, re.MULTILINE)) == set(STACKS)
    assert set(re.findall(r"`WITHOUT=([a-z-]+)`", GUIDE)) == set(OPTIONAL)


def test_the_make_commands_of_the_guide_are_there() -> None:
    """What the guide says to type can be typed, with the values that it names."""
    read = (ROOT / "infra/__main__.py").read_text()
    assert set(re.findall(r"(?:`|^|&& )make ([a-z]+)", GUIDE, re.MULTILINE)) == {
        "deploy",
        "undeploy",
        "scan",
        "test",
    }
    for value in (
        "OWNER",
        "SENDER",
        "MAIL_DOMAIN",
        "WITHOUT",
        "TIME_ZONE",
        "TEXTS_FROM",
        "TEXTS_ANSWERS",
        "STAFF_MAIL",
        "BOOKPUSH",
        "SLACK_CHANNEL",
        "SLACK_MAIL",
        "TEXT_DOLLARS",
        "MODEL",
    ):
        assert f'_from_make("{value}")' in read
        assert value in GUIDE
    assert all(
        f"`{name.upper()}`" in GUIDE or f"{name.upper()}=" in GUIDE
        for name in (*OUTSIDE, *BOOKED_OUTSIDE)
    )


def test_the_records_of_the_guide_are_of_the_region_that_is_deployed_to() -> None:
    """Mail goes in and out where the stacks are."""
    assert set(re.findall(r"(?:inbound|feedback)-smtp\.([a-z0-9-]+)\.amazon", GUIDE)) == {
        names.REGION
    }


def test_the_guide_counts_the_alarms_that_are_paid_for() -> None:
    """Ten alarms are free; the guide says how many there are."""
    numbers = {20: "twenty", 21: "twenty-one", 22: "twenty-two"}
    alarms = of_kind("AWS::CloudWatch::Alarm").values()
    assert f"(there are {numbers[len(alarms)]}, and one of them looks at two numbers)" in GUIDE
    assert [one["AlarmName"] for one in alarms if "Metrics" in one] == ["wl-text-failures"]
    beyond = len(alarms) + 1 - FREE_ALARMS
    secrets = [
        name for name in of_kind("AWS::SecretsManager::Secret") if "Condition" not in every()[name]
    ]
    assert set(of_kind("AWS::SecretsManager::Secret")) - set(secrets) == {"SlackApp"}
    all_of_it = {
        name: engine + MONTHLY_OF_WAITLIST[name] + MONTHLY_OF_APPOINTMENTS[name]
        for name, engine in MONTHLY.items()
    }
    assert all_of_it == pytest.approx(
        {"Secrets Manager": 0.40 * len(secrets), "CloudWatch": 0.10 * beyond}
    )


def test_the_key_changes_as_often_as_the_guide_says() -> None:
    """The number of days stands in two places, and is the same."""
    assert f"changed every {names.LINK_KEY_DAYS} days" in GUIDE
    assert every()["LinkKey"]["Properties"]["Name"] in GUIDE
