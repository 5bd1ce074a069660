"""Catalogues hold every text of the code, in every language and with the same values."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from string import Formatter

import pytest
from babel.messages import Catalog
from babel.messages.catalog import Message

from fullhouse.locale import COMPILED, DESK_LANGUAGES, LANGUAGES
from scripts import texts
from tests.aws import words as story_words
from tests.gates.source import modules, nodes

OTHERS = [language for language in LANGUAGES if language != "en"]
PAGES = sorted({name for _folder, name in texts.CATALOGUES})
CATALOGUES = [(language, name) for language in OTHERS for name in texts.catalogues_of(language)]
PERCENT = re.compile(r"%(?:\((\w+)\)s|(%)|(.))")
TAG = re.compile(r"</?[a-z][^>]*>")


def key(message: Message) -> tuple[str, str]:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return message.context or "", text


def messages(catalog: Catalog) -> dict[tuple[str, str], Message]:
    return {key(message): message for message in catalog if message.id}


@cache
def keyed(language: str) -> dict[tuple[str, str], Message]:
    return messages(texts.read(texts.FOLDER / language / f"{texts.KEYED}.po", language))


def each(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def braces(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def percents(text: str) -> set[str]:
    found = PERCENT.findall(text)
    assert not any(wrong for _name, _double, wrong in found), text
    return {name for name, _double, _wrong in found if name}


def test_every_language_has_a_folder_and_a_name() -> None:
    assert set(texts.languages()) == set(LANGUAGES)
    assert set(filter(texts.has_desk, LANGUAGES)) == set(DESK_LANGUAGES)


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys(language: str) -> None:
    wanted = {key for key in keyed("en") if texts.is_keyed_in(language, key[0])}
    assert set(keyed(language)) == wanted


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_inserts_the_same_values(language: str) -> None:
    for name, message in keyed(language).items():
        english = keyed("en")[name]
        assert len(each(message.id)) == len(each(english.id)), name
        values = set().union(*map(braces, each(message.string)))
        # A singular may say the number in a word.
        wanted = set().union(*map(braces, each(english.string)))
        assert values - {"count", "party"} == wanted - {"count", "party"}, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_a_text_in_every_plural_form(language: str) -> None:
    catalog = Catalog(locale=language)
    for name, message in keyed(language).items():
        strings = each(message.string)
        assert all(strings), name
        if not isinstance(message.id, str):
            assert len(strings) == catalog.num_plurals, name


@pytest.fixture(scope="module")
def extracted() -> dict[str, dict[tuple[str, str], Message]]:
    return {name: messages(catalog) for name, catalog in texts.extracted().items()}


@pytest.mark.parametrize(("language", "name"), CATALOGUES)
def test_catalogues_have_the_texts_of_the_code_and_no_others(
    language: str, name: str, extracted: dict[str, dict[tuple[str, str], Message]]
) -> None:
    kept = messages(texts.read(texts.FOLDER / language / f"{name}.po", language))
    assert set(kept) == set(extracted[name]), "run make texts"


def test_contexts_of_pages_are_no_groups_of_messages(
    extracted: dict[str, dict[tuple[str, str], Message]],
) -> None:
    contexts = {context for texts in extracted.values() for context, _text in texts}
    assert contexts & {group for group, _key in keyed("en")} == set()


def translations(language: str) -> Iterator[Message]:
    for name in texts.catalogues_of(language):
        yield from messages(texts.read(texts.FOLDER / language / f"{name}.po", language)).values()


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_of_the_pages_is_translated(language: str) -> None:
    catalog = Catalog(locale=language)
    for message in translations(language):
        strings = each(message.string)
        assert all(strings), message.id
        if not isinstance(message.id, str):
            assert len(strings) == catalog.num_plurals, message.id


@pytest.mark.parametrize("language", OTHERS)
def test_translations_insert_the_same_values_and_markup(language: str) -> None:
    for message in translations(language):
        ids, strings = each(message.id), each(message.string)
        wanted = set().union(*map(percents, ids))
        for text in strings:
            assert percents(text) - {"count"} == wanted - {"count"}, text
            assert sorted(TAG.findall(text)) == sorted(TAG.findall(ids[-1])), text
        assert percents(strings[-1]) == percents(ids[-1]), strings[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_up_to_date(language: str) -> None:
    built = (texts.FOLDER / language / COMPILED).read_bytes()
    assert built == texts.compiled(language), "run make setup"


def test_the_names_of_days_are_up_to_date() -> None:
    assert (texts.FOLDER / texts.NAMES).read_bytes() == texts.names(), "run make setup"


def marked_inside_another(source: str) -> list[int]:
    """Return the lines where a text is marked inside an f-string, which Babel does not see."""
    return [
        call.lineno
        for outer in nodes(source)
        if isinstance(outer, ast.JoinedStr)
        for call in ast.walk(outer)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in texts.KEYWORDS
    ]


def test_no_text_is_marked_inside_another() -> None:
    found = {name: marked_inside_another(source) for name, source in modules().items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_text_marked_inside_another_is_found() -> None:
    assert marked_inside_another("x = f\"{gettext('Save')}!\"") == [1]
    assert marked_inside_another("x = f'{save}!' + gettext('Save')") == []


@pytest.mark.parametrize("text", ["100% sure", "%(name)d", "50 %"])
def test_a_percent_sign_that_is_no_value_is_found(text: str) -> None:
    with pytest.raises(AssertionError):
        percents(text + " x")


def test_what_the_stories_on_aws_look_for_is_still_said() -> None:
    """Most of them only run in `make proof`, where a reworded text would be found late."""
    said = [text for message in keyed("en").values() for text in each(message.string)]
    for name in PAGES:
        catalog = texts.read(texts.FOLDER / "de" / f"{name}.po", "de")
        said += [text for message in messages(catalog).values() for text in each(message.id)]
    looked_for = [words for name, words in vars(story_words).items() if name.isupper()]
    assert looked_for
    assert [words for words in looked_for if not any(words in text for text in said)] == []
