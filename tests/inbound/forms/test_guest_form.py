import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.forms.guest_form import (
    LONGEST_NAME,
    FieldProblem,
    Invalid,
    SignUpForm,
    clean_address,
    clean_name,
    clean_party,
    from_fields,
    from_json,
    sign_up,
)
from fullhouse.products.rsvp.commands import SignUp


def problems(typed: SignUpForm, most: int = 4) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as unfit:
        sign_up(typed, "e1", "g1", most=most)
    return [(problem.field, problem.code) for problem in unfit.value.problems]


def test_what_is_fit_becomes_a_command() -> None:
    typed = SignUpForm("  Anna   Schmidt ", " Anna@Example.ORG ", 2)
    assert sign_up(typed, "e1", "g1") == SignUp(
        event_id="e1", guest_id="g1", name="Anna Schmidt", email="anna@example.org", party=2
    )


def test_an_empty_form_names_each_field_at_once() -> None:
    assert problems(SignUpForm()) == [("name", "name_missing"), ("email", "email_missing")]


def test_each_problem_has_its_own_field() -> None:
    wrong = SignUpForm("x" * (LONGEST_NAME + 1), "anna", 5)
    assert problems(wrong) == [
        ("name", "name_too_long"),
        ("email", "bad_email"),
        ("party", "bad_party"),
    ]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Anna\r\nBcc: all@example.org", "Anna Bcc: all@example.org"),
        ("An\x00na\x1b[31m", "An na [31m"),
        ("An\u202ena\u2066", "Anna"),
        ("A\u2028B\u00a0C\u3000D", "A B C D"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("نی\u200cم", "نی\u200cم"),
        ("👩\u200d🚀 Ada", "👩\u200d🚀 Ada"),
        ("<b>Bob</b>", "<b>Bob</b>"),
        ("a\ud800b", "a b"),
        ("李", "李"),
    ],
)
def test_a_hostile_or_foreign_name_becomes_one_plain_line(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "typed", ["", "   ", "\t\r\n", "\u200b\u200e", "\u3164", "\u2800", "\u200d", "\u0301", "\x00"]
)
def test_a_name_that_nobody_can_see_is_refused(typed: str) -> None:
    with pytest.raises(Invalid, match="tell us your name"):
        clean_name(typed)


def test_a_long_name_is_refused_with_its_length() -> None:
    assert clean_name("x" * LONGEST_NAME)
    with pytest.raises(Invalid, match="up to 120 characters fit, this one has 121"):
        clean_name("x" * 121)


@given(st.text())
def test_no_name_gets_through_with_a_control_character_or_in_two_lines(typed: str) -> None:
    try:
        name = clean_name(typed)
    except Invalid:
        return
    assert len(name.splitlines()) == 1
    assert not any(unicodedata.category(one) in {"Cc", "Cs", "Zl", "Zp"} for one in name)
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("anna@example.org", "anna@example.org"),
        ("Anna.Schmidt+Party@Example.ORG", "anna.schmidt+party@example.org"),
        ("o'neill@example.co.uk", "o'neill@example.co.uk"),
        ("anna@rehearsal.test", "anna@rehearsal.test"),
        ("anna@MÜNCHEN.de", "anna@münchen.de"),
        ("anna@xn--mnchen-3ya.de", "anna@münchen.de"),
        ("müller@example.org", "müller@example.org"),
    ],
)
def test_an_address_has_one_form_however_it_is_typed(typed: str, address: str) -> None:
    assert clean_address(typed) == address


@pytest.mark.parametrize(
    "typed",
    [
        "anna",
        "@example.org",
        "anna@",
        "anna@localhost",
        "anna@@example.org",
        "anna@example..org",
        ".anna@example.org",
        "anna.@example.org",
        "an na@example.org",
        "anna@example.org, bob@example.org",
        "anna@example.org\nBcc: bob@example.org",
        "Anna <anna@example.org>",
        '"anna bob"@example.org',
        "anna@[127.0.0.1]",
        "anna@-example.org",
        "anna\x00@example.org",
        "anna@example.org\u202e",
        "a" * 250 + "@example.org",
        "anna@" + "a" * 250 + ".org",
        "@" * 10_000,
    ],
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(Invalid, match="doesn't look like an email address"):
        clean_address(typed)


@given(st.text(alphabet=st.sampled_from("aB1.@-_+ \"'\u00fc\x00\n<>,")))
def test_no_address_gets_through_with_a_space_or_two_hosts(typed: str) -> None:
    try:
        address = clean_address(typed)
    except Invalid:
        return
    assert address.count("@") == 1
    assert address == address.lower().strip()
    assert clean_address(address) == address


def test_a_party_is_one_unless_said_and_never_more_than_the_host_allows() -> None:
    assert clean_party(None) == 1
    assert clean_party(4, 4) == 4
    for wrong, most, sentence in [
        (5, 4, "from 1 to 4"),
        (0, 4, "from 1 to 4"),
        (-1, 4, "from 1"),
        (2, 1, "Here everyone signs up"),
    ]:
        with pytest.raises(Invalid, match=sentence):
            clean_party(wrong, most)


def test_json_is_read_leniently() -> None:
    assert from_json(
        b'{"name": "Anna", "email": "a@example.org", "party": "2", "utm": 1}'
    ) == SignUpForm("Anna", "a@example.org", 2)
    assert from_json(b'{"party": null}') == SignUpForm()


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"", "bad_json"),
        (b"name=Anna", "bad_json"),
        (b"[]", "bad_json"),
        (b'{"name": "\xff"}', "bad_json"),
        (b'{"name": "\\ud800"}', "bad_json"),
        (b"[" * 60_000, "bad_json"),
        (b'{"a": ' * 9_000, "bad_json"),
        (b'{"name": 5}', "bad_name"),
        (b'{"email": {}}', "bad_email"),
        (b'{"party": true}', "bad_party"),
        (b'{"party": "two"}', "bad_party"),
        (b'{"party": 1e400}', "bad_party"),
    ],
)
def test_json_that_makes_no_sense_is_refused_with_a_code(body: bytes, problem: str) -> None:
    with pytest.raises(Invalid) as unfit:
        from_json(body)
    assert [each.code for each in unfit.value.problems] == [problem]


@pytest.mark.parametrize(
    ("party", "number"),
    [
        ("", None),
        ("3", 3),
        (" 2 ", 2),
        ("two", 0),
        ("-1", 0),
        ("1.5", 0),
        ("9" * 5000, 0),
        ("²", 0),
        ("٣", 3),
    ],
)
def test_a_form_says_its_party_in_text(party: str, number: int | None) -> None:
    assert from_fields({"name": "A", "email": "b", "party": party}) == SignUpForm("A", "b", number)


def test_a_problem_is_json_without_an_empty_field() -> None:
    import msgspec

    assert (
        msgspec.json.encode(FieldProblem("code", "Sentence."))
        == b'{"code":"code","message":"Sentence."}'
    )
