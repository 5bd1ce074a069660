import pytest

from fullhouse.inbound.replies.sentences import all_words, fold, parse_sentences


def test_fold_keeps_words_apart_that_differ_by_an_accent() -> None:
    assert fold("h\u00e4tte") != fold("hatte")
    assert fold("k\u00f6nnte") != fold("konnte")
    assert fold("D\u00e9sol\u00e9") == "Desole"


@pytest.mark.parametrize(
    ("text", "asks"),
    [("Wir bleiben daheim, ok?", False), ("Ist das ok?", True)],
)
def test_soft_tag_is_no_question(text: str, asks: bool) -> None:
    assert [sentence.asks for sentence in parse_sentences(text)] == [asks]


def test_clauses_keep_how_they_are_joined() -> None:
    (sentence,) = parse_sentences("Sorry, I can't come and Tom can't either: we are ill")
    assert [clause.joint for clause in sentence.clauses] == ["start", "break", "and", "break"]
    assert all_words((sentence,))[:3] == ["sorry", "i", "can't"]


def test_french_y_joins_no_clauses() -> None:
    assert len(parse_sentences("j'y serai")[0].clauses) == 1
    assert len(parse_sentences("voy y vuelvo")[0].clauses) == 2


@pytest.mark.parametrize("text", ["Am 19. Juni", "at 8 p.m. now", "um 19.30 Uhr", "see a.example"])
def test_point_inside_a_sentence_does_not_end_it(text: str) -> None:
    assert len(parse_sentences(text)) == 1


def test_wrapped_line_continues_in_the_next() -> None:
    wrapped = "This is a line that a mail program has wrapped here\nand this is its end"
    assert len(parse_sentences(wrapped)) == 1
    assert len(parse_sentences("Short\nlines")) == 2


def test_quoted_phrase_is_left_out_unless_nothing_else_is_there() -> None:
    assert all_words(parse_sentences('I said "cancel it" once')) == ["i", "said", "once"]
    assert all_words(parse_sentences('"cancel it"')) == ["cancel", "it"]
