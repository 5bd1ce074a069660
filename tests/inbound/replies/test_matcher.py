import pytest

from fullhouse.inbound.replies.language_pack import load_language
from fullhouse.inbound.replies.matcher import LanguageGrammar, Patterns, WordSets
from fullhouse.inbound.replies.sentences import parse_sentences

SETS = {"event": ("fest", "big party"), "nested": ("the <event>",)}


@pytest.mark.parametrize(
    ("pattern", "words", "is_found"),
    [
        ("zur *feier", "zur gartenfeier", True),
        ("zur *feier", "zur feierstunde", False),
        ("regret*", "so regretfully", True),
        ("beim !<event>", "beim aufbau", True),
        ("beim !<event>", "beim fest", False),
        ("beim !<event>", "beim", False),
        ("to <nested>", "to the big party", True),
        ("to <nested>", "to big party", False),
        ("at # sharp", "at 8pm sharp", True),
        ("at # sharp", "at eight sharp", False),
        ("my ~ one", "my second one", True),
        ("no? thanks", "thanks", True),
        ("can ... come", "can we two not ever come", True),
        ("can ... come", "can we two not ever really come", False),
        ("go $", "i go", True),
        ("go $", "i go there", False),
        ("^ come", "come", True),
        ("^ come", "they come", False),
    ],
)
def test_pattern_syntax(pattern: str, words: str, is_found: bool) -> None:
    assert Patterns([pattern], WordSets(SETS)).are_in(tuple(words.split())) is is_found


def test_match_has_the_words_around_it() -> None:
    patterns = Patterns(["^ can ... come"], WordSets({}))
    (match,) = patterns.matches(("so", "i", "can", "sadly", "not", "come", "today"))
    assert match.before == ("so", "i")
    assert match.within == ("sadly", "not")
    assert match.behind == ("today",)
    assert match.is_anchored


def test_remove_from_leaves_the_other_words() -> None:
    patterns = Patterns(["on? friday", "this week"], WordSets({}))
    assert patterns.remove_from(("i", "come", "on", "friday", "this", "week")) == ("i", "come")


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "I can't", "i can not"),
        ("en", "we'll", "we will"),
        ("en", "Unfortunatly", "unfortunately"),
        ("fr", "j'arrive", "je arrive"),
        ("de", "wenn's regnet", "wenn es regnet"),
    ],
)
def test_clause_is_expanded(language: str, text: str, words: str) -> None:
    grammar = LanguageGrammar(load_language(language))
    (sentence,) = parse_sentences(text)
    assert " ".join(grammar.expand(sentence.clauses[0])) == words
