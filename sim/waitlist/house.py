"""What staff mean by their rules, and how they write it down. The checkers read the meaning, never the text."""

from datetime import timedelta

import msgspec

from fullhouse.kernel.documents import Document

MEANT: dict[str, "HouseRules"] = {}


class HouseRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a salon as its staff mean them; `limit` is what texts may cost in a month, in cents."""

    zone: str = "Europe/Berlin"
    services: tuple[tuple[str, int], ...] = ()
    staff: tuple[str, ...] = ()
    by_priority: bool = True
    window: int = 10
    quiet: tuple[str, str] = ("21:00", "08:00")
    tries: int = 5
    cut_off: int = 10
    down_fitting: bool = True
    limit: int = 2000
    each: int = 8

    @property
    def window_length(self) -> timedelta:
        """How long an offer holds."""
        return timedelta(minutes=self.window)


NOTHING_WRITTEN = HouseRules()


def written(rules: HouseRules) -> str:
    """Write the rules down as staff do, and remember what was meant."""
    lines = [
        f"Time zone: {rules.zone}",
        *(("Services", *(f"- {name}: {minutes} minutes, 50 EUR" for name, minutes in rules.services))),
        *((f"Staff: {', '.join(rules.staff)}",) if rules.staff else ()),
        f"Order: {'priority first, then join time' if rules.by_priority else 'join time'}",
        f"Claim window: {rules.window} minutes",
        f"Quiet hours: {_quiet(rules)}",
        f"Tries per slot: {rules.tries or 'no limit'}",
        f"Cut-off: {rules.cut_off} minutes before",
        f"Smaller parties may take a larger slot: {'yes' if rules.down_fitting else 'no'}",
        f"Texts: at most {_money(rules.limit)} a month, {_money(rules.each)} each",
    ]
    text = "\n".join(lines) + "\n"
    MEANT[text] = rules
    return text


def _quiet(rules: HouseRules) -> str:
    begins, ends = rules.quiet
    return "none" if begins == ends else f"{begins} to {ends}"


def _money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d} EUR"


def meant(document: Document | None) -> HouseRules:
    """Say what the rules in force mean."""
    return NOTHING_WRITTEN if document is None else MEANT.get(document.text, NOTHING_WRITTEN)
