from pathlib import Path

import pytest

from fullhouse.inbound.replies.cancel_score import CancelScorer, cancel_scorer
from fullhouse.inbound.replies.language_pack import LANGUAGES
from training import train_replies
from training.train_replies import read_examples, source_digest, train, write_weights

SMALL = [
    ("cancel", "I can't come"),
    ("come", "See you there"),
    ("nothing", "Is there parking?"),
] * 3
# Between two Pythons, rounding may move a weight by one thousandth.
MAX_RETRAINED_DIFFERENCE = 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_example_has_a_known_label_and_is_listed_once(language: str) -> None:
    examples = list(read_examples(language))
    assert {label for label, _ in examples} == {"come", "cancel", "stop", "nothing"}
    assert len({text for _, text in examples}) == len(examples) > 2000


def test_same_examples_give_the_same_weights() -> None:
    assert train(SMALL) == train(list(SMALL))


def test_trained_scorer_tells_a_cancel_from_the_rest() -> None:
    scorer = train(SMALL)
    assert scorer.score("I can't come") > 0.5 > scorer.score("See you there")
    assert scorer.score("Is there parking?") < 0.5


def test_rare_words_get_no_weight() -> None:
    scorer = train([*SMALL, ("cancel", "Xyzzy")])
    assert "xyzzy" not in scorer.weights
    assert "i can't come" in scorer.weights


def test_weights_have_their_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "en.txt").write_text("".join(f"{label}\n{text}\n---\n" for label, text in SMALL))
    monkeypatch.setattr(train_replies, "EXAMPLES", tmp_path)
    written = write_weights(tmp_path / "weights.json")
    monkeypatch.setattr("fullhouse.inbound.replies.cancel_score.WEIGHTS", tmp_path / "weights.json")
    assert cancel_scorer.__wrapped__() == written
    assert written.digest == source_digest()


def test_digest_changes_with_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train_replies, "EXAMPLES", tmp_path)
    before = source_digest()
    (tmp_path / "en.txt").write_text("cancel\nI can't come\n---\n")
    assert source_digest() != before


def difference(one: CancelScorer, other: CancelScorer) -> int:
    """Return the largest difference of a weight, in thousandths."""
    assert one.weights.keys() == other.weights.keys()
    pairs = ((weight, other.weights[ngram]) for ngram, weight in one.weights.items())
    return max(abs(one.bias - other.bias), *(abs(left - right) for left, right in pairs))


@pytest.mark.proof
def test_training_again_gives_the_committed_weights() -> None:
    assert difference(train(read_examples()), cancel_scorer()) <= MAX_RETRAINED_DIFFERENCE
