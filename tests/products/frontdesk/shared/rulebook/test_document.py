"""The rules document as a whole: what is forgiven, and which lines are named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.products.frontdesk.shared.rulebook.document import (
    DEFAULT_RULES,
    EXAMPLE_RULES,
    MOST_PROBLEMS,
    parse_rules,
)
from fullhouse.products.frontdesk.shared.rulebook.model import (
    Closed,
    Hours,
    Money,
    Rulebook,
    RuleProblem,
    Service,
)
from tests.support.cpu_time import cpu_within

EXAMPLE = Rulebook(
    services=(
        Service("Colour", 90, Money(12000)),
        Service("Cut", 45, Money(5500), (24, 1)),
        Service("Dental cleaning", 30, None, (48, 2)),
    ),
    staff=("Jess", "Sam"),
    opening_hours=(*(Hours(day, "09:00", "18:00") for day in range(5)), Hours(5, "10:00", "14:00")),
    closed=(Closed(12, 24), Closed(12, 31)),
    holidays_of="DE-BE",
)


def problems(text: str) -> list[tuple[int, str]]:
    return [(one.line, one.reason) for one in parse_rules(text).problems]


def test_the_example_is_understood() -> None:
    reading = parse_rules(EXAMPLE_RULES)
    assert reading.problems == ()
    assert reading.rulebook == EXAMPLE


def test_a_new_house_starts_with_the_defaults() -> None:
    reading = parse_rules(DEFAULT_RULES)
    assert reading.problems == ()
    assert reading.rulebook == Rulebook()
    assert "Claim window: 10 minutes" in DEFAULT_RULES.splitlines()


def test_no_rules_are_the_defaults() -> None:
    assert parse_rules("").rulebook == parse_rules(" \n\n").rulebook == Rulebook()


def test_the_same_text_is_read_once() -> None:
    assert parse_rules(EXAMPLE_RULES) is parse_rules(EXAMPLE_RULES)


WRITTEN = {
    "windows": EXAMPLE_RULES.replace("\n", "\r\n"),
    "a mark at the start": f"\ufeff{EXAMPLE_RULES}",
    "capitals": EXAMPLE_RULES.upper().replace("EUROPE/BERLIN", "Europe/Berlin"),
    "blank lines": EXAMPLE_RULES.replace("\n", "\n \t\n"),
    "spaces": EXAMPLE_RULES.replace(" ", "\u00a0 ").replace("- ", "-\t"),
    "smart dashes": EXAMPLE_RULES.replace("-Fri", " \u2013 Fri")
    .replace("0-1", "0\u20141")
    .replace("- C", "\u2013 C"),
    "stars": EXAMPLE_RULES.replace("- ", "* "),
    "dots": EXAMPLE_RULES.replace("- ", "•\t"),
    "bullets everywhere": EXAMPLE_RULES.replace("\n", "\n  * ").removesuffix("  * "),
    "numbers": EXAMPLE_RULES.replace("- ", "1. "),
    "no bullets": EXAMPLE_RULES.replace("- ", ""),
    "sentences": EXAMPLE_RULES.replace("\n", ".\n").replace("Services.", "Services"),
    "bold": "".join(
        f"**{line.replace(':', ':**') if ':' in line else line + '**'}\n"
        for line in EXAMPLE_RULES.splitlines()
    ),
    "bold lines": "".join(f"**{line}**\n" for line in EXAMPLE_RULES.splitlines()),
    "other bold": EXAMPLE_RULES.replace("Claim window:", "__Claim window__:").replace(
        "Staff:", "__Staff:__"
    ),
    "headings": "".join(f"### {line}\n" for line in EXAMPLE_RULES.splitlines()),
    "free headings": (
        f"# Salon Jess\nOur rules\n\n## Time\n{EXAMPLE_RULES}---\n**Thank you!**\nGood to know:\n"
    ),
    "backwards": "\n".join([*EXAMPLE_RULES.splitlines()[:4:-1], *EXAMPLE_RULES.splitlines()[:5]]),
    "markdown of documents": EXAMPLE_RULES.replace("-", "\\-").replace("_", "\\_"),
    "soft breaks": EXAMPLE_RULES.replace("\n", "\v"),
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_what_editors_make_of_a_text_is_forgiven(text: str) -> None:
    book, found = parse_rules(text).rulebook, parse_rules(text).problems
    names = [one.name.upper() for one in book.services]
    assert found == ()
    assert sorted(names) == ["COLOUR", "CUT", "DENTAL CLEANING"]
    assert [one.upper() for one in book.staff] == ["JESS", "SAM"]
    assert (book.opening_hours, book.closed, book.holidays_of) == (
        EXAMPLE.opening_hours,
        EXAMPLE.closed,
        "DE-BE",
    )


def test_lists_may_stand_below_their_words() -> None:
    text = """
Staff
- Jess
- **Sam**
## Opening hours
Mon-Fri: 09:00-18:00
- Sat: 10:00-14:00
- Sun: closed
Closed:
- public holidays of DE-BE
- 24 Dec
* 31 Dec
Services:
Colour: 90 minutes, 120 EUR
• Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours
- Dental cleaning: 30 minutes; remind at 48 and 2 hours.
"""
    assert problems(text) == []
    assert parse_rules(text).rulebook == EXAMPLE


def test_a_day_that_is_closed_in_one_line_is_not_open_in_another() -> None:
    ((line, reason),) = problems("Opening hours\n- Mon-Fri 09:00-18:00\n- Wed closed")
    assert line == 3
    assert "The hours of Wednesday contradict each other." in reason


def test_a_service_with_a_price_may_stand_anywhere() -> None:
    text = "Claim window: 5 minutes\nCut: 45 minutes, 55 EUR\nTrim: 15 minutes; remind at 1 hour"
    assert problems(text) == []
    assert [one.name for one in parse_rules(text).rulebook.services] == ["Cut", "Trim"]
    assert problems("Cut: 45 minutes, 55 EUR\nCut: 50 minutes, 60 EUR") == [
        (2, "There is already a service Cut.")
    ]


UNKNOWN = (
    "I do not know what this line says. I understand lines such as `Claim window: 10 minutes`. "
    "A heading starts with #."
)


@pytest.mark.parametrize(
    "line",
    [
        "We love dogs",
        "- We love dogs",
        "Response time: 10 minutes",
        "Please be kind: always",
        "- House rules",
        f"{'x' * 61}: 10 minutes",
        "💇 hello",
    ],
)
def test_an_unknown_line_is_named_with_its_number(line: str) -> None:
    reading = parse_rules(f"Claim window: 5 minutes\r\n\r\n{line}\r\nTries per slot: 3")
    assert reading.problems == (RuleProblem(3, line, UNKNOWN),)
    assert (reading.rulebook.claim_window_minutes, reading.rulebook.tries) == (5, 3)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Claim windw: 10 minutes", "Claim window: 10 minutes"),
        ("Claim windows: 10 minutes", "Claim window: 10 minutes"),
        ("# Ordr: join time", "Order: priority first, then join time"),
        ("**Tries per slott: 5**", "Tries per slot: 5"),
        ("Timezon: Europe/Berlin", "Time zone: Europe/Berlin"),
    ],
)
@pytest.mark.parametrize("before", ["", "Services\n- Cut: 45 minutes\n"])
def test_a_misspelt_line_is_named_with_what_was_meant(before: str, line: str, meant: str) -> None:
    (problem,) = parse_rules(before + line).problems
    assert problem.text == line
    assert problem.reason == (
        f"I do not know these words. Did you mean `{meant.partition(':')[0]}`? "
        f"I understand lines such as `{meant}`."
    )
    assert len(parse_rules(before + line).rulebook.services) == bool(before)


def test_a_service_may_have_a_name_that_looks_like_a_line() -> None:
    text = "Services\n- Languages: 60 minutes\n- Cut off: 10 minutes before"
    assert problems(text) == []
    assert parse_rules(text).rulebook.services == (Service("Languages", 60),)


@pytest.mark.parametrize(
    "line", ["Claim window 10 minutes", "- claim window 10 minutes", "# Claim window 10 minutes"]
)
def test_a_forgotten_colon_is_named(line: str) -> None:
    assert problems(line) == [
        (1, "A colon is missing. I understand lines such as `Claim window: 10 minutes`.")
    ]


@pytest.mark.parametrize("line", ["Claim window", "Claim window:", "- Claim window:"])
def test_a_line_that_says_nothing_is_named(line: str) -> None:
    assert problems(line) == [
        (1, "It says nothing. I understand lines such as `Claim window: 10 minutes`.")
    ]


@pytest.mark.parametrize(
    "line", ["# Claim window", "## Rules 2026", "# Our salon: what we do", "Nice to know:", "***"]
)
def test_a_heading_is_free(line: str) -> None:
    assert problems(line) == []


def test_a_line_given_twice_is_named() -> None:
    reading = parse_rules("Claim window: 10 minutes\n\nclaim window: 20 minutes")
    assert reading.problems == (
        RuleProblem(3, "claim window: 20 minutes", "This was already said in line 1; say it once."),
    )
    assert reading.rulebook.claim_window_minutes == 10


def test_what_was_understood_is_kept_beside_the_problems() -> None:
    reading = parse_rules(EXAMPLE_RULES.replace("10 minutes before", "soon"))
    assert [one.line for one in reading.problems] == [13]
    assert reading.rulebook == EXAMPLE


def test_a_long_line_is_shown_by_its_beginning() -> None:
    (problem,) = parse_rules("x" * 1000).problems
    assert problem.text == "x" * 200 + "…"


def test_a_text_that_is_too_long_is_not_read() -> None:
    reading = parse_rules("\n" * 50_001)
    assert reading.problems == (RuleProblem(1, "", "The rules are longer than 50,000 characters."),)
    assert parse_rules("\n" * 50_000).problems == ()


def test_after_many_problems_the_rest_is_not_read() -> None:
    assert len(problems("We love dogs\n" * 500)) == MOST_PROBLEMS


def long(piece: str, before: str = "") -> str:
    return (before + piece * 50_000)[:50_000]


HOSTILE = [
    *(
        long(piece)
        for piece in (
            "a",
            " ",
            "\n",
            ":",
            "*",
            "**",
            "#",
            "-",
            "- ",
            "\\",
            "1. ",
            "1",
            "a:1h\n",
            "a b:1\n",
        )
    ),
    *(
        long(piece)
        for piece in (
            "Services\n",
            "Services\n- a: 1h\n",
            "We love dogs\n",
            "Claim windw: 1\n",
            "_",
            "\u00a0",
        )
    ),
    *(
        long(piece, "Services\n")
        for piece in ("a: 1h\n", "- Claim windw: 1h\n", "a:", "a: 1,", "a" * 79 + ": 1 h\n")
    ),
    *(
        long(piece, "Services\n- a: 1 h, ")
        for piece in ("1,111", ",111", "1.1", "€", "remind at 1 ", ";", " , ", "1 h ")
    ),
    *(
        long(piece, "Services\n- a: 1 h; remind at ")
        for piece in ("1", "1 ", "1, ", "and ", "hours ", "☃")
    ),
    *(long(piece, "Staff: ") for piece in ("a", "a,", ",", " and ", "a and ", "- ")),
    *(
        long(piece, "Opening hours: ")
        for piece in ("Mon ", "Mon-", "Mon-Sun ", "Mon 1-2 ", "1-2 ", "9:", "closed ", "a", "-")
    ),
    ("Opening hours: " + "Mon " * 6000 + "1-2 " * 6000)[:50_000],
    long("1-2 and ", "Opening hours: Mon-Sun "),
    *(
        long(piece, "Closed: ")
        for piece in ("1 Jan 2026,", "1 May,", "public holidays of ", "1", "a ", "2026-", "May 1")
    ),
    *(long(piece, "Claim window: ") for piece in ("1", "1 d ", "1 h ", "1 m", " ", "1,", "and ")),
    *(
        long(piece, "Texts: ")
        for piece in ("at most ", "1 ", "a month ", ",", "no limit ", "1 EUR each ")
    ),
    *(long(piece, "Time zone: ") for piece in ("a/", "../", "Europe/Berlin ")),
    *(long(piece, "Quiet hours: ") for piece in ("1-", "21:00 to ", "from ")),
    *(long(piece, "Order: ") for piece in (",", "join time ")),
    long("Time zone: ../x\n"),
]


@pytest.mark.timing
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:30]))
def test_hostile_text_is_read_soon(text: str) -> None:
    with cpu_within(10):
        reading = parse_rules(text)
    assert all(len(one.reason) < 500 for one in reading.problems)


PIECES = st.sampled_from(
    [
        *EXAMPLE_RULES.split(),
        *":;,.-*#\n\n\n",
        " ",
        "Services",
        "remind at",
        "closed",
        "€",
        "no limit",
    ]
)


@given(st.lists(PIECES, max_size=40).map(" ".join) | st.text(max_size=200))
def test_any_text_is_read_or_named(text: str) -> None:
    reading = parse_rules(text)
    lines = text.splitlines()
    assert all(1 <= one.line <= len(lines) and one.reason for one in reading.problems)
    assert len({one.line for one in reading.problems}) == len(reading.problems)
