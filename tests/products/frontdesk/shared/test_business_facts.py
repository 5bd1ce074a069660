"""The business as its messages know it, in the language that their reader chose."""

from fullhouse.products.frontdesk.shared.message_facts import business_facts, page_fields
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

RULES = Rulebook(business="Salon Jess", language="de")


def test_only_a_language_that_differs_from_the_business_s_is_chosen() -> None:
    chosen = business_facts(RULES, "sv")
    assert (chosen["language"], chosen["chosen"]) == ("sv", "sv")
    assert business_facts(RULES, "de") == business_facts(RULES)


def test_links_keep_the_language_that_was_chosen() -> None:
    assert page_fields({"business": business_facts(RULES, "sv")}) == {"lang": "sv"}
    assert page_fields({"business": business_facts(RULES)}) == {}
