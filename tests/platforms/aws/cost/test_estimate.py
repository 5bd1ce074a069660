"""Costs of an event: prices times usage, by service; a tenth of the plan, or less."""

import pytest
from click.testing import CliRunner

from fullhouse.cli.cost import cost
from fullhouse.platforms.aws.cost.estimate import (
    MONTHS,
    PLANNED,
    PLANNED_BOOKS,
    PLANNED_MONTHS,
    SIZES,
    bill,
    book,
    month,
    priced,
    usage,
    usage_of_month,
)
from fullhouse.platforms.aws.cost.measurements import FIXED, PER_ENTRY, PER_GUEST, ROUNDS
from fullhouse.platforms.aws.cost.prices import MONTHLY, PRICES
from infra.registry import FUNCTIONS
from infra.watch import resources


def test_what_was_used_is_priced_by_service_the_dearest_first() -> None:
    found = priced(1, {"mails": 1_000, "writes": 1_000_000, "reads": 0})
    assert [*found.services] == ["DynamoDB", "SES"]
    assert found.services["SES"] == pytest.approx(0.10)
    assert found.total == pytest.approx(0.8125)


def test_everything_that_was_measured_has_a_price() -> None:
    assert FIXED.keys() | PER_GUEST.keys() <= PRICES.keys()
    assert PER_ENTRY.keys() | {unit for one in ROUNDS for unit in one.uses} <= PRICES.keys()
    assert usage(0).keys() == usage_of_month(0).keys() == PRICES.keys()


@pytest.mark.parametrize("guests", SIZES)
def test_an_event_costs_a_tenth_of_what_was_planned_at_most(guests: int) -> None:
    assert bill(guests).total <= PLANNED[guests] / 10


@pytest.mark.parametrize("entries", MONTHS)
def test_a_month_without_its_texts_costs_a_fraction_of_what_was_planned(entries: int) -> None:
    """Texts are the phone companies' price; all the rest is ours."""
    found = month(entries)
    assert found.total - found.services["Texts"] <= PLANNED_MONTHS[entries] / 4


@pytest.mark.parametrize("entries", MONTHS)
def test_a_month_is_of_the_planned_size_also_with_two_parts_to_an_offer(entries: int) -> None:
    assert month(entries).total <= 2.5 * PLANNED_MONTHS[entries]


def test_what_comes_round_costs_the_same_whoever_joins() -> None:
    assert usage_of_month(200)["rings"] - usage_of_month(100)["rings"] == pytest.approx(
        100 * PER_ENTRY["rings"]
    )
    assert usage_of_month(0)["rings"] == sum(one.times for one in ROUNDS)


def test_a_text_costs_what_it_costs_there() -> None:
    assert month(200, 0.05).services["Texts"] == pytest.approx(200 * PER_ENTRY["texts"] * 0.05)


def test_the_command_shows_a_month_beside_its_plan() -> None:
    shown = CliRunner().invoke(cost, ["--entries", "200"], terminal_width=120)
    assert shown.exit_code == 0, shown.output
    for word in (
        "200 entries",
        "Texts",
        "Together",
        "$2.00",
        "--text-price",
        "$0.0015 more",
        "$1.20 for Secrets",
    ):
        assert word in shown.output
    every = CliRunner().invoke(cost, ["--text-price", "0.04"], terminal_width=140)
    assert "10,000" in every.output
    assert "reckoned at $0.04" in every.output
    assert CliRunner().invoke(cost, ["--entries", "200", "--guests", "20"]).exit_code == 2


def test_the_command_shows_a_month_of_appointments_beside_its_plan() -> None:
    shown = CliRunner().invoke(cost, ["--appointments", "200"], terminal_width=120)
    assert shown.exit_code == 0, shown.output
    for word in ("200 appointments", "Texts", "Together", "$3.00", "--text-price", "$0.0015 more"):
        assert word in shown.output
    dear = CliRunner().invoke(
        cost, ["--appointments", "200", "--text-price", "0.04"], terminal_width=120
    )
    assert "reckoned at $0.04" in dear.output
    assert CliRunner().invoke(cost, ["--appointments", "200", "--entries", "20"]).exit_code == 2


@pytest.mark.parametrize("appointments", PLANNED_BOOKS)
def test_a_month_of_appointments_costs_what_was_planned_and_without_its_texts_a_fraction(
    appointments: int,
) -> None:
    found = book(appointments)
    assert found.total <= 1.25 * PLANNED_BOOKS[appointments]
    assert found.total - found.services["Texts"] <= PLANNED_BOOKS[appointments] / 4


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
