"""Answers that leave a seat open: a condition, a doubt, or somebody else who shall have it."""

from fullhouse.inbound.folding import fold_text
from fullhouse.inbound.replies.occasions import REFUSAL
from fullhouse.inbound.replies.party_words import COMPANION, COMPANIONS
from fullhouse.inbound.replies.sentences import sentence_texts
from fullhouse.kernel.patterns import regex

PERSON = regex(
    rf"\b(?:{COMPANION}|{COMPANIONS}|neighbour|neighbor|roommate|housemate|mate|cousin|nephew|niece"
    r"|uncle|aunt|boss|grandson|granddaughter|nachbarin?|mitbewohnerin?|cousine?|neffe|nichte|onkel"
    r"|tante|chefin?|enkelin?|bruder|schwager|schwagerin|schwiegermutter|voisine?|colocataire|neveu"
    r"|niece|oncle|beau-frere|belle-soeur|belle-mere|petit-fils|petite-fille|vecin[oa]|prim[oa]"
    r"|sobrin[oa]|ti[oa]|cunad[oa]|suegr[oa]|niet[oa]|companer[oa])\b"
)
SEAT = (
    r"(?:(?:my|our|the|meine[nrm]?|unsere[nrm]?|den|die|ma|la|notre|nos|mes|mi|mis|nuestr[oa]s?)"
    r" (?:seat|place|spot|ticket|chair|platz|karte|stuhl|place|billet|chaise|plaza|sitio|asiento"
    r"|entrada|lugar)s?)"
)
USES = (
    r"(?:use|using|uses|take|taking|takes|have|get|fill|nutz\w*|nimmt|nehmen|ubernimmt|ubernehmen"
    r"|bekommt|bekommen|einspring\w*|einnehmen|prend\w*|utilis\w*|occup\w*|profit\w*|recuper\w*"
    r"|usar\w*|usa|aprovech\w*|ocup\w*|quedar\w*|goes? to|geht an|ira a|revient|va para)"
)
SEAT_USED = regex(
    rf"\b{USES}\b[^.!?]{{0,25}}\b{SEAT}\b|\b{SEAT}\b[^.!?]{{0,40}}\b{USES}\b"
    r"|\b(?:use|take|have) it\b|\bnimmt (?:ihn|sie)\b|\bubernimmt (?:ihn|sie)?"
    r"|\b(?:la|l') ?(?:prend|utilis|occup|recuper)\w*|\bla (?:usar|aprovech|ocup)\w*"
    r"|\bviene con mi\b"
)
INSTEAD = regex(
    r"\b(?:instead of me|in my (?:place|stead)|on my ticket|an meiner stelle|statt meiner"
    r"|(?:an)?statt mir|anstelle von mir|fur mich (?:ein|kommt|kommen)|a ma place|pour me remplacer"
    r"|me remplace\w*|en mi lugar|en vez de mi|por mi ira|me sustituye|sustituirme|vertritt mich)\b"
)
# Somebody whom they name shall get it.
TO_PERSON = regex(
    r"\b(?:give|pass|hand|offer|gebt?|geben|gib|donnez|donne|offrez|laissez|dad|dadle|dale|denle"
    r"|ceded\w*)\b[^.!?]{0,40} (?:to (?:my|our)|(?:an )?(?:meine[rmn]?|unsere[rmn]?)|a (?:ma|mon"
    rf"|notre|mi|nuestr[oa])) (?:\w+ )?{PERSON.pattern[2:]}"
)
NOBODY = regex(
    r"\b(?:someone|somebody|anyone|anybody|others?|next|waitlist|waiting list|jemand\w*"
    r"|andere[nrm]?"
    r"|nachste[nr]?|warteliste|quelqu'un|autre|suivant|liste d'attente|alguien|otr[oa]|siguiente"
    r"|lista de espera|quien)\b"
)
IF = regex(
    r"\b(?:if|unless|provided|depends|depending|wenn|falls|sofern|ausser|es sei denn|je nachdem"
    r"|hangt (?:davon|von)|kommt (?:drauf|darauf) an|si|s'il|s'ils|a moins|sauf|depend|au cas ou"
    r"|a menos que|salvo|depende|como no)\b"
)
NOT_THEN = regex(
    r"\b(?:(?:not|n't|never)(?: be)?(?: able to)? (?:come|coming|make it|be there|attend|join)"
    r"|don't think (?:i|we)|assume (?:i|we|that)|give (?:it|my|the seat)|let (?:it|my seat) go"
    r"|count me out|not wait|cancel\w*|free (?:my|the|it)|without me"
    r"|nicht (?:\w+ )?(?:kommen|dabei|komme)|ohne mich|absag\w*|nicht (?:fest )?(?:mit mir|ein)"
    r"|plant mich|rechnet nicht|(?:vergebt|gebt|vergeben)|platz (?:weiter|frei|ist)"
    r"|bin (?:ich )?raus"
    r"|pas (?:m'attendre|venir|compter)|m'attendez|ne (?:viens|viendrai|pourrai|serai)|sans moi"
    r"|liberez|liberer|donnez|considerez|annulez"
    r"|no (?:voy|ire|podre|puedo|vendre|conteis|cuenten|asistire|me espereis)|sin mi|dad la|dadle"
    r"|dad mi|den la|ceded|pues no|liberad\w*)"
)
UNSURE = regex(
    r"\b(?:not sure|unsure|don't know|might not|may not|might have to|tricky|touch and go"
    r"|up in the air|on the fence|two minds|undecided|need to think|think about it|50/50|doubtful"
    r"|can't (?:say(?! no)|tell|promise|decide)|let you know|sleep on it|perhaps|maybe"
    r"|weiss (?:\w+ ){0,4}nicht|nicht sicher|unsicher|mal sehen|mal schauen|jein|vielleicht"
    r"|kann (?:\w+ ){0,4}nicht (?:sagen|versprechen|zusagen)|wackelt|wackelig|schwanke|eventuell"
    r"|uberleg\w*|unter vorbehalt|unentschlossen|wird knapp|wird eng"
    r"|pas (?:encore )?(?:sure?|certaine?)|sais pas|hesit\w*|pas gagne|mal barre|complique"
    r"|incertain|peut-etre|vous (?:redis|dirai|tiens)|a voir|reflech\w*|en suspens"
    r"|no (?:lo )?(?:se|sabemos)\b|no estoy segur\w*|(?<!lo )(?<!sin )dud[oa]\w*|quiza\w*"
    r"|a lo mejor|tal vez|depende"
    r"|dificil\w*|complicado|ya os (?:contare|dire|digo)|ya (?:te|le) (?:cuento|digo|dire)"
    r"|me lo pienso|lo (?:consult|piens)\w*|en el aire|cuesta arriba)\b"
)
MYSELF = regex(
    r"\b(?:i|i'm|i'll|i've|i'd|me|we|we're|we'll|we've|we'd|us|ich|mich|mir|wir|uns|bin|hab|je|j'"
    r"|m'|moi|nous|on|yo|me|nosotr[oa]s|conmigo|puedo|podre|podemos|podremos|voy|vamos|ire"
    r"|iremos|tengo|tenemos|estoy"
    r"|estare|estamos|estaremos|he|hemos|quiero|cancelo|renuncio|anulo|asistire)\b|\bj'|\bm'"
    # Sentences without their subject: "Muss leider absagen", "Have to cancel".
    r"|^\W*(?:(?:leider|sorry|sadly|so|und|and|hallo|hi|hey)\W+){0,2}(?:muss|mussen|kann|konnen"
    r"|sind|habe|schaff\w*|komme|liege|sitze"
    r"|can't|cannot|have to|need to|got to|won't|am|stuck|dois|peux|suis)\b"
)
# Somebody else is the only one spoken of.
OTHERS = regex(
    r"\b(?:he|she|they|elle|ils|elles|er|ella|ellos"
    r"|il(?! (?:n'y|y|est|faut|me|m'|ne m|pleut|fait|reste|ne reste)))\b"
)
LONGEST_DOUBT = 30


def hands_over(text: str) -> bool:
    """Return True if somebody whom the writer names shall have the seat."""
    return any(map(_hands_over, map(fold_text, sentence_texts(text))))


def is_conditional(text: str) -> bool:
    """Return True if the writer stays away only if something happens, or does not."""
    sentences = (one.replace("s\u00ed", "yes") for one in sentence_texts(text))
    return any(map(_is_conditional, map(fold_text, sentences)))


def is_unsure(text: str) -> bool:
    """Return True if a short text says that its writer does not know yet."""
    folded = fold_text(text)
    return len(folded.split()) <= LONGEST_DOUBT and UNSURE.search(folded) is not None


def speaks_of_self(text: str) -> bool:
    """Return True if a text speaks of its writer, and what it denies is not said of others."""
    sentences = [fold_text(one) for one in sentence_texts(text)]
    denied = (one for one in sentences if REFUSAL.search(one) and OTHERS.search(one))
    return any(map(MYSELF.search, sentences)) and all(map(MYSELF.search, denied))


def _hands_over(sentence: str) -> bool:
    if NOBODY.search(sentence):
        return False
    if INSTEAD.search(sentence) or TO_PERSON.search(sentence):
        return True
    return bool(PERSON.search(sentence) and SEAT_USED.search(sentence))


def _is_conditional(sentence: str) -> bool:
    if "?" in sentence or NOBODY.search(sentence) or not IF.search(sentence):
        return False
    return NOT_THEN.search(sentence) is not None
