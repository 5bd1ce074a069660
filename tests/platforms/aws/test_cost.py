"""What an event costs: prices times what was used, by service; a tenth of what was planned, or less."""

import pytest
from click.testing import CliRunner

from fullhouse.cli.cost import cost
from fullhouse.platforms.aws.cost import PLANNED, SIZES, bill, priced, usage
from fullhouse.platforms.aws.measured import FIXED, PER_GUEST
from fullhouse.platforms.aws.prices import MONTHLY, PRICES
from infra.registry import FUNCTIONS
from infra.watch import resources


def test_what_was_used_is_priced_by_service_the_dearest_first() -> None:
    found = priced(1, {"mails": 1_000, "writes": 1_000_000, "reads": 0})
    assert [*found.services] == ["DynamoDB", "SES"]
    assert found.services["SES"] == pytest.approx(0.10)
    assert found.total == pytest.approx(0.8125)


def test_everything_that_was_measured_has_a_price() -> None:
    assert FIXED.keys() | PER_GUEST.keys() <= PRICES.keys()
    assert usage(0).keys() == PRICES.keys()


@pytest.mark.parametrize("guests", SIZES)
def test_an_event_costs_a_tenth_of_what_was_planned_at_most(guests: int) -> None:
    assert bill(guests).total <= PLANNED[guests] / 10


def test_what_a_month_costs_counts_the_alarms_beyond_the_free_ones() -> None:
    alarms = [one for one in resources("ev").values() if one["Type"] == "AWS::CloudWatch::Alarm"]
    assert FUNCTIONS
    assert MONTHLY["CloudWatch"] == pytest.approx(0.10 * max(0, len(alarms) - 10))


def test_the_command_shows_a_column_for_each_size_and_what_was_planned() -> None:
    shown = CliRunner().invoke(cost, [], terminal_width=120)
    assert shown.exit_code == 0, shown.output
    for word in ("50 guests", "2,000 guests", "SES", "DynamoDB", "Together", "$18.00", "2026"):
        assert word in shown.output


def test_the_command_takes_any_number_of_guests() -> None:
    shown = CliRunner().invoke(cost, ["--guests", "321"])
    assert shown.exit_code == 0, shown.output
    assert "321 guests" in shown.output
    assert "The plan" not in shown.output
    assert CliRunner().invoke(cost, ["--guests", "0"]).exit_code == 2
