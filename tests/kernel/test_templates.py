from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.kernel.templates import (
    LONGEST_OUTPUT,
    LONGEST_TEMPLATE,
    TemplateProblem,
    render,
    validate,
)
from tests.support.cpu_time import cpu_within

SAMPLE: dict[str, str | int] = {"name": "Ada", "party": 2}


def problem(source: str) -> TemplateProblem:
    with pytest.raises(TemplateProblem) as caught:
        validate(source, SAMPLE)
    return caught.value


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("Hello {{ name }}", "Hello Ada"),
        (
            "{% if party > 1 %}all {{ party }}{% elif party == 1 %}you{% else %}nobody{% endif %}",
            "all 2",
        ),
        ("{{ 'we' if party != 1 and not name == '' else 'I' }}", "we"),
        ("{{ name ~ '!' }} {{ name|upper }}{# quietly #}", "Ada! ADA"),
        ("{% raw %}{{ name }}{% endraw %}", "{{ name }}"),
    ],
)
def test_a_template_may_insert_and_choose(source: str, text: str) -> None:
    validate(source, SAMPLE)
    assert render(source, SAMPLE) == text


def test_what_is_inserted_is_not_read_as_a_template() -> None:
    assert render("{{ name }}", {"name": "{{ party }}"}) == "{{ party }}"


@pytest.mark.parametrize(
    ("source", "line", "reason"),
    [
        ("Hello\n{{ name", 2, "unexpected end of template"),
        ("\n\n{{ nobody }}", 3, "there is no {{ nobody }} in this message; there are name, party"),
        ("{% for x in name %}{{ x }}{% endfor %}", 1, "no loops"),
        ("{{ name.upper() }}", 1, "no calls"),
        ("{{ name.__class__ }}", 1, "no dots"),
        ("{{ name['x'] }}", 1, "no brackets"),
        ("{{ 9 ** 9 ** 9 }}", 1, "no pow"),
        ("{{ 'x' * 10 ** 9 }}", 1, "no mul"),
        ("{% set x = 1 %}", 1, "no assign"),
        ("{% include 'x' %}", 1, "no include"),
        ("{{ name|center(1000000000) }}", 1, "of the filters only"),
        ("{{ name|trim('A') }}", 1, "of the filters only"),
        ("{{ nothing_like_it|nope }}", 1, "of the filters only"),
        ("x" * (LONGEST_TEMPLATE + 1), 1, "longer than 10,000"),
        ("{{ 1 > name }}", 1, "not supported between"),
        ("  {# only a comment #} ", 1, "it would say nothing"),
        ("{{ not " + "not " * 50 + "name }}", 1, "nested too deeply"),
        ("{{ " + "(" * 3000 + "name" + ")" * 3000 + " }}", 1, "too entangled"),
        ("{{ " + "9" * 9000 + " }}", 1, "too entangled"),
    ],
)
def test_what_a_template_must_not_do_is_refused_with_its_line(
    source: str, line: int, reason: str
) -> None:
    found = problem(source)
    assert found.line == line
    assert reason in found.reason
    assert str(found) == f"line {line}: {found.reason}"


def test_a_template_that_would_write_too_much_is_refused() -> None:
    with pytest.raises(TemplateProblem, match="more than 20,000 characters"):
        render("{{ name }}" * 900, {"name": "x" * (LONGEST_OUTPUT // 800)})


def test_a_value_that_is_missing_when_the_letter_leaves_is_a_problem() -> None:
    with pytest.raises(TemplateProblem, match="'name' is undefined"):
        render("{{ name }}", {})


@pytest.mark.timing
@pytest.mark.parametrize(
    "source",
    [
        "{% if party %}" * 700 + "{% endif %}" * 700,
        "{{" * 5000,
        "{#" * 5000,
        "{% raw %}" * 1100,
        "{{ name" + "|upper" * 1600 + " }}",
        "{{ " + "name ~ " * 1400 + "name }}",
        "{{ " + "[" * 4000 + " }}",
        "{% if party %}x" + "{% elif party %}x" * 600 + "{% endif %}",
        "{{ range(10**9)|list }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ cycler.__init__.__globals__ }}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{{ lipsum(n=100000) }}",
    ],
)
def test_a_hostile_template_ends_soon(source: str) -> None:
    with cpu_within(5), suppress(TemplateProblem):
        validate(source, SAMPLE)


@given(st.text(alphabet="{}%#|()[]~ .'\"\\ nameifdlset\n+*-0123456789", max_size=200))
def test_any_text_is_filled_in_or_refused(source: str) -> None:
    with suppress(TemplateProblem):
        validate(source, SAMPLE)
        assert render(source, SAMPLE).strip()
