"""Numbers and durations as each language writes them."""

from fullhouse.locale import catalogue, cldr, known_language

GROUP = "amounts"
HOUR = 60
DAY = 24 * HOUR
# What stands between the parts of a list, where it is not ", ".
COMMAS = {"ar": "\u060c "}
# The fewest digits that are grouped, where it is not four: 1234, but 12.345.
LEAST_GROUPED = {"es": 5, "it": 5, "pl": 5}


def format_minutes(minutes: int, language: str) -> str:
    """Return "1 hour 30 minutes"; from one day on, leave the minutes out."""
    texts = catalogue(language)
    days, rest = divmod(max(0, minutes), DAY)
    hours, left = divmod(rest, HOUR)
    if days:
        left = 0
    parts = [
        texts.text(GROUP, unit, count).format(count=count)
        for unit, count in (("days", days), ("hours", hours), ("minutes", left))
        if count
    ]
    if len(parts) > 1:
        return texts.text(GROUP, "both").format(first=parts[0], second=parts[1])
    return "".join(parts) or texts.text(GROUP, "moment")


def format_count(count: int, language: str) -> str:
    """Return "1,234"."""
    known = known_language(language)
    digits = f"{abs(count)}"
    if len(digits) >= LEAST_GROUPED.get(known, 4):
        digits = f"{abs(count):,}".replace(",", cldr()[known]["thousands"])
    if count < 0:
        return f"-{digits}"
    return digits


def comma(language: str) -> str:
    """Return the comma of a language, and the space behind it."""
    return COMMAS.get(known_language(language), ", ")
