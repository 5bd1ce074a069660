"""A yes in free text to our question whether a seat shall be cancelled."""

import pytest

from fullhouse.inbound.replies.agreement import agrees_to_cancel
from fullhouse.inbound.replies.intent import parse_reply


@pytest.mark.parametrize(
    "text",
    [
        "Yes please, I'm so sorry!",
        "Yes, cancel it. Thanks, Orla",
        "Right, do that please",
        "By all means! Somebody else can have it",
        "Ja bitte, entschuldigt",
        "Genau, bitte stornieren. Gruß Henning",
        "Nur zu, dann hat jemand anderes was davon",
        "Oui merci, et pardon",
        "Tout à fait, annulez",
        "Faites, je suis désolée. Maëlle",
        "Sí, gracias, y perdón",
        "Así es, anuladla por favor",
        "Adelante, y gracias",
    ],
)
def test_a_yes_that_adds_nothing_else_agrees(text: str) -> None:
    assert agrees_to_cancel(text)
    assert "come" not in parse_reply(text).signs


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Thanks",
        "Yes? Why?",
        "Yes, keep it",
        "Yes, still stuck on the road",
        "Yes, no need to cancel",
        "Ja, bloß nicht stornieren",
        "Ja, bin noch im Zug",
        "Oui, gardez-la",
        "Oui, n'annulez pas",
        "Sí, guardádmela",
        "Sí, gracias, guardádmela",
        "Sí, no la canceléis",
        "Go ahead with the quiz without me for the first round",
        "Yes " + "and so on " * 20,
    ],
)
def test_a_yes_that_goes_on_does_not_agree(text: str) -> None:
    assert not agrees_to_cancel(text)
