"""The latest entries are kept, and there are never many more of them."""

from fullhouse.engine.latest_entries import LatestEntries


def test_the_latest_are_kept_and_the_oldest_are_dropped() -> None:
    entries = LatestEntries[int](10)
    for number in range(1000):
        entries.put(str(number), number)
        latest = range(max(0, number - 9), number + 1)
        assert [entries.get(str(one)) for one in latest] == list(latest)
        assert sum(entries.get(str(one)) is not None for one in range(number + 1)) < 20


def test_the_last_entry_of_a_key_counts() -> None:
    entries = LatestEntries[str](2)
    for key, entry in [("a", "1"), ("b", "1"), ("a", "2"), ("a", "3")]:
        entries.put(key, entry)
    assert (entries.get("a"), entries.get("b"), entries.get("c")) == ("3", "1", None)
