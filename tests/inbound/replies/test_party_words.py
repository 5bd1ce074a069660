"""The number of people that a mail speaks of."""

import pytest

from fullhouse.inbound.replies.party_words import FEWER, SEVERAL, is_only_number, people_in
from fullhouse.products.rsvp import commands


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("The three of us would love to come!", 3),
        ("Sign us up, all four of us", 4),
        ("We are 3, please", 3),
        ("We'll be five in total.", 5),
        ("A table for two please", 2),
        ("I'd like 2 seats", 2),
        ("Yes, we'll take the 3 seats", 3),
        ("My wife and I would love to come", 2),
        ("I'm coming with my husband", 2),
        ("Both of us are coming", 2),
        ("Count me in +1", 2),
        ("Me plus one", 2),
        ("Wir kommen zu dritt", 3),
        ("Wir sind vier Personen", 4),
        ("Wir drei kommen gern", 3),
        ("Bitte zwei Pl\u00e4tze", 2),
        ("Meine Frau und ich kommen gern", 2),
        ("Nous serons trois", 3),
        ("Nous viendrons \u00e0 quatre", 4),
        ("Deux places s'il vous pla\u00eet", 2),
        ("Ma femme et moi serons l\u00e0", 2),
        ("Somos tres", 3),
        ("Iremos los cuatro", 4),
        ("Dos plazas, por favor", 2),
        ("Mi mujer y yo queremos ir", 2),
        ("Count me in, and my two kids", 3),
        ("Me and two others", 3),
        ("I'll bring two more", 3),
        ("Ich komme gern und bringe noch zwei Freunde mit", 3),
        ("Je viens avec deux amis", 3),
        ("Voy con dos amigos", 3),
        ("Yes, but only me", 1),
        ("Gern, aber nur ich", 1),
        ("Oui, mais je viens seule", 1),
        ("S\u00ed, pero solo yo", 1),
        ("Yes, but I will come alone.", 1),
        ("I'll come alone.", 1),
        ("Yes, alone.", 1),
        ("Yes, we will be only one person.", 1),
        ("Ich werde allein kommen", 1),
        ("Ja, aber nur eine Person", 1),
        ("Oui, seul.", 1),
        ("Je viendrai toute seule", 1),
        ("Oui, mais une seule personne", 1),
        ("S\u00ed, pero sola", 1),
        ("Vendr\u00e9 solo", 1),
        ("S\u00f3lo ir\u00e9 yo", 1),
        ("S\u00ed, una sola persona", 1),
        ("We'll be two after all", 2),
        ("Wir werden doch zu zweit sein", 2),
        ("Wir sind jetzt nur zwei", 2),
        ("Ich bringe meine Frau mit", 2),
        ("Nous serons deux finalement.", 2),
        ("Nous viendrons finalement \u00e0 trois", 3),
        ("Al final seremos dos.", 2),
        ("Seremos solo dos", 2),
        ("Yes, but without my husband.", FEWER),
        ("Yes, but my wife can't make it", FEWER),
        ("Yes, but without the kids", FEWER),
        ("Ja, aber ohne meinen Mann", FEWER),
        ("Ja, mein Mann kommt leider nicht mit", FEWER),
        ("Oui, mais sans mon mari", FEWER),
        ("Oui, mais ma femme ne peut pas venir", FEWER),
        ("S\u00ed, pero sin mi marido", FEWER),
        ("S\u00ed, pero mi mujer no puede ir", FEWER),
    ],
)
def test_a_number_of_people_is_read(text: str, people: int) -> None:
    assert people_in(text) == people


@pytest.mark.parametrize(
    "text",
    [
        "We'd love to come",
        "Wir kommen gern",
        "Nous aimerions venir",
        "Queremos ir, nosotros",
        "Two seats please. Or maybe three seats.",
        "Two seats or three people",
        "I'm coming with my kids",
        "Voy con mis hijos",
    ],
)
def test_several_people_without_a_number_are_told_apart(text: str) -> None:
    assert people_in(text) == SEVERAL


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I'd like to come",
        "I'll be 3 minutes late",
        "One seat please",
        "See you at 7",
        "Call me: +49 30 123456",
        "Ich komme um 8",
        "Je viens",
        "Yo voy",
        "100 people asked me",
        "I have two more questions",
        "See you at two, my friends",
        "Yes, but I won't come alone",
        "Ich komme nicht allein",
        "Yes, but my wife can't eat gluten",
        "S\u00ed, solo una pregunta",
        "C'est la seule date possible",
    ],
)
def test_one_person_is_nobody_else(text: str) -> None:
    assert people_in(text) == 0


@pytest.mark.parametrize(
    "text", ["Al final seremos dos.", "Finalement, nous serons trois", "We'll be 4 after all"]
)
def test_a_new_number_of_people_is_all_that_a_mail_says(text: str) -> None:
    assert is_only_number(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "No podemos ir",
        "The two of us have a wedding on that day",
        "We are two, and sadly both of us are ill, so you will have to do without us",
    ],
)
def test_other_mails_say_more_than_a_number(text: str) -> None:
    assert not is_only_number(text)


def test_what_is_said_without_a_number_has_the_values_of_the_command() -> None:
    assert (SEVERAL, FEWER) == (commands.SEVERAL, commands.FEWER)


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Count us in, 2 adults and 2 kids", 4),
        ("Zwei Erwachsene und ein Kind", 3),
        ("2 adultes et 1 enfant", 3),
        ("2 adultos y 2 ni\u00f1os", 4),
        ("Yes, 2 or 3 of us", SEVERAL),
        ("2-3 people", SEVERAL),
        ("We are 2 to 3 people", SEVERAL),
        ("Wir sind 2 bis 3 Personen", SEVERAL),
        ("We'll be 4, 2 of us vegetarian", SEVERAL),
        ("Yes, I come alone, not the 3 of us", SEVERAL),
        ("The three of us will be there at 7", 3),
    ],
)
def test_two_numbers_are_added_up_or_asked_about(text: str, people: int) -> None:
    assert people_in(text) == people
