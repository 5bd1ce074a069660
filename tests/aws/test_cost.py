"""The usage that `fullhouse cost` assumes is that of a played evening and of played months."""

from typing import Any

import pytest

from fullhouse.platforms.aws.cost.estimate import PLANNED, priced, usage
from fullhouse.platforms.aws.cost.measurements import PER_APPOINTMENT, PER_ENTRY
from fullhouse.platforms.aws.cost.prices import PRICES
from tests.aws.counting import used
from tests.aws.play import Play
from tests.aws.record import Call, Read, Record, Run, Write
from tests.aws.usual_clinic import APPOINTMENTS, usual_clinic
from tests.aws.usual_evening import usual_evening
from tests.aws.usual_month import usual_month

pytestmark = pytest.mark.timeout(1800)
GUESTS = 20
ENTRIES = 10
# Batches differ a little each time. How long functions take depends on this machine.
EXACT = {"mails", "mail_gigabytes", "events", "rings"}
ROUGH = {"writes", "reads", "invocations", "log_gigabytes"}


@pytest.fixture(scope="module")
def evening(play: Play) -> dict[str, float]:
    return usual_evening(play, GUESTS)


@pytest.mark.proof
def test_an_evening_uses_what_is_reckoned_with(evening: dict[str, float]) -> None:
    reckoned = usage(GUESTS)
    assert evening.keys() <= PRICES.keys()
    for unit in EXACT | ROUGH:
        assert evening[unit] == pytest.approx(reckoned[unit], rel=0.03 if unit in EXACT else 0.2), (
            unit
        )


@pytest.mark.proof
def test_an_evening_costs_a_tenth_of_what_was_planned_at_most(evening: dict[str, float]) -> None:
    per_guest = min(figure / guests for guests, figure in PLANNED.items())
    timed = evening | {
        "gigabyte_seconds": usage(GUESTS)["gigabyte_seconds"]
    }  # by a machine that is not busy
    assert (
        priced(GUESTS, timed).total <= per_guest * GUESTS / 10 * 2
    )  # what an event costs at all weighs more here


@pytest.fixture(scope="module")
def month(play: Play) -> dict[str, float]:
    return usual_month(play, ENTRIES)


@pytest.mark.proof
def test_a_month_of_the_waitlist_uses_what_is_reckoned_with(month: dict[str, float]) -> None:
    assert month.keys() <= PRICES.keys()
    for unit in ("texts", "events", "notices"):
        assert month[unit] == pytest.approx(PER_ENTRY[unit] * ENTRIES, rel=0.03), unit
    for unit in ("writes", "reads", "mails"):
        assert month[unit] == pytest.approx(PER_ENTRY[unit] * ENTRIES, rel=0.25), unit
    assert within_reason(month["invocations"], PER_ENTRY["invocations"] * ENTRIES)


def within_reason(runs: float, reckoned: float) -> bool:
    """Return True for at most the assumed runs; a busy machine makes fewer, of larger batches."""
    return reckoned / 2 < runs < reckoned * 1.25


@pytest.fixture(scope="module")
def book(clinic: Play) -> dict[str, float]:
    return clinic.tell(usual_clinic)


@pytest.mark.proof
def test_a_month_of_appointments_uses_what_is_reckoned_with(book: dict[str, float]) -> None:
    assert book.keys() <= PRICES.keys()
    assert book["texts"] == pytest.approx(PER_APPOINTMENT["texts"] * APPOINTMENTS, rel=0.03)
    for unit in ("writes", "reads", "mails", "notices"):
        assert book[unit] == pytest.approx(PER_APPOINTMENT[unit] * APPOINTMENTS, rel=0.25), unit
    assert within_reason(book["invocations"], PER_APPOINTMENT["invocations"] * APPOINTMENTS)


@pytest.mark.proof
def test_texts_are_most_of_what_a_month_costs(month: dict[str, float]) -> None:
    found = priced(
        ENTRIES, {unit: count for unit, count in month.items() if unit != "gigabyte_seconds"}
    )
    assert found.services["Texts"] > 0.8 * found.total


def call(**what: Any) -> Call:
    usual: dict[str, Any] = {
        "at": 0,
        "took": 0,
        "by": "ev-desk",
        "role": "ev-desk",
        "service": "dynamodb",
        "operation": "X",
        "status": 200,
        "error": "",
        "names": {},
        "sent": 0,
        "got": 0,
    }
    return Call(**{**usual, **what})


def test_units_are_counted_by_the_rules_of_aws() -> None:
    large = Write("t", "Put", 1025, 0, 1025, {"email": 1}, transactional=True)
    check = Write("t", "ConditionCheck", 30, 900, 900, {}, transactional=True)
    reads = (
        Read("t", "", True, 1, 1, 4097),
        Read("t", "i", False, 3, 3, 10),
        Read("t", "", False, 0, 0, 0),
    )
    found = used(Record((call(writes=(large, check), reads=reads),)))
    assert found["writes"] == 2 * 2 + 1 + 2
    assert found["reads"] == 2 + 0.5 + 0.5


def test_calls_runs_and_mails_are_counted_and_the_tests_own_calls_are_not() -> None:
    mail = call(service="ses", operation="SendRawEmail", sent=1024**3)
    news = call(service="events", operation="PutEvents", names={"Entries": [1, 2, 3]})
    text = call(
        service="sns",
        operation="Publish",
        names={"PhoneNumber": "+6581230001", "Message": "x" * 161},
    )
    assert (
        used(Record((text, call(service="sns", operation="CheckIfPhoneNumberIsOptedOut"))))["texts"]
        == 2
    )
    run = Run(0, 2.0, "ev-desk", 512, "url", 1, failed=False, log="", log_bytes=0)
    found = used(
        Record((mail, news, call(service="ssm"), call(service="s3", operation="PutObject"), run))
    )
    assert (found["mails"], found["mail_gigabytes"], found["events"], found["parameters"]) == (
        1,
        1,
        3,
        1,
    )
    assert (found["puts"], found["invocations"]) == (1, 1)
    assert found["gigabyte_seconds"] == pytest.approx(2 * 1769 / 1024)
    assert used(Record((call(role="", service="ssm"),))).get("parameters", 0) == 0
