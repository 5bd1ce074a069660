"""Words that leave a list, and words that want to be on it."""

import pytest

from fullhouse.inbound.replies.leaving import leaving
from fullhouse.inbound.replies.list_words import says_sign_up


@pytest.mark.parametrize(
    "text",
    [
        "Take me off the list",
        "Please take me off the waitlist, thanks",
        "Could you remove me?",
        "Leave the line",
        "There's no need to keep me on your waitlist, we're away",
        "Ihr müsst mich nicht mehr auf der Warteliste lassen",
        "Ce n'est pas la peine de nous garder sur la liste",
        "Ya no hace falta que nos mantengan en la lista",
        "Leave the waitlist",
        "Cancel my registration",
        "Warteliste verlassen",
        "Bitte streicht mich von der Warteliste",
        "Quitter la liste d'attente",
        "Retirez-moi de la liste",
        "Salir de la lista de espera",
        "Qu\u00edtame de la lista, por favor",
    ],
)
def test_words_that_say_so_leave_the_list(text: str) -> None:
    assert leaving(text)


@pytest.mark.parametrize(
    "text",
    [
        "No",
        "No thanks, not this time",
        "I can't come",
        "Please don't take me off the list",
        "Do you no longer need to keep me on the list?",
        "No need to hurry, keep me on the list",
        "Bitte nicht von der Liste streichen",
        "Give my seat to someone else",
        "Ich kann nicht kommen",
        "Je ne peux pas venir",
        "No puedo ir",
    ],
)
def test_a_no_does_not_leave_the_list(text: str) -> None:
    assert not leaving(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'd like to come",
        "Hi, I would love to come!",
        "Please put me on the list",
        "A seat for me, please",
        "Me too, please",
        "Ich auch bitte!",
        "Moi aussi",
        "Yo tambi\u00e9n",
        "Ich m\u00f6chte kommen",
        "Ich w\u00fcrde gerne kommen",
        "Bitte meldet mich an",
        "Bitte einen Platz f\u00fcr mich!",
        "Je voudrais venir",
        "Inscrivez-moi s'il vous pla\u00eet",
        "Me gustar\u00eda ir",
        "Ap\u00fantame, por favor",
    ],
)
def test_words_that_want_to_come_sign_up(text: str) -> None:
    assert says_sign_up(text)


@pytest.mark.parametrize(
    "text",
    [
        "Is there parking?",
        "Thanks!",
        "Great evening, thank you",
        "I'd love to come but I'm away",
        "If I want to come, how do I sign up?",
        "I don't want to come",
        "Ich w\u00fcrde gern kommen, aber ich bin im Urlaub",
        "Ich m\u00f6chte nicht kommen",
        "Wann geht es los?",
        "O\u00f9 est-ce que c'est ?",
        "\u00bfHay aparcamiento?",
        "Unsubscribe",
    ],
)
def test_questions_thanks_and_refusals_do_not_sign_up(text: str) -> None:
    assert not says_sign_up(text)
