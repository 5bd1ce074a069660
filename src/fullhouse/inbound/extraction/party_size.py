"""Number of people for a table or a time, where it is plainly said."""

import re

from fullhouse.inbound.extraction.text import Source, folded
from fullhouse.inbound.extraction.vocabulary import COUNT, NUMBER_OF, either, number
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.shared.proposals import Confidence, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import LARGEST_PARTY

N = rf"(?P<count>\d{{1,2}}|{either(NUMBER_OF)})"
MORE_THAN_ONE = either({name: value for name, value in NUMBER_OF.items() if value > 1})
NOT_ONE = rf"(?P<count>\d{{1,2}}|{MORE_THAN_ONE})"
PEOPLE = (
    r"(?:people|persons?|guests?|pax|covers|diners|heads|of us|adults?|personen?|leuten?|gasten?"
    r"|gaeste|erwachsenen?|personnes?|(?:freien? )?platzen?|(?:free )?(?:seats|places|spots)|plazas"
    r"|couverts?|convives|adultes?|personas?|comensales|adultos?|invitados)"
)
CHILDREN = (
    r"(?:toddlers?|kleinkind(?:er)?|kids?|child(?:ren)?|kind(?:ern?)?|enfants?|ninos?|ninas?"
    r"|hijos?|baby|babies|bebes?)"
)
TOGETHER = {
    "zweit": 2,
    "dritt": 3,
    "viert": 4,
    "funft": 5,
    "fuenft": 5,
    "sechst": 6,
    "siebt": 7,
    "acht": 8,
    "neunt": 9,
    "zehnt": 10,
    "zweien": 2,
    "dreien": 3,
    "vieren": 4,
    "funfen": 5,
    **dict.fromkeys(("both of us", "us both", "uns beide", "wir beide"), 2),
    **dict.fromkeys(("nous deux", "los dos", "las dos", "nosotros dos"), 2),
}
TOGETHER_WITH = r"(?:und ich|und mich|and i|and me|et moi|y yo)"
EACH = (
    r"(?:je (?:ein|eine|einen)|each|both|beide|tous les deux|toutes les deux|chacune?|ambos|ambas"
    r"|cada un[oa])"
)
MINE = "my|mein|meine|meinen|mon|ma|mi"
FOR = r"(?:for|fur|fuer|pour|para)"
MEALS = (
    r"table|tisch|mesa|dinner|lunch|brunch|breakfast|abendessen|mittagessen|essen|diner|dejeuner"
    r"|repas|cena|comida|almuerzo"
)
NOT_UNITS = (
    r"(?![\w:/]|\.\d| ?(?:hours?|weeks?|days?|months?|minutes?|o'clock|uhr|stunden?|wochen?|tagen?"
    r"|tage|monate?|heures?|semaines?|jours?|mois|horas?|semanas?|dias?|meses|[ap]\.?m\b|h\b|eur"
    r"|euros?|%|th\b|mal\b|times))"
)
GROUPS = (
    regex(
        rf"(?<![\w.,:/+-]){N} (?:{PEOPLE})(?:,? (?:(?:and|und|et|y|plus"
        rf"|\+) )?(?P<more>{COUNT}) (?:\w{{1,12}} )?{CHILDREN})?(?!\w)"
    ),
    regex(rf"(?<!\w)(?:party|group) of {N}{NOT_UNITS}"),
    regex(rf"(?<!\w)(?:{MEALS}) (?:\w{{1,12}} )?{FOR} {NOT_ONE}{NOT_UNITS}"),
    regex(rf"(?<!\w)zu (?P<together>{either(TOGETHER)})(?!\w)"),
    regex(
        r"(?<!\w)(?P<together>both of us|us both|uns beide|wir beide|nous deux|los dos|las dos"
        r"|nosotros dos)(?!\w)"
    ),
    regex(r"(?<!\w)zu (?P<count>\d{1,2})(?: ?t)(?!\w)"),
    regex(
        r"(?<!\w)(?:we are|we're|we'll be|we will be|there(?:'ll| will) be|there are|wir sind"
        r"|wir waren|wir werden|nous sommes"
        rf"|nous serons|nous serions|on sera|on est|on serait|somos|seremos|seriamos)"
        rf"(?: (?:about|only|just|nur|solo|que|zu|etwa|donc|also|now|jetzt|maintenant|ahora|alors"
        rf"|entonces|environ|unos|a))? {NOT_ONE}{NOT_UNITS}(?! (?:neue|new|nouveaux|nuevos))"
    ),
    regex(
        rf"(?<!\w){FOR} (?P<count>{MORE_THAN_ONE})"
        rf"(?= ?(?:[.,;!?\n()]|$|on |at |am |um |le |el |a |with |mit |avec |con |this |next |in "
        rf"|im |please|bitte))"
    ),
    regex(
        rf"(?<!\w)(?P<together>(?:{MINE}))(?: \w{{3,12}}){{1,2}} {TOGETHER_WITH}(?!\w)"
        rf"(?=[^.!?\n]{{0,60}}(?<!\w){EACH}(?!\w))"
    ),
    regex(
        r"(?<!\w)(?:put|for|book|add|fit) (?P<together>me (?:and|\+|&|plus) my) (?:\w{1,9} )?"
        r"(?!hair|back|teeth|beard)[a-z]{3,12}(?!\w)"
    ),
    regex(
        rf"(?<!\w)(?:fur|pour|para) (?P<together>(?:{MINE}))(?: \w{{3,12}}){{1,2}} (?:und mich"
        rf"|et moi|y para mi|y yo)(?!\w)"
    ),
)


def party_in(
    source: Source, book: Rulebook, sure: Confidence | None = None
) -> ProposedField | None:
    """Return the number of people."""
    small = source.small
    for pattern in GROUPS:
        for found in pattern.finditer(small):
            count = _count(found)
            if 1 <= count <= LARGEST_PARTY:
                words = source.words_at(found.start())
                return ProposedField("party", str(count), sure or "likely", words)
    return _bare(source) if sure else None


def _count(found: re.Match[str]) -> int:
    groups = found.groupdict()
    together = groups.get("together")
    count = TOGETHER.get(together, 2) if together else number(found["count"])
    return count + number(groups.get("more") or "")


def _bare(source: Source) -> ProposedField | None:
    """Read a number that stands alone behind its label."""
    found = re.match(rf" {{0,3}}{N}(?![\w:./])", folded(source.text))
    if found is None:
        return None
    count = number(found["count"])
    if not 1 <= count <= LARGEST_PARTY:
        return None
    return ProposedField("party", str(count), "sure", source.words_at(0))
