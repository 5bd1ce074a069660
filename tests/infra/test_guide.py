"""The guide says what is deployed: its table is held against the templates, its commands against the Makefile."""

import re
from pathlib import Path

import pytest

from infra import names
from infra.deploy import OPTIONAL
from infra.stacks import STACKS
from tests.infra.plan import PLAN, Row
from tests.infra.reading import every, of_kind

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/deploy-on-aws.md").read_text()


def table() -> dict[str, tuple[str, str, str]]:
    """Read the rows of the table: what, the plan, here, why."""
    lines = [line for line in GUIDE.partition("## Beside the plan")[2].splitlines() if line.startswith("| ")]
    cells = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[2:]]
    return {what: (plan, here, why) for what, plan, here, why in cells}


def test_the_table_has_every_thing_that_the_plan_names_and_no_other() -> None:
    """Nothing of the plan is passed over in silence."""
    assert list(table()) == [row.what for row in PLAN]


@pytest.mark.parametrize("row", PLAN, ids=lambda row: row.what)
def test_each_row_says_what_the_plan_says_and_what_is_deployed(row: Row) -> None:
    """The second column is the plan's, the third is read off the templates."""
    plan, here, _ = table()[row.what]
    assert (plan, here) == (row.plan, row.here())


@pytest.mark.parametrize("row", PLAN, ids=lambda row: row.what)
def test_each_difference_has_a_reason_and_nothing_else_has_one(row: Row) -> None:
    """Where it is as planned, nothing has to be said."""
    plan, here, why = table()[row.what]
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
    assert set(re.findall(r"^\| `(ev-[a-z-]+)` \| ", part, re.MULTILINE)) == set(STACKS)
    assert set(re.findall(r"`WITHOUT=([a-z-]+)`", GUIDE)) == set(OPTIONAL)


def test_the_make_commands_of_the_guide_are_there() -> None:
    """What the guide says to type can be typed, with the values that it names."""
    read = (ROOT / "infra/__main__.py").read_text()
    assert set(re.findall(r"(?:`|^|&& )make ([a-z]+)", GUIDE, re.MULTILINE)) == {"deploy", "undeploy", "scan", "test"}
    for value in ("OWNER", "SENDER", "MAIL_DOMAIN", "WITHOUT"):
        assert f'_from_make("{value}")' in read
        assert value in GUIDE


def test_the_records_of_the_guide_are_of_the_region_that_is_deployed_to() -> None:
    """Mail goes in and out where the stacks are."""
    assert set(re.findall(r"(?:inbound|feedback)-smtp\.([a-z0-9-]+)\.amazon", GUIDE)) == {names.REGION}


def test_the_guide_counts_the_alarms_that_are_paid_for() -> None:
    """Ten alarms are free; the guide says how many there are."""
    numbers = {10: "ten", 11: "eleven", 12: "twelve", 13: "thirteen"}
    assert f"(there are {numbers[len(of_kind('AWS::CloudWatch::Alarm'))]})" in GUIDE


def test_the_key_changes_as_often_as_the_guide_says() -> None:
    """The number of days stands in two places, and is the same."""
    assert f"changed every {names.LINK_KEY_DAYS} days" in GUIDE
    assert every()["LinkKey"]["Properties"]["Name"] in GUIDE
