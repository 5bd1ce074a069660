"""Inboxes: the addresses that one person reads in one place."""

import pytest

from fullhouse.kernel.inboxes import has_plus, inbox_of, mailbox_of


@pytest.mark.parametrize(
    ("address", "inbox"),
    [
        ("Ada@Example.org", "ada@example.org"),
        ("ada+party@example.org", "ada@example.org"),
        ("a.d.a+x@gmail.com", "ada@gmail.com"),
        ("a.da@googlemail.com", "ada@gmail.com"),
        ("a.d.a@example.org", "a.d.a@example.org"),
        ("+491711234567", "+491711234567"),
    ],
)
def test_spellings_that_reach_one_inbox_are_one(address: str, inbox: str) -> None:
    assert inbox_of(address) == inbox


def test_a_plus_counts_before_the_domain_only() -> None:
    assert has_plus("ada+party@example.org")
    assert not has_plus("ada@example.org")
    assert not has_plus("+491711234567")


@pytest.mark.parametrize(
    ("address", "mailbox"),
    [
        ("A.d.a+x@googlemail.com", "ada@gmail.com"),
        ("Ada+party@example.org", "Ada+party@example.org"),
        ("+491711234567", "+491711234567"),
    ],
)
def test_only_what_a_provider_surely_delivers_together_is_one_mailbox(
    address: str, mailbox: str
) -> None:
    assert mailbox_of(address) == mailbox
