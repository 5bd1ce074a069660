from fullhouse.inbound.replies.cancel_score import CancelScorer, cancel_scorer, ngrams


def test_ngrams_are_folded_and_listed_once() -> None:
    assert ngrams("Désolé, DÉSOLÉ?") == [
        *("desole", "?", "^ desole", "desole desole", "desole ?", "? $"),
        *("^ desole desole", "desole desole ?", "desole ? $"),
    ]
    assert ngrams("") == ["^ $"]


def test_unknown_words_leave_the_bias() -> None:
    scorer = CancelScorer("", 0, {"sorry": 2000})
    assert scorer.score("Xyzzy") == 0.5
    assert scorer.score("Sorry") > 0.8


def test_score_of_extreme_weights_is_a_probability() -> None:
    scorer = CancelScorer("", 0, {"no": -(10**9), "yes": 10**9})
    assert 0 < scorer.score("no") < 0.001
    assert 0.999 < scorer.score("yes") < 1


def test_committed_weights_tell_a_cancel_from_a_yes() -> None:
    assert cancel_scorer().score("Sorry, I can't come") > 0.6
    assert cancel_scorer().score("See you there") < 0.1
