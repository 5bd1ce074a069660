import re
import time

import msgspec
import pytest

from fullhouse.inbound.replies.language_pack import FOLDER, LANGUAGES, LanguagePack, load_language
from fullhouse.inbound.replies.matcher import LanguageGrammar
from tests.support.cpu_time import assert_cpu

MAX_LOAD_SECONDS = 0.06
SET_NAME = re.compile("<(.*?)>")
in_each_language = pytest.mark.parametrize("language", LANGUAGES)


def test_each_language_has_one_file() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(LANGUAGES)


@in_each_language
def test_every_category_compiles(language: str) -> None:
    grammar = LanguageGrammar(load_language(language))
    names = [field.name for field in msgspec.structs.fields(LanguagePack)]
    tables = ("elisions", "contractions", "spellings", "sets")
    for name in names:
        if name not in tables:
            grammar.patterns(name)


@in_each_language
def test_every_set_in_use_exists(language: str) -> None:
    pack = load_language(language)
    used = set(SET_NAME.findall(" ".join(pack.texts())))
    assert used - set(pack.sets) == set()


@pytest.mark.proof
@pytest.mark.timing
@in_each_language
def test_language_loads_within_sixty_milliseconds(language: str) -> None:
    seconds: list[float] = []
    for _ in range(3):
        start = time.process_time()
        load_language(language)
        seconds.append(time.process_time() - start)
    assert_cpu(min(seconds), MAX_LOAD_SECONDS)


def test_unknown_category_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="cancles"):
        msgspec.convert({"cancles": []}, LanguagePack)
