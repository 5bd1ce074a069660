"""The committed weights belong to the examples and the trainer, and only they are shipped."""

from fullhouse.inbound.replies.cancel_score import WEIGHTS, cancel_scorer
from tests.gates.source import ROOT, files, project
from training.train_replies import EXAMPLES, source_digest

MAX_SHIPPED_BYTES = 1_000_000


def test_weights_were_trained_from_these_examples() -> None:
    """After a change to the examples, the trainer or the scorer: `make reply-weights`."""
    assert cancel_scorer().digest == source_digest()


def test_training_data_is_not_in_the_wheel() -> None:
    (package,) = project()["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert WEIGHTS.is_relative_to(ROOT / package)
    assert not EXAMPLES.is_relative_to(ROOT / package)


def test_no_shipped_file_is_larger_than_a_megabyte() -> None:
    shipped = [path for path in files() if path.is_relative_to(ROOT / "src")]
    assert [path.name for path in shipped if path.stat().st_size > MAX_SHIPPED_BYTES] == []
