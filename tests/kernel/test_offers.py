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
    claim_window,
    next_move,
    send_at,
)
from fullhouse.kernel.times import QuietHours
from tests.support.rsvp_world import BERLIN, there

NOON = there("2026-06-01 12:00")
OPENING = Opening(there("2026-06-19 19:00"))
RULES = OfferRules(BERLIN, timedelta(hours=6), QuietHours())
LINE = (Candidate("anna"), Candidate("ben"), Candidate("cem"))
MINUTE = timedelta(minutes=1)


def deadline(opening: Opening, rules: OfferRules, now: datetime) -> datetime:
    """Return when an offer made now ends if only one person can be asked."""
    return claim_window(opening, rules, now, 1).ends_at


def test_the_first_in_line_is_asked_first() -> None:
    assert next_move(OPENING, LINE, (), RULES, NOON) == MakeOffer(
        "anna", there("2026-06-01 18:00"), rolls_on=True
    )


def test_after_one_who_passed_the_offer_rolls_on_to_the_next() -> None:
    assert next_move(OPENING, LINE, ("anna",), RULES, NOON) == RollOn(
        "ben", there("2026-06-01 18:00"), rolls_on=True
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
    assert deadline(OPENING, RULES, there("2026-06-01 16:00")) == there("2026-06-02 08:00")
    assert deadline(OPENING, RULES, there("2026-06-19 15:00")) == OPENING.ends_at


def test_a_window_is_counted_in_real_hours_when_clocks_change() -> None:
    rules = OfferRules(BERLIN, timedelta(hours=6), QuietHours("00:00", "00:00"))
    opening = Opening(there("2026-12-01 19:00"))
    assert deadline(opening, rules, there("2026-03-28 23:00")) == there("2026-03-29 06:00")
    assert deadline(opening, rules, there("2026-10-24 23:00")) == there("2026-10-25 04:00")


class TestLastHours:
    """In the last hours the window shrinks with the time left."""

    HOURS = 5.5
    NOW = OPENING.ends_at - timedelta(hours=HOURS)

    def test_the_time_left_is_shared_out_among_those_who_may_still_be_asked(self) -> None:
        move = next_move(OPENING, LINE, (), RULES, self.NOW)
        assert move == MakeOffer(
            "anna", self.NOW + timedelta(minutes=110), is_short=True, rolls_on=True
        )

    def test_offers_that_run_at_once_share_the_time(self) -> None:
        two = Opening(OPENING.ends_at, at_once=2)
        move = next_move(two, LINE, (), RULES, self.NOW)
        assert isinstance(move, MakeOffer)
        assert move.ends_at == self.NOW + timedelta(minutes=165)

    def test_who_is_asked_last_has_all_the_time_and_nobody_comes_after_them(self) -> None:
        move = next_move(OPENING, LINE[2:], (), RULES, self.NOW)
        assert move == MakeOffer("cem", OPENING.ends_at, is_short=True)

    def test_there_are_at_most_four_rounds(self) -> None:
        line = tuple(Candidate(f"{number}") for number in range(9))
        move = next_move(OPENING, line, (), RULES, OPENING.ends_at - timedelta(hours=4))
        assert isinstance(move, MakeOffer)
        assert move.ends_at == OPENING.ends_at - timedelta(hours=3)

    def test_and_no_more_than_tries_are_left(self) -> None:
        rules = OfferRules(BERLIN, timedelta(hours=6), QuietHours(), tries=2)
        assert next_move(OPENING, LINE, ("anna",), rules, self.NOW) == RollOn(
            "ben", OPENING.ends_at, is_short=True
        )

    def test_no_window_is_shorter_than_the_shortest_nor_longer_than_the_usual(self) -> None:
        rules = OfferRules(BERLIN, timedelta(hours=6), QuietHours(), shortest=20 * MINUTE)
        now = OPENING.ends_at - 30 * MINUTE
        assert claim_window(OPENING, rules, now, 4).ends_at == now + 20 * MINUTE
        quick = OfferRules(BERLIN, 10 * MINUTE, QuietHours(), shortest=20 * MINUTE)
        window = claim_window(OPENING, quick, now, 4)
        assert (window.ends_at, window.is_short) == (now + 10 * MINUTE, False)
        late = OPENING.ends_at - MINUTE
        assert claim_window(OPENING, rules, late, 4).ends_at == OPENING.ends_at

    def test_quiet_hours_do_not_count_as_time_left(self) -> None:
        opening = Opening(there("2026-06-02 10:00"))
        window = claim_window(opening, RULES, there("2026-06-01 19:00"), 4)
        assert window.ends_at == there("2026-06-01 20:00")
        assert window.rolls_on

    def test_an_offer_made_at_night_holds_by_the_clock(self) -> None:
        rules = OfferRules(BERLIN, timedelta(hours=6), QuietHours(), time_critical=True)
        opening, now = Opening(there("2026-06-02 09:00")), there("2026-06-02 01:00")
        assert claim_window(opening, rules, now, 4).ends_at == there("2026-06-02 03:00")
        assert claim_window(opening, rules, now, 1).ends_at == there("2026-06-02 07:00")

    def test_it_does_not_roll_on_if_the_night_lasts_until_the_end(self) -> None:
        opening = Opening(there("2026-06-02 07:00"))
        window = claim_window(opening, RULES, there("2026-06-01 20:30"), 2)
        assert window.ends_at == there("2026-06-01 20:45")
        assert window.rolls_on
        late = claim_window(opening, RULES, there("2026-06-01 20:58"), 2)
        assert late.ends_at == opening.ends_at
        assert not late.rolls_on


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
