"""The check that no English is left on a translated page finds all of it."""

import pytest

from tests.support.translated import PLACEHOLDER, english_on, texts_of

CATALOGUE = "waitlist"


@pytest.mark.parametrize(("before", "value", "after"), [("", "7", ""), ("x", "", "y")])
def test_every_english_text_is_found_whatever_stands_beside_it(
    before: str, value: str, after: str
) -> None:
    texts = [one for one in texts_of("de", CATALOGUE) if len(PLACEHOLDER.sub("", one).split()) > 2]
    shown = {one: f"{before}{PLACEHOLDER.sub(value, one)}{after}" for one in texts}
    found = {one for one, page in shown.items() if one in english_on(page, "de", CATALOGUE)}
    assert len(found) > 60
    assert {one for one in texts if one not in found and texts_of("de", CATALOGUE)[one] != one} == (
        set()
    )


def test_a_page_without_english_shows_none() -> None:
    page = "\n".join(texts_of("de", CATALOGUE).values())
    assert list(english_on(page, "de", CATALOGUE)) == []
