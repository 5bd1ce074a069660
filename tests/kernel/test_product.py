"""What a product leaves to the usual rules."""

from datetime import UTC, datetime

from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import passes_over_nobody

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)


def test_a_message_that_can_wait_passes_over_nobody() -> None:
    message = Message(
        id="m",
        product="appointments",
        kind="reminder",
        to="ada@example.org",
        scope="appointments",
        person="ada",
        facts={},
        queued_at=NOW,
        not_before=NOW,
        at=NOW,
    )
    assert passes_over_nobody(message, None, "too many", NOW) == Decision(None)
