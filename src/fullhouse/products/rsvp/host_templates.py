"""Templates of hosts: their variables, and the text they render to."""

from collections.abc import Mapping
from typing import Any

import msgspec

from fullhouse.kernel.letters import paragraphs, single_line
from fullhouse.kernel.templates import TemplateProblem, Value, render, validate
from fullhouse.locale import catalogue, known_language
from fullhouse.products.rsvp.message_context import GROUP, STANDING_BY_KIND, MessageContext, say
from fullhouse.products.rsvp.message_facts import EventFacts

# The variables of a host's template, each with a sample; some exist only in certain messages.
VARIABLES: dict[str, Value] = {
    "name": "Ada",
    "event": "Summer party",
    "when": "Saturday 20 June 2026, 18:00 (Berlin time)",
    "venue": "The old mill",
    "party": 1,
    "host": "host@example.org",
    "host_name": "Grace",
}
WITH_DEADLINE = ("offer", "invite", "cancel_pending")
VARIABLES_OF_SOME: dict[str, tuple[Value, tuple[str, ...]]] = {
    "position": (3, ("waitlisted", "declined", "offer_lapsed")),
    "deadline": ("Saturday 20 June, 16:00", WITH_DEADLINE),
    "until": ("until Saturday 20 June, 16:00", WITH_DEADLINE),
    "days": (7, ("reminder",)),
}
TO_HOST = {"host", "question"}


def check_template(kind: str, source: str) -> None:
    """Raise `TemplateProblem` if a host's template cannot be used for this kind of message."""
    known = catalogue("en").find(GROUP, f"{kind}.subject")
    if not known or STANDING_BY_KIND.get(kind) in TO_HOST:
        raise TemplateProblem(1, f"guests get no message called {kind!r}")
    validate(source, template_variables(kind))


def template_variables(kind: str) -> dict[str, Value]:
    """Return the variables of templates for this kind of message, with a sample of each."""
    variables = dict(VARIABLES)
    for name, (sample, kinds) in VARIABLES_OF_SOME.items():
        if kind in kinds:
            variables[name] = sample
    return variables


def thank_you_draft(event: Mapping[str, Any]) -> str:
    """Return a thank-you that the host may edit, from the event's facts."""
    facts = msgspec.convert(event, EventFacts)
    return say(known_language(facts.language), "draft", {"event": single_line(facts.name)})


def template_values(context: MessageContext) -> dict[str, Value]:
    """Return the values of the variables of a template for this message."""
    return {name: context.values[name] for name in template_variables(context.kind)}


def host_words(context: MessageContext) -> tuple[str, ...]:
    """Return the host's own text; nothing if its template fails, so that our text is used."""
    try:
        return paragraphs(render(context.facts.template, template_values(context)))
    except TemplateProblem:
        return ()
