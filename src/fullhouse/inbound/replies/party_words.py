"""The number of people that a mail speaks of: "the three of us", "wir kommen zu dritt"."""

from fullhouse.inbound.replies.sentences import all_words, parse_sentences
from fullhouse.kernel.patterns import regex

# More than one come, or someone does not come along, and the mail does not say how many.
SEVERAL, FEWER = -1, -2
LARGEST = 50
# Words have no accents.
WRITTEN = """
    2 two both zwei zweit beide deux dos
    3 three drei dritt trois tres
    4 four vier viert quatre cuatro
    5 five funf funft cinq cinco
    6 six sechs sechst seis
    7 seven sieben siebt sept siete
    8 eight acht huit ocho
    9 nine neun neunt neuf nueve
    10 ten zehn zehnt dix diez
"""
NUMBERS = {
    word: int(number)
    for number, *words in map(str.split, WRITTEN.strip().splitlines())
    for word in words
}
N = rf"(?P<n>\d{{1,2}}|{'|'.join(NUMBERS)})"
PEOPLE = (
    "people|persons|person|guests|seats|places|spots|tickets|adults"
    "|personen|leute|leuten|platze|gaste|erwachsene"
    "|personnes|adultes|invites"
    "|personas|plazas|sitios|adultos|asientos|entradas"
)
# What may follow a number of people without a word for people.
END = (
    r"(?= in total| altogether| please| bitte| en tout| en total| after all| now| finalement"
    r"| maintenant| finalmente| al final| ahora| $|$)"
)
# What may stand before a number of people.
NOW = (
    r"(?:(?:now|only|just|nun|jetzt|nur|doch|finalement|maintenant|seulement|que|ahora|solo"
    r"|finalmente) ){0,2}"
)
COMPANION = (
    "wife|husband|partner|friend|girlfriend|boyfriend|son|daughter|mother|father|mum|mom|dad"
    "|sister|brother|colleague|flatmate|fiance|fiancee|spouse"
    "|frau|mann|partnerin|freund|freundin|sohn|tochter|mutter|vater|schwester|bruder|kollege"
    "|kollegin"
    "|femme|mari|compagne|compagnon|conjoint|conjointe|ami|amie|fils|fille|mere|pere|soeur|frere"
    "|collegue|copain|copine"
    "|mujer|marido|esposa|esposo|pareja|novia|novio|amiga|amigo|hijo|hija|madre|padre|hermana"
    "|hermano|companera|companero"
)
MY = "my|a|meine|mein|einer|einem|einen|meiner|meinem|meinen|ma|mon|une|un|mi|una"
COMPANIONS = (
    "kids|children|friends|sons|daughters|colleagues|others"
    "|kinder|kindern|freunde|freunden|freundinnen|kollegen|sohne|tochter|weitere"
    "|enfants|amis|amies|collegues|fils|filles|autres"
    "|hijos|hijas|ninos|ninas|amigos|amigas|colegas|companeros"
)
MINE = "my|our|meine|meinen|unsere|unseren|mes|nos|mis|nuestros|nuestras|otros|otras|other"
BRING = (
    "with|bring|bringing|plus|mit|bringe|bringen|avec|amene|emmene|amenerai|amenons"
    "|con|traigo|traere|llevo|llevare"
)
WE_ARE = (
    "we are|we're|we will be|we'll be|there are|there will be|wir sind|wir waren|wir waeren"
    "|nous sommes|nous serons|on est|on sera|somos|seremos|iremos|vamos"
)
WE_ACT = "would|will|are|wurden|wuerden|kommen|sind|mochten|venons|viendrons|aimerions"
COUNTED = tuple(
    regex(pattern)
    for pattern in (
        rf"\b(?:all )?{N} of us\b",
        rf"\b(?:us|wir|nous|nosotros|nosotras|tous les|toutes les) {N}{END}",
        rf"\b(?:us|wir|nous|tous les|toutes les) {N} (?:{WE_ACT})\b",
        rf"\b(?:{WE_ARE}) {NOW}{N}{END}",
        rf"\bwir werden {NOW}(?:zu )?{N} sein\b",
        rf"\b(?:party|group|gruppe|groupe|grupo) (?:of|von|de) {N}\b",
        rf"\bzu {N}{END}",
        rf"\b(?:kommen|sind|waren|waeren) (?:gern |gerne )?{NOW}zu {N}\b",
        rf"\b(?:viendrons|venons|sommes|serons) {NOW}a {N}\b",
        # "A las ocho" is a time.
        rf"(?<!\ba )(?<!de )(?<!sta )(?<!sde )(?<!bre )(?<!cia )\b(?:los|las) {N}{END}",
        rf"\b(?:los|las) {N} (?:iremos|vamos|asistiremos|queremos)\b",
        rf"\b(?:table|tisch|mesa|for|fur|pour|para) (?:for |fur |pour |para )?{N}{END}",
        rf"\b{N} (?:{PEOPLE})\b",
    )
)
SOME_NUMBER = N.replace("?P<n>", "?:")
# A number beside another, as in "2 or 3", "2-3" and "we are 4, 2 of us are late", or one denied.
UNSURE = regex(
    rf"\b{SOME_NUMBER} (?:(?:or|to|oder|bis|ou|a|o|maybe|vielleicht|peut-etre|quiza) )?"
    rf"{SOME_NUMBER}\b"
    rf"|\b(?:not|nicht|pas|no)(?: (?:the|all|die|alle|les|tous|los|todos))* {SOME_NUMBER}\b"
)
ONE = "one|1|eine|einer|einen|ein|une|un|una|uno"
GROWN = "adults|grownups|erwachsene|erwachsenen|adultes|adultos"
SMALL = "kid|kids|child|children|kind|kinder|kindern|enfant|enfants|nino|ninos|nina|ninas"
FAMILY = regex(
    rf"\b{N} (?:{GROWN}) (?:mit |with |avec |con )?(?P<m>{SOME_NUMBER}|a|{ONE}) (?:{SMALL})\b"
)
HOW_MANY = regex(rf"\b(?:{WE_ARE}) {NOW}{N}(?: (?:{PEOPLE}))?{END}")
LONGEST_NUMBER = 8
PAIRS = regex(
    rf"\b(?:(?:{MY}) (?:{COMPANION}) (?:i|me|ich|mich|moi|je|yo)"
    rf"|(?:i|me|ich|mich|moi|je|yo) (?:plus )?(?:{MY}) (?:{COMPANION})"
    rf"|(?:{BRING}) (?:{MY}) (?:{COMPANION}))\b"
    r"|\b(?:the )?(?:pair|couple) of us\b|\b(?:plus one|plus eins|plus un|mas uno)\b"
)
# These come beside the writer.
OTHERS = regex(
    rf"\b(?:(?:{MINE}) )?{N} (?:other |autres |otros |otras )?(?:{COMPANIONS})\b"
    rf"|\b(?:{BRING}) (?:noch )?{N.replace('<n>', '<m>')} (?:more|weitere|mehr|mas|plus)\b"
)
SEVERAL_OTHERS = regex(rf"\b(?:{BRING}) (?:noch |also |along )?(?:{MINE}) (?:{COMPANIONS})\b")
PLUS = regex(r"(?<![\d+(])\+\s?([1-9])(?![\d\s-]*\d)")
ALONE = regex(
    r"\b(?:alone|alleine?|(?:only|just) (?:me|myself|one of us)|on my own|by myself"
    r"|nur ich|nur einer? von uns|(?:seulement|juste|que) moi"
    r"|(?:moi|viens|viendrai|serai|suis|toute?|oui|mais) seule?"
    r"|solo yo|solo (?:ire|voy|vendre|vengo) yo"
    r"|(?:yo|voy|ire|vendre|vengo|estare|yes|pero) sola|(?:yo|voy|ire|vendre|vengo|estare) solo"
    r"|(?:yes|pero) solo$"
    rf"|(?:only|just|nur|seulement|solo|solamente) (?:{ONE}) (?:{PEOPLE}|personne|persona|platz"
    r"|seat|spot|place|ticket|plaza|entrada)"
    r"|(?:une|un) seule? (?:personne|place)|una sola (?:persona|plaza)"
    rf"|(?:{WE_ARE}) (?:only|just|nur|solo) (?:{ONE}))\b"
)
NOT_ALONE = regex(
    r"\b(?:not|won't|don't|never|nicht|pas|no)(?: \w+){0,2} "
    r"(?:alone|alleine?|seule?|sol[oa]|on my own|by myself)\b"
)
COMPANY = (
    rf"(?:{MY}|{MINE}|the|die|den|le|la|les|el|los|las) "
    rf"(?:(?:{N.replace('?P<n>', '?:')}) )?(?:{COMPANION}|{COMPANIONS})"
)
WITHOUT = regex(
    rf"\b(?:without|ohne|sans|sin) {COMPANY}\b"
    rf"|\b{COMPANY} (?:"
    r"(?:can't|cannot|can not|won't|will not)(?: (?:make|come|be|join|attend|manage)\b|$)"
    r"|(?:is|are)(?:n't| not) (?:coming|able|well)\b|(?:is|are) (?:ill|sick)\b"
    r"|(?:kann|konnen|kommt|kommen)(?: \w+){0,2} nicht\b|(?:ist|sind) krank\b"
    r"|ne (?:vient|viennent|viendra|viendront|sera|seront|pourra|pourront)\b"
    r"|ne (?:peut|peuvent) pas(?: (?:venir|etre)\b|$)|(?:est|sont) malades?\b"
    r"|no (?:viene|vienen|vendra|vendran|ira|iran|va|van)\b"
    r"|no (?:puede|pueden|podra|podran)(?: (?:ir|venir|asistir|estar)\b|$)"
    r"|(?:esta|estan) enferm[oa]s?\b)"
)
SEVERAL_OF_US = regex(
    r"\b(?:we|we'd|we'll|we're|us|wir|uns|nous|nosotros|nosotras|iremos|vamos|queremos"
    r"|asistiremos|nos)\b"
)


def people_in(text: str) -> int:
    """Return how many people a mail speaks of, the writer included.

    1 only if it says so, 0 if it speaks of nobody; `SEVERAL` if it does not say how many, `FEWER`
    if it says only that someone does not come along.
    """
    extra = PLUS.search(text)
    if extra is not None:
        return int(extra[1]) + 1
    found = [_people(" ".join(all_words((one,)))) for one in parse_sentences(text)]
    counts = {count for count in found if count > 0}
    if len(counts) == 1:
        return counts.pop()
    if FEWER in found and not counts:
        return FEWER
    return SEVERAL if counts or SEVERAL in found else 0


def is_only_number(text: str) -> bool:
    """Return True if a mail says only how many people come: "in the end there will be two of us".

    The words for a change of mind are those of many a cancellation.
    """
    sentences = parse_sentences(text)
    words = " ".join(all_words(sentences))
    return len(words.split()) <= LONGEST_NUMBER and bool(HOW_MANY.search(words))


def _people(words: str) -> int:
    """Return how many people a sentence speaks of."""
    counted = _counted(words)
    if counted:
        return counted
    if WITHOUT.search(words):
        return FEWER
    others = OTHERS.search(words)
    if others is not None:
        return _number(others["n"] or others["m"]) + 1
    return 2 if PAIRS.search(words) else _people_unnumbered(words)


def _people_unnumbered(words: str) -> int:
    """Return 1 for someone who comes alone, and `SEVERAL` for any number; else 0."""
    if ALONE.search(words) and not NOT_ALONE.search(words):
        return 1
    is_several = SEVERAL_OF_US.search(words) or SEVERAL_OTHERS.search(words)
    return SEVERAL if is_several else 0


def _counted(words: str) -> int:
    """Return the number of people that a sentence names, `SEVERAL` if it is not sure; else 0."""
    family = FAMILY.search(words)
    if family is not None:
        return _number(family["n"]) + _number(family["m"])
    sizes = _sizes(words)
    if not sizes:
        return 0
    if len(sizes) > 1 or UNSURE.search(words):
        return SEVERAL
    return sizes.pop()


def _sizes(words: str) -> set[int]:
    """Return the numbers of people that a sentence names, the writer among them."""
    counted = (match for pattern in COUNTED for match in pattern.finditer(words))
    numbers = {_number(match["n"]) for match in counted}
    return {number for number in numbers if 1 < number <= LARGEST}


def _number(word: str) -> int:
    if word.isdecimal():
        return int(word)
    return NUMBERS.get(word, 1)
