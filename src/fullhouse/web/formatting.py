"""Times as text: the day, the hours and the time zone of a business."""

from datetime import datetime
from typing import Any

from fullhouse.kernel.localized_dates import format_day, format_relative, say_clock, say_time
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

LANGUAGE = "en"


def when(
    starts_at: datetime, ends_at: datetime, rulebook: Rulebook, now: datetime
) -> dict[str, Any]:
    """Return the texts for a start and an end in the time zone of the business."""
    starts, today = wall_time(starts_at, rulebook.zone), wall_time(now, rulebook.zone)
    ends = wall_time(ends_at, rulebook.zone)
    return {
        "starts": starts,
        "soon": format_relative(starts, today, LANGUAGE),
        "day": format_day(starts, LANGUAGE, year=starts.year != today.year),
        "hours": f"{say_time(starts, LANGUAGE)} to {say_time(ends, LANGUAGE)}",
        "clock": say_clock(rulebook.zone, starts, LANGUAGE),
    }
