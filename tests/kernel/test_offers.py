"""Offers of seats and slots: which of four actions is due, and until when an offer holds."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from fullhouse.kernel.offers import (
    Candidate,
    HandBack,
    MakeOffer,
    Move,
    NobodyFits,
    OfferRules,
    Opening,
    RollOn,
    claim_deadline,
    next_move,
    send_at,
)
from fullhouse.kernel.times import QuietHours
from tests.support.rsvp_world import BERLIN, there

NOON = there("2026-06-01 12:00")
OPENING = Opening(there("2026-06-19 19:00"))
RULES = OfferRules(BERLIN, timedelta(hours=6), QuietHours())
LINE = (Candidate("anna"), Candidate("ben"), Candidate("cem"))


def test_the_first_in_line_is_asked_first() -> None:
    assert next_move(OPENING, LINE, (), RULES, NOON) == MakeOffer("anna", there("2026-06-01 18:00"))


def test_after_one_who_passed_the_offer_rolls_on_to_the_next() -> None:
    assert next_move(OPENING, LINE, ("anna",), RULES, NOON) == RollOn(
        "ben", there("2026-06-01 18:00")
    )


def test_who_may_not_be_asked_is_passed_over() -> None:
    line = (Candidate("anna", "bounced"), Candidate("ben", "opted_out"), Candidate("cem"))
    assert next_move(OPENING, line, (), RULES, NOON) == MakeOffer("cem", there("2026-06-01 18:00"))


def test_nobody_fits_when_nobody_in_line_may_be_asked() -> None:
    assert next_move(OPENING, (), (), RULES, NOON) == NobodyFits()
    assert next_move(OPENING, (Candidate("anna", "bounced"),), (), RULES, NOON) == NobodyFits()


def test_it_is_handed_back_when_the_line_is_spent() -> None:
    assert next_move(OPENING, LINE, ("anna", "ben", "cem"), RULES, NOON) == HandBack("line_spent")


def test_it_is_handed_back_when_the_tries_are_spent() -> None:
    rules = OfferRules(BERLIN, timedelta(minutes=10), QuietHours(), tries=2)
    assert isinstance(next_move(OPENING, LINE, ("anna",), rules, NOON), RollOn)
    assert next_move(OPENING, LINE, ("anna", "ben"), rules, NOON) == HandBack("tries_spent")


def test_it_is_handed_back_when_it_is_too_late() -> None:
    assert next_move(OPENING, LINE, (), RULES, OPENING.ends_at) == HandBack("too_late")
    early = Opening(there("2026-06-02 07:30"))
    assert next_move(early, LINE, (), RULES, there("2026-06-01 22:00")) == HandBack("too_late")


def test_an_offer_leaves_now_or_when_quiet_hours_end() -> None:
    assert send_at(OPENING, RULES, NOON) == NOON
    assert send_at(OPENING, RULES, there("2026-06-01 22:00")) == there("2026-06-02 08:00")


def test_a_time_critical_offer_leaves_now_if_the_morning_leaves_less_than_a_window() -> None:
    rules = OfferRules(BERLIN, timedelta(hours=6), QuietHours(), time_critical=True)
    night, morning = there("2026-06-01 22:00"), there("2026-06-02 08:00")
    assert send_at(Opening(morning + timedelta(hours=6)), rules, night) == morning
    assert send_at(Opening(morning + timedelta(hours=5, minutes=59)), rules, night) == night
    assert send_at(Opening(NOON + timedelta(hours=1)), rules, NOON) == NOON


def test_a_deadline_is_never_in_quiet_hours_and_never_past_the_end() -> None:
    assert claim_deadline(OPENING, RULES, there("2026-06-01 16:00")) == there("2026-06-02 08:00")
    assert claim_deadline(OPENING, RULES, there("2026-06-19 15:00")) == OPENING.ends_at


def test_a_window_is_counted_in_real_hours_when_clocks_change() -> None:
    rules = OfferRules(BERLIN, timedelta(hours=6), QuietHours("00:00", "00:00"))
    opening = Opening(there("2026-12-01 19:00"))
    assert claim_deadline(opening, rules, there("2026-03-28 23:00")) == there("2026-03-29 06:00")
    assert claim_deadline(opening, rules, there("2026-10-24 23:00")) == there("2026-10-25 04:00")


names = st.sampled_from("abcdefgh")
lines = st.lists(st.builds(Candidate, names, st.sampled_from(["", "", "bounced"])), max_size=6).map(
    tuple
)
moments = st.datetimes(datetime(2026, 5, 25), datetime(2026, 6, 25), timezones=st.just(UTC))


@given(
    line=lines,
    asked=st.lists(names, max_size=4, unique=True).map(tuple),
    now=moments,
    tries=st.integers(0, 5),
)
def test_the_same_inputs_always_give_the_same_move(
    line: tuple[Candidate, ...], asked: tuple[str, ...], now: datetime, tries: int
) -> None:
    rules = OfferRules(BERLIN, timedelta(hours=6), QuietHours(), tries=tries)
    moves: list[Move] = [next_move(OPENING, line, asked, rules, now) for _ in range(3)]
    assert moves[0] == moves[1] == moves[2]
    if isinstance(moves[0], MakeOffer | RollOn):
        may = [one.id for one in line if not one.why_not and one.id not in asked]
        assert moves[0].who == may[0]
        assert now < moves[0].ends_at <= OPENING.ends_at
        assert isinstance(moves[0], RollOn) == bool(asked)
