"""How reminders read, as staff write it: for all services, and for one of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.kernel.sms import segment_count
from fullhouse.kernel.templates import render
from fullhouse.products.frontdesk.shared.our_voice import DEFAULT_VOICE
from fullhouse.products.frontdesk.shared.rulebook.model import (
    FormerName,
    Rulebook,
    RuleProblem,
    Service,
)
from fullhouse.products.frontdesk.shared.voice import (
    EXAMPLE_VOICE,
    REMINDER_PLACEHOLDERS,
    REMINDER_SAMPLE,
    REMINDERS,
    ReminderVoice,
    Voice,
    parse_voice,
)
from tests.support.cpu_time import cpu_within

GENERAL = "# Reminder text\nFor all: {confirm}\n# Reminder mail\nSubject: For all\nHello all\n"
NOTHING = {"text": "", "mail": "", "subject": ""}


def understood(text: str) -> Voice:
    reading = parse_voice(text)
    assert reading.problems == ()
    return reading.templates


def problem(text: str) -> RuleProblem:
    (found,) = parse_voice(text).problems
    return found


def test_reminders_are_read_beside_offers() -> None:
    voice = understood(f"# Text\n{{claim}}\n{GENERAL}")
    assert voice.text == "{{ claim }}"
    assert voice.reminders == (ReminderVoice("", "For all: {{ confirm }}", "For all", "Hello all"),)
    assert voice.reminder("Cut") == {
        "text": "For all: {{ confirm }}",
        "mail": "Hello all",
        "subject": "For all",
    }


def test_a_reminder_of_which_nothing_is_said_is_left_to_our_own_words() -> None:
    assert understood("# Text\n{claim}").reminder("Cut") == NOTHING
    assert understood(DEFAULT_VOICE).reminders == ()
    assert understood("# Reminder text: Cut\n{confirm}").reminder("Colour") == NOTHING


def test_a_service_has_words_of_its_own_however_its_name_is_written() -> None:
    voice = understood(f"{GENERAL}# Reminder text:  dental   CLEANING\nTeeth: {{confirm}}")
    assert voice.reminders[1].service == "dental CLEANING"
    assert voice.reminder("Dental cleaning")["text"] == "Teeth: {{ confirm }}"
    assert voice.reminder("Cut")["text"] == "For all: {{ confirm }}"


def renamed(*services: str) -> Rulebook:
    """Return rules in which Cut was renamed to Trim, and then to Haircut."""
    former = (FormerName("service", "Cut", "Haircut"), FormerName("service", "Trim", "Haircut"))
    return Rulebook(services=tuple(Service(name, 30) for name in services), former=former)


def test_a_renamed_service_keeps_its_words_until_something_else_has_the_old_name() -> None:
    voice = understood(f"{GENERAL}# Reminder text: CUT\nDry hair: {{confirm}}")
    rules = renamed("Colour", "Haircut")
    assert voice.reminder("Haircut", rules)["text"] == "Dry hair: {{ confirm }}"
    assert voice.reminder("Haircut", rules)["mail"] == "Hello all"
    assert voice.reminder("Colour", rules)["text"] == "For all: {{ confirm }}"
    both = renamed("Cut", "Haircut")
    assert voice.reminder("Haircut", both)["text"] == "For all: {{ confirm }}"
    assert voice.reminder("Cut", both)["text"] == "Dry hair: {{ confirm }}"


def test_words_under_the_newest_name_count() -> None:
    cut, trim, new = (
        f"# Reminder text: {name}\n{name}: {{confirm}}\n" for name in ("Cut", "Trim", "Haircut")
    )
    for text, counts in (
        (cut + trim, "Trim"),
        (cut + trim + new, "Haircut"),
        (new + cut, "Haircut"),
    ):
        found = understood(text).reminder("haircut", renamed("Haircut"))["text"]
        assert found == f"{counts}: {{{{ confirm }}}}"


def test_where_a_service_has_no_words_of_its_own_for_a_channel_those_for_all_are_said() -> None:
    voice = understood(
        f"{GENERAL}# Reminder text: Cut\nCut: {{confirm}}\n# Reminder mail: Colour\nColour!"
    )
    assert voice.reminder("Cut") == {
        "text": "Cut: {{ confirm }}",
        "mail": "Hello all",
        "subject": "For all",
    }
    assert voice.reminder("Colour") == {
        "text": "For all: {{ confirm }}",
        "mail": "Colour!",
        "subject": "",
    }


def test_both_templates_of_a_service_are_one_voice() -> None:
    voice = understood("# Reminder text: Cut\n{confirm}\n# Reminder mail: CUT\nSubject: Hi\nHello")
    assert voice.reminders == (ReminderVoice("Cut", "{{ confirm }}", "Hi", "Hello"),)


@pytest.mark.parametrize(
    "heading",
    [
        "# Reminder text",
        "## reminder SMS",
        "**Reminder text**",
        "Reminder-text:",
        "Text reminder",
        "__Reminder Texts:__",
    ],
)
def test_a_heading_is_written_in_many_ways(heading: str) -> None:
    assert understood(f"{heading}\nHi {{confirm}}").reminder("Cut")["text"] == "Hi {{ confirm }}"


@pytest.mark.parametrize(
    "heading", ["# Reminder mail: Cut", "**Reminder E-Mail: Cut**", "Reminder mail : _Cut_"]
)
def test_so_is_one_of_a_service(heading: str) -> None:
    assert understood(f"{heading}\nHello").reminder("cut")["mail"] == "Hello"


def test_a_line_that_only_looks_like_a_heading_is_said() -> None:
    written = "Reminder mail: {service} is soon"
    assert understood(f"# Mail\n{written}").mail == "Reminder mail: {{ service }} is soon"
    assert understood("# Mail\n- Reminder mail").mail == "- Reminder mail"


def test_every_placeholder_of_a_reminder_can_be_used() -> None:
    template = understood(
        "# Reminder mail\n" + " ".join(f"{{{one}}}" for one in REMINDER_PLACEHOLDERS)
    ).reminder("")
    assert render(template["mail"], REMINDER_SAMPLE) == " ".join(REMINDER_SAMPLE.values())


def test_the_example_shows_reminders_that_say_all_that_matters() -> None:
    voice = understood(EXAMPLE_VOICE)
    for service in ("Cut", "Dental cleaning"):
        for sample in REMINDERS.samples:
            said = render(voice.reminder(service)["text"], sample)
            assert REMINDER_SAMPLE["confirm"] in said
            assert segment_count(said) == 1
    assert voice.reminder("Cut")["text"] != voice.reminder("Dental cleaning")["text"]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("# Reminder text\n\nHello\n{name}", 3, "A reminder as a text always needs {confirm}"),
        (
            "# Reminder text: Cut\n{% if staff %}{confirm}{% endif %}!",
            2,
            "A reminder as a text always needs {confirm}",
        ),
        (
            "# Reminder text\n{confirm}\n{claim}",
            3,
            "There is no {claim} here; there are {service}, {when}, ",
        ),
        ("# Reminder mail: Cut\n{window}", 2, "{confirm}, {reschedule}, {cancel}."),
        (
            "# Reminder mail\n{% if window %}x{% endif %}",
            2,
            "There is no {{ window }} in this message",
        ),
        ("# Text\n{claim} {confirm}", 2, "There is no {confirm} here"),
        ("# Reminder text\n{confirm} {name", 2, "A brace is open or closed alone"),
        (f"# Reminder text\n{{confirm}} {'x' * 500}", 2, "It would be sent in 4 parts"),
        (
            f"# Reminder mail\nSubject: {'x' * 151}\nHello",
            2,
            "A subject has at most 150 characters",
        ),
        (
            "# Mail\nHello\n# Reminder\n",
            3,
            "There are headings `# Text`, `# Mail`, `# Reminder text`",
        ),
        ("# Mail\nHello\n# Text: Cut\n", 3, "There are headings"),
        (f"# Mail\nHello\n# Reminder text: {'x' * 81}", 3, "There are headings"),
        ("# Reminder mail: Cut\nHello\n# Reminder mail: CUT", 3, "This heading stands here twice"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_line(text: str, line: int, reason: str) -> None:
    found = problem(text)
    assert found.line == line
    assert reason in found.reason


def many(count: int) -> str:
    return "".join(
        f"# Reminder mail: S{number}\nHello {{name}} {number}\n" for number in range(count)
    )


def test_there_are_so_many_templates_and_no_more() -> None:
    assert len(understood(many(100)).reminders) == 100
    reading = parse_voice(many(102))
    assert [(one.line, one.reason) for one in reading.problems] == [
        (201, "There are at most 100 templates."),
        (203, "There are at most 100 templates."),
    ]
    assert len(reading.templates.reminders) == 100


@pytest.mark.timing
def test_a_voice_of_very_many_services_is_read_soon() -> None:
    with cpu_within(10):
        assert parse_voice(many(1_000)).problems


PIECES = st.sampled_from(
    [
        *"{}%#:\n\n ",
        "# Reminder text\n",
        "# Reminder mail: Cut\n",
        "Subject: ",
        "{confirm}",
        "{name}",
        "{claim}",
        "x",
    ]
)


@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_text_is_read_and_what_is_kept_can_be_filled_in(text: str) -> None:
    for service in ("Cut", "Colour"):
        for template in parse_voice(text).templates.reminder(service).values():
            assert render(template, REMINDER_SAMPLE).strip() or not template
