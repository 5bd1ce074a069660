from fullhouse.engine.ports import Unreadable


def test_what_cannot_be_read_says_why_and_what_could_be() -> None:
    unreadable = Unreadable("Only the first of 3 pages was read.", "Anna Berg")
    assert (str(unreadable), unreadable.text) == (unreadable.reason, "Anna Berg")
