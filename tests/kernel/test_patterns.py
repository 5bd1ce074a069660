"""Patterns are compiled when they are first used, and then behave as compiled ones."""

import re
from typing import Any

import pytest

from fullhouse.kernel.patterns import METHODS, regex


def test_nothing_is_compiled_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    really = re.compile

    def noted(source: str, flags: int) -> re.Pattern[str]:
        compiled.append(source)
        return really(source, flags)

    monkeypatch.setattr(re, "compile", noted)
    word = regex(r"[a-z]+")
    assert word.pattern == "[a-z]+"
    assert compiled == []
    assert word.fullmatch("ada")
    assert word.search("1 ada")
    assert compiled == ["[a-z]+"]


@pytest.mark.parametrize("method", METHODS)
def test_each_method_is_that_of_the_compiled_pattern(method: str) -> None:
    given = ("-", "ada") if method in {"sub", "subn"} else ("ada",)
    ours, theirs = regex("[a-z]+", re.IGNORECASE), re.compile("[a-z]+", re.IGNORECASE)

    def plain(found: Any) -> Any:
        if hasattr(found, "__next__"):
            return [plain(one) for one in found]
        return found.span() if isinstance(found, re.Match) else found

    assert plain(getattr(ours, method)(*given)) == plain(getattr(theirs, method)(*given))


def test_whatever_else_is_asked_is_asked_of_the_compiled_pattern() -> None:
    assert dict(regex(r"(?P<day>\d+)").groupindex) == {"day": 1}
    assert regex("a", re.IGNORECASE).flags == re.compile("a", re.IGNORECASE).flags
    with pytest.raises(AttributeError):
        _ = regex("a").colour  # type: ignore[attr-defined]
    with pytest.raises(re.error):
        regex("(").search("a")
