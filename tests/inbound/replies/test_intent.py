import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fullhouse.inbound import replies
from fullhouse.inbound.replies.intent import decide, grammar_intent, parse_reply, reply_intent
from tests.support.cpu_time import assert_cpu

FIRST_REPLY = """
import time
from fullhouse.inbound.replies.intent import reply_intent
print(reply_intent("Sorry, I can't come on Friday after all."), time.process_time())
"""
MAX_FIRST_REPLY_SECONDS = 0.5


@pytest.mark.parametrize(
    "text",
    [
        "Da ich am 14. operiert werde, kann ich leider nicht kommen.",
        "Meine Frau und ich k\u00f6nnen am Samstag leider nicht kommen.",
        "Ich muss leider wegen meiner Tochter absagen.",
    ],
)
def test_clause_that_begins_with_its_verb_after_another_is_no_question(text: str) -> None:
    assert reply_intent(text) == "cancel"


@pytest.mark.parametrize(
    "text",
    [
        "Ist mein Platz noch frei?",
        "N\u00fcsse vertrage ich leider nicht.",
        "Meinen zweiten Platz k\u00f6nnt ihr vergeben.",
        "Den Nudelsalat muss ich leider absagen.",
        "Ich muss um neun gehen.",
        "Meine Eltern sind leider verhindert.",
    ],
)
def test_cancel_of_something_else_costs_no_seat(text: str) -> None:
    assert reply_intent(text) == "nothing"


def test_two_languages_in_one_reply_are_both_read() -> None:
    assert reply_intent("Hola a todos!\nI can't come, sorry") == "cancel"


@pytest.mark.parametrize(
    ("text", "score", "intent"),
    [
        ("See you there", 0.9, "come"),
        ("See you there", 0.91, "seems_cancel"),
        ("I can't come", 0.0, "cancel"),
        ("Hello Jo, here is my reply at last: I can't come", 0.5, "seems_cancel"),
        ("Hello Jo, here is my reply at last: I can't come", 0.51, "cancel"),
        ("The weather is lovely", 0.4, "nothing"),
        ("The weather is lovely", 0.41, "seems_cancel"),
        ("The weather is lovely", 0.91, "cancel"),
        ("Is the weather lovely?", 0.91, "seems_cancel"),
        ("The weather is lovely, and so is the whole town in summer", 0.27, "nothing"),
        ("The weather is lovely, and so is the whole town in summer", 0.28, "seems_cancel"),
        ("Unsubscribe", 1.0, "stop"),
        ("", 1.0, "nothing"),
    ],
)
def test_decision_needs_both_grammar_and_score(text: str, score: float, intent: str) -> None:
    assert decide(parse_reply(text), score) == intent


def test_grammar_intent_ignores_the_score() -> None:
    text = "Please accept my apologies for absence."
    assert (grammar_intent("See you there"), grammar_intent(text)) == ("come", "nothing")
    assert reply_intent(text) != "nothing"


@pytest.mark.proof
@pytest.mark.timing
def test_first_reply_in_fresh_checkout_takes_less_than_half_a_second(tmp_path: Path) -> None:
    source = Path(replies.__file__).parent
    copy = tmp_path / "fullhouse/inbound/replies"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for package in (copy.parent, copy.parents[1]):
        (package / "__init__.py").touch()
    command = [sys.executable, "-B", "-c", FIRST_REPLY]
    environment = {"PYTHONPATH": str(tmp_path)}
    seconds: list[float] = []
    for _ in range(3):
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        intent, spent = run.stdout.split()
        assert intent == "cancel"
        seconds.append(float(spent))
    assert_cpu(min(seconds), MAX_FIRST_REPLY_SECONDS)
