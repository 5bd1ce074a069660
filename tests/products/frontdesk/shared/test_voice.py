import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.kernel.sms import segment_count
from fullhouse.kernel.templates import render
from fullhouse.products.frontdesk.shared.our_voice import DEFAULT_VOICE
from fullhouse.products.frontdesk.shared.rulebook.model import RuleProblem
from fullhouse.products.frontdesk.shared.voice import (
    EXAMPLE_VOICE,
    OFFERS,
    PLACEHOLDERS,
    SAMPLE,
    Voice,
    parse_voice,
)
from tests.support.cpu_time import cpu_within

TEXT = "Hi {name}, {service} is free {when}: {claim}"
MAIL = "Dear {name},\n\n{service} is free."
CLAIM = SAMPLE["claim"]
_, SPARSE = OFFERS.samples


def understood(text: str) -> Voice:
    reading = parse_voice(text)
    assert reading.problems == ()
    return reading.templates


def problem(text: str) -> RuleProblem:
    (found,) = parse_voice(text).problems
    return found


@pytest.mark.parametrize("text", [DEFAULT_VOICE, EXAMPLE_VOICE])
def test_our_own_documents_are_understood_and_say_all_that_matters(text: str) -> None:
    voice = understood(text)
    said = render(voice.text, SAMPLE)
    assert all(SAMPLE[name] in said for name in ("service", "staff", "claim"))
    assert SAMPLE["when"] in said or SAMPLE["soon"] in said
    assert SAMPLE["window"] in said or SAMPLE["until"] in said
    assert segment_count(said) <= 2
    assert "Jess" not in render(voice.text, SPARSE)
    subject = render(voice.mail_subject, SAMPLE)
    assert SAMPLE["when"] in subject or SAMPLE["soon"] in subject
    assert voice.mail


def test_a_new_house_sends_its_offers_in_one_part() -> None:
    assert render(understood(DEFAULT_VOICE).text, SAMPLE) == (
        "Salon Jess: Colour with Jess is free: tomorrow, 14:00. "
        "Kept for you until 11:10: https://salon.example/l/Xk2Pq"
    )


def test_both_templates_are_read() -> None:
    voice = understood(f"# Text\n\n{TEXT}\n\n# Mail\nSubject: {{service}}!\n\n{MAIL}\n\n")
    assert voice == Voice(
        "Hi {{ name }}, {{ service }} is free {{ when }}: {{ claim }}",
        "{{ service }}!",
        "Dear {{ name }},\n\n{{ service }} is free.",
    )


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "# Text\n# Mail\n", "Text:\n\nMail:\nSubject:\n", "# Our voice\n", "Voice\n"],
)
def test_what_is_not_said_is_left_to_our_own_words(text: str) -> None:
    assert understood(text) == Voice()


@pytest.mark.parametrize(
    "heading",
    ["# Text", "## text", "**Text**", "Text", "TEXT:", "__Text__", "### **Texts:**", "SMS"],
)
def test_a_heading_is_written_in_many_ways(heading: str) -> None:
    assert understood(f"{heading}\r\n{TEXT}\r\n").text.startswith("Hi {{ name }}")


@pytest.mark.parametrize("heading", ["# Mail", "**E-Mail**", "Email:", "Mails"])
@pytest.mark.parametrize(
    "subject", ["Subject: Free!", "**Subject:** Free!", "subject : Free!", "__Subject: Free!__"]
)
def test_a_mail_has_a_subject_as_its_first_line(heading: str, subject: str) -> None:
    assert understood(f"{heading}\n\n{subject}\nHello\nSubject: not this one") == Voice(
        "", "Free!", "Hello\nSubject: not this one"
    )


def test_a_mail_needs_no_subject() -> None:
    assert understood(f"# Mail\n{MAIL}").mail_subject == ""


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{claim}", CLAIM),
        ("{ Claim }", CLAIM),
        ("{\u00a0claim\u200b}", CLAIM),
        ("{{ claim }}", CLAIM),
        ("{{claim}} {{ name|upper }}", f"{CLAIM} ADA"),
        ("{% if staff %}with {staff} {% endif %}{claim}", f"with Jess {CLAIM}"),
        ("{% if staff == \u2018Jess\u2019 %}J{% endif %} {claim}", f"J {CLAIM}"),
        ("It\u2019s free \u2013 \u201cnow\u201d\u2026 {claim}", f'It\'s free - "now"... {CLAIM}'),
        ("It\\'s\\_free {claim}", f"It's_free {CLAIM}"),
        ("Free!  \n{claim}", f"Free!\n{CLAIM}"),
        (":-} {claim}", f":-}} {CLAIM}"),
        ("- {claim}", f"- {CLAIM}"),
        ("#1 in town {claim}", f"#1 in town {CLAIM}"),
    ],
)
def test_placeholders_and_signs_are_read_as_people_write_them(written: str, said: str) -> None:
    assert render(understood(f"# Text\n{written}").text, SAMPLE) == said


def test_a_mail_keeps_its_signs() -> None:
    assert (
        understood("# Mail\n\u201eHallo\u201c \u2013 {name}").mail
        == "\u201eHallo\u201c \u2013 {{ name }}"
    )


def test_every_placeholder_can_be_used() -> None:
    template = understood("# Mail\n" + " ".join(f"{{{name}}}" for name in PLACEHOLDERS)).mail
    assert render(template, SAMPLE) == " ".join(SAMPLE.values())


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("# Text\n\nHello\n{name}", 3, "A text always needs {claim}"),
        ("# Text\n{% if staff %}{claim}{% endif %}!", 2, "A text always needs {claim}"),
        (
            "# Text\n{claim}\nHello {nmae}",
            3,
            "There is no {nmae} here; there are {service}, {when}, ",
        ),
        ("# Text\n{claim} {first name}", 2, "There is no {first name} here"),
        ("# Text\n{claim} {}", 2, "There is no {} here"),
        ("# Text\n\n{claim}\n{{ nobody }}", 4, "There is no {{ nobody }} in this message"),
        ("# Text\n{claim} {name", 2, "A brace is open or closed alone"),
        ("# Text\n{claim} {name}}", 2, "A brace is open or closed alone"),
        ("# Text\n{claim} {{ name", 2, "Unexpected end of template"),
        ("# Text\n{claim}\n{{ name }", 3, "Unexpected '}'"),
        ("# Text\n{claim}\n{% for x in name %}{% endfor %}", 3, "no loops"),
        (f"# Text\n{{claim}} {'x' * 500}", 2, "It would be sent in 4 parts"),
        (f"# Text\n{{claim}} {'я' * 201}", 2, "It would be sent in 4 parts"),
        (f"# Mail\n{'x' * 10_001}", 2, "It is longer than 10,000 characters"),
        ("# Mail\n{% if staff %}Hi{% endif %}", 2, "It would say nothing"),
        (f"# Mail\n\nSubject: {'x' * 151}\nHello", 3, "A subject has at most 150 characters"),
        ("# Mail\nSubject: {nmae}\nHello", 2, "There is no {nmae} here"),
        (
            "# Mail\nHello\n# Slack\n",
            3,
            "There are headings `# Text`, `# Mail`, `# Reminder text` and `# Reminder mail`.",
        ),
        ("# Mail\nHello\n# Mail", 3, "This heading stands here twice"),
        ("Dear all\n# Mail\nHello", 1, "A template stands under a heading"),
        ("\n" * 50_001, 1, "The voice is longer than 50,000 characters."),
    ],
)
def test_what_cannot_be_used_is_named_with_its_line(text: str, line: int, reason: str) -> None:
    found = problem(text)
    assert found.line == line
    assert reason in found.reason
    assert found.text in text.splitlines()[line - 1] or found.text.endswith("…")


def test_each_problem_is_named_in_order_and_what_was_understood_is_kept() -> None:
    reading = parse_voice("# Mail\nSubject: Hi\n{nobody} {nothing}\n{\n# Text\nHello")
    assert [one.line for one in reading.problems] == [3, 3, 4, 6]
    assert reading.templates == Voice(mail_subject="Hi")


def test_a_template_that_stands_in_two_places_is_named_with_the_right_line() -> None:
    reading = parse_voice("# Text\n{claim}\n# Mail\nHello\n# Text\n{{ nobody }}")
    assert [(one.line, one.reason[:20]) for one in reading.problems] == [
        (5, "This heading stands "),
        (6, "There is no {{ nobod"),
    ]


def test_there_are_so_many_problems_and_no_more() -> None:
    assert len(parse_voice("# Mail\n" + "{x}\n" * 500).problems) == 100


def test_the_same_text_is_read_once() -> None:
    assert parse_voice(EXAMPLE_VOICE) is parse_voice(EXAMPLE_VOICE)


@pytest.mark.timing
@pytest.mark.parametrize(
    "piece",
    ["{", "}", "{x", "{x}", "{{", "{%", "{#", "{{ name }}", "\n", " ", "x", "# Text\n", "*", "\\"],
)
@pytest.mark.parametrize("heading", ["", "# Text\n", "# Mail\n", "# Mail\nSubject: "])
def test_hostile_text_is_read_soon(heading: str, piece: str) -> None:
    with cpu_within(10):
        reading = parse_voice((heading + piece * 50_000)[:50_000])
    assert all(len(one.text) + len(one.reason) < 1000 for one in reading.problems)


PIECES = st.sampled_from(
    [
        *"{}%#|\n\n ",
        "# Text\n",
        "# Mail\n",
        "Subject: ",
        "{claim}",
        "{name}",
        "{{ staff }}",
        "if",
        "x",
    ]
)


@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=100))
def test_any_text_is_read_and_what_is_kept_can_be_filled_in(text: str) -> None:
    reading = parse_voice(text)
    assert all(1 <= one.line <= max(1, len(text.splitlines())) for one in reading.problems)
    for template in (
        reading.templates.text,
        reading.templates.mail_subject,
        reading.templates.mail,
    ):
        assert render(template, SAMPLE).strip() or not template
