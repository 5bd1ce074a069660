"""Slips of the finger are counted as a person would."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.extraction.service_names import edit_distance

WORDS = st.text(alphabet="abc", max_size=7)


@pytest.mark.parametrize(
    ("one", "two", "count"),
    [
        ("haarschnitt", "haarschnitt", 0),
        ("haarschnit", "haarschnitt", 1),
        ("haarshcnitt", "haarschnitt", 1),
        ("haarschmitt", "haarschnitt", 1),
        ("harschnit", "haarschnitt", 2),
        ("message", "massage", 1),
        ("", "ab", 2),
        ("ab", "abcdefgh", 3),
    ],
)
def test_slips_are_counted_up_to_one_more_than_are_looked_for(
    one: str, two: str, count: int
) -> None:
    assert edit_distance(one, two, 2) == edit_distance(two, one, 2) == count


@given(WORDS, WORDS, st.integers(0, 3))
def test_looking_for_fewer_only_ends_earlier(one: str, two: str, most: int) -> None:
    assert edit_distance(one, two, most) == min(edit_distance(one, two, 9), most + 1)


@given(WORDS, st.data())
def test_one_slip_is_one_at_most(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word)))
    kind = data.draw(st.sampled_from(["added", "left out", "swapped"]))
    slipped = {
        "added": f"{word[:at]}x{word[at:]}",
        "left out": word[:at] + word[at + 1 :],
        "swapped": word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
    }[kind]
    assert edit_distance(word, slipped, 3) <= 1
