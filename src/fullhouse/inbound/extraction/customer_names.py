"""Who asks: as a label, a sentence, the head of a forwarded letter, the sender or the signature says."""

import re

import msgspec

from fullhouse.inbound.extraction.labelled_lines import Labelled
from fullhouse.inbound.extraction.text import Source, cleaned, folded, line_at
from fullhouse.inbound.forms.guest_form import clean_name
from fullhouse.products.frontdesk.shared.proposals import Confidence, ProposedField

MOST_WORDS = 5
LONGEST_SIGNATURE = 50
MOST_LINES = 100
PARTICLES = frozenset(
    [
        "von",
        "van",
        "der",
        "den",
        "de",
        "del",
        "la",
        "las",
        "los",
        "di",
        "da",
        "du",
        "le",
        "el",
        "zu",
        "y",
        "und",
        "bin",
        "al",
        "ten",
        "ter",
        "st",
        "i",
    ]
)
SAYS = re.compile(
    r"(?<!\w)(?:my name is|my name's|the name is|mein name ist|mein name lautet|ich heisse"
    r"|ich heise|je m'appelle|mon nom est|au nom de|under the name(?: of)?|auf den namen"
    r"|a nombre de|me llamo|mi nombre es)(?::)? "
)
IS = re.compile(
    r"(?<!\w)(?:this is|i am|i'm|it's|hier ist|hier schreibt|hier spricht|ich bin|je suis|c'est|ici"
    r"|soy|aqui|le escribe|habla) "
)
CALLED = re.compile(
    r"(?<!\w)(?:customer|client|patient|guest|kundin|kunde|patientin|gast|cliente|clienta|patiente"
    r"|paciente|for|fur|pour|para|add|put) "
)
TITLED = re.compile(
    r"(?<!\w)(?:(?:mrs?|ms|miss|frau|herrn?|mme|madame|monsieur|m\.|sra?|senora?)\.?|fr\.|hrn?\.) "
)
SPEAKS = re.compile(r",? (?:a l'appareil|am apparat|speaking|al aparato|al habla)(?!\w)")
LISTS = re.compile(
    r"(?<!\w)(?:put|add|mettre|inscrire|noter|ajouter|inscrivez|mettez|ajoutez|(?:apuntar|apunte"
    r"|apunten|apuntad|poner|anotar) a|(?:setzen|tragen|nehmen) sie(?: bitte)?) (?=[^.!?\n]{5,120}"
    r"(?<!\w)(?:waiting ?list|waitlist|list|warteliste"
    r"|liste|lista)(?!\w))"
)
OF_THE_FAMILY = (
    r"(?:mother|mum|mom|father|dad|daughter|son|wife|husband|sister|brother|partner|mutter|vater"
    r"|tochter|sohn|frau|mann|schwester|bruder|mere|pere|fille|fils|femme|mari|soeur|frere|madre"
    r"|padre|hija|hijo|mujer|marido|hermana|hermano)"
)
NEEDED_BY = re.compile(
    rf"(?<!\w)(?:my|meine?|mon|ma|mi) {OF_THE_FAMILY},? (?=[^.!?\n]{{5,60}}(?<!\w)(?:needs|wants"
    rf"|would like|braucht|mochte"
    r"|hatte gern|a besoin|voudrait|aimerait|souhaite|necesita|quiere|querria)(?!\w))"
    r"|(?<!\w)(?:appointment|booking|rendez-vous|rdv|cita|reserva) (?:for|pour|para) "
)
TITLES = frozenset({"dr", "dr.", "prof", "prof."})
A_FAMILY = re.compile(r"(?:fam(?:ille|ilie|ilia|ily|\.)? .*|the .* family|.* family)")
GREETINGS = r"gru(?:s|ss|e?ss)(?:en|e|s)?"
CLOSES = re.compile(
    r"(?:(?:with )?(?:many |best |kind |kindest |warm )?(?:regards|wishes|thanks)"
    r"|thank you(?: (?:very|so) much)?|thanks (?:ever )?so much|thanks a million|thx|cheers"
    r"|yours(?: sincerely| truly)?|sincerely|love|best"
    r"|(?:mit )?(?:freundliche|liebe|viele|beste|herzliche|schone|sonnige)[nmr]? "
    rf"(?:{GREETINGS}|dank)|{GREETINGS}|lg|vg|mfg|danke(?: schon)?|bis dann|bis bald"
    r"|hochachtungsvoll|mit vorzuglicher hochachtung|mit (?:verbindliche|beste|herzliche|viele)[mn]"
    r" dank|bien sincerement|(?:avec )?mes salutations distinguees|merci a vous|bonne (?:fin de )?"
    r"(?:journee|soiree)|reciba un (?:\w{5,10} )?saludo"
    r"|(?:muchas )?gracias y (?:un )?saludos?|un besazo|un beso"
    r"|cordialement|bien cordialement|bien a vous|amicalement|sinceres salutations"
    r"|merci(?: beaucoup| d'avance)?|a bientot|bises|salutations distinguees"
    r"|saludos|un (?:cordial )?saludo|(?:muchas )?gracias|atentamente|cordialmente|un abrazo"
    r"|hasta pronto)[ ,.!]{0,3}"
)
CLOSES_HERE = re.compile(rf"(?:^|[.!?,] ){CLOSES.pattern}(?=\w)")
SMALL_NAME = re.compile(
    rf"(?:^|[.!?,\n] {{0,2}}){CLOSES.pattern}\s{{0,3}}(?P<name>[a-z-]{{2,20}}"
    rf" [a-z-]{{2,20}})\s{{0,20}}$"
)
WITH_A_NUMBER = re.compile(r"([^\W\d_][^\d+(\n]{1,40}?)[ ,:-]{1,3}[+(]?\d[\d ()./-]{6,20}")
NO_NAME = re.compile(r"[\d@:/<>=|_#*\"?!]")
MACHINES = re.compile(
    r"(?:no-?reply|do-?not-?reply|bookings?|reservations?|reservas?|reservierung(?:en)?"
    r"|buchung(?:en)?|notifications?|notify|mailer|support|portal|system|kalender|calendar"
    r"|appointments?|termine?|rdv|citas?)(?:[+._-].*)?"
)

NO_REPLY = re.compile(
    r"(?:^|[+._-])(?:no-?reply|do-?not-?reply|noresponder|no-responder|ne-?pas-?repondre"
    r"|keine-?antwort)"
)

OFFICES = re.compile(
    r"(?<!\w)(?:sekretariat|office|praxis|kanzlei|empfang|rezeption|reception|verwaltung|assistenz"
    r"|assistant|secretariat|accueil|cabinet|secretaria|recepcion|despacho|oficina|hotel|concierge"
    r"|conciergerie)(?!\w)"
)


class Customer(msgspec.Struct, frozen=True):
    """Who wrote, as far as the head of their letter says; `head` is the line that says so."""

    name: str = ""
    address: str = ""
    head: str = ""
    forwarded: bool = False


def is_machine(address: str) -> bool:
    """Whether an address is one from which no person writes."""
    local = address.partition("@")[0].lower()
    return bool(MACHINES.fullmatch(local) or NO_REPLY.search(local))


def is_office(name: str) -> bool:
    """Whether a name is that of an office, which writes for somebody."""
    return bool(OFFICES.search(folded(name)))


def is_service(customer: Customer, name: str) -> bool:
    """Whether a letter about someone of this name comes from a tool: its name is one word, or that of its address."""
    own, other = folded(customer.name).split(), folded(name).split()
    local = "".join(
        letter for letter in customer.address.partition("@")[0].lower() if letter.isalpha()
    )
    return set(own).isdisjoint(other) and (len(own) == 1 or "".join(own) == local)


def labelled_name(found: list[Labelled], source: Source) -> ProposedField | None:
    """Take a name from its label; where first and last name have one each, both."""
    first, last, whole = (
        next((one for one in found if one.field == field), None)
        for field in ("first", "last", "name")
    )
    parts = [one for one in (first, whole if first or last else None, last) if one is not None]
    if whole is not None and not (first or last):
        parts = [whole]
    name = cleaned(clean_name, " ".join(_plain(one.value) for one in parts))
    if not name or "@" in name or not any(letter.isalpha() for letter in name):
        return None
    return ProposedField("name", name, "sure", source.said(_lines(source.text, parts)))


def _lines(text: str, parts: list[Labelled]) -> str:
    """Return what is written from the first of some lines to the last."""
    first, last = min(parts, key=lambda one: one.at), max(parts, key=lambda one: one.at)
    if first is last:
        return first.line
    end = text.find("\n", last.at)
    return text[first.at : end if end >= 0 else len(text)]


def _plain(value: str) -> str:
    """Leave out what stands behind a name: a bracket, an address, a number."""
    cut = re.split(r"[(<,;|/]| - |\s\+?\d|\s\S+@", value, maxsplit=1)[0].strip()
    flipped = re.fullmatch(r"([^\W\d_][^,]{1,40}), ([^\W\d_][^,]{1,40})", value.strip())
    return f"{flipped[2]} {flipped[1]}" if flipped else cut


def said_name(source: Source, *, loosely: bool = False) -> ProposedField | None:
    """Find a name that somebody says is theirs; `loosely`, also whom staff write of."""
    small = folded(source.text)
    ways: list[tuple[re.Pattern[str], int, Confidence]] = [(SAYS, 1, "sure"), (IS, 2, "likely")]
    ways += [(CALLED, 2, "guess"), (TITLED, 1, "guess")] if loosely else []
    for pattern, fewest, sure in ways:
        for found in pattern.finditer(small):
            words = capitalised(source.text[found.end() : found.end() + 120])
            words = words[1:] if words and TITLED.fullmatch(f"{folded(words[0])} ") else words
            name = cleaned(clean_name, " ".join(words))
            if len(words) >= fewest and name:
                return ProposedField("name", name, sure, source.words_at(found.start()))
    return None


def speaking_name(source: Source) -> ProposedField | None:
    """Find a name that somebody says on the phone: "Ada Byron speaking"."""
    for found in SPEAKS.finditer(folded(source.text)):
        said = re.search(
            r"(?:[^\W\d_][\w'\u2019-]{0,30} ){0,4}[^\W\d_][\w'\u2019-]{0,30}$",
            source.text[: found.start()][-120:],
        )
        words = said[0].split(" ") if said else []
        start = next(
            (
                at
                for at, word in enumerate(words)
                if capitalised(" ".join(words[at:])) == words[at:]
            ),
            len(words),
        )
        name = cleaned(clean_name, " ".join(words[start:]))
        if len(words) - start > 1 and name:
            return ProposedField("name", name, "likely", source.words_at(found.start()))
    return None


def listed_name(source: Source, known: frozenset[str]) -> ProposedField | None:
    """Find for whom somebody else asks, with their first and last name; none of the words that are known as others."""
    small = folded(source.text)
    for found in [*LISTS.finditer(small), *NEEDED_BY.finditer(small)]:
        words = capitalised(source.text[found.end() : found.end() + 120])
        words = words[1:] if words and TITLED.fullmatch(f"{folded(words[0])} ") else words
        name = cleaned(clean_name, " ".join(words))
        if len(words) > 1 and name and known.isdisjoint(folded(name).split()):
            return ProposedField("name", name, "likely", source.words_at(found.start()))
    return None


def titled_name(source: Source) -> ProposedField | None:
    """Find somebody who is written of with their first and last name: "Herr Christoph Hallstein"."""
    for found in TITLED.finditer(folded(source.text)):
        words = capitalised(source.text[found.end() : found.end() + 120])
        name = cleaned(clean_name, " ".join(words))
        if len(words) > 1 and name:
            return ProposedField("name", name, "guess", source.words_at(found.start()))
    return None


def capitalised(text: str) -> list[str]:
    """Take the words of a name from where a text begins."""
    words: list[str] = []
    for word in text.split("\n", maxsplit=1)[0].split(" ")[: MOST_WORDS + 1]:
        plain = word.strip("\"'*(")
        bare = plain.rstrip(".,;:!?)\"'*")
        is_name = (
            bool(bare) and bare[0].isupper() and bare[0].isalpha() and not NO_NAME.search(bare)
        )
        if not is_name and not (words and folded(bare) in PARTICLES and bare == plain):
            break
        words.append(bare if len(bare) > 1 or not plain.endswith(".") else plain)
        if bare != plain and not (len(bare) <= 2 and plain.endswith(".")):  # noqa: PLR2004 - "Dr.", "J."
            break
    while words and folded(words[-1]) in PARTICLES:
        words.pop()
    words = words[1:] if len(words) > 2 and folded(words[0]) in TITLES else words  # noqa: PLR2004 - "Dr. Ada Byron"
    return words[:MOST_WORDS]


def signature_in(text: str, *, small: bool = False) -> tuple[str, int]:
    """Find the name under a letter, and where it stands; nothing and 0 if none. `small`: it may be so written."""
    if small and (found := SMALL_NAME.search(folded(text))):
        return text[found.start("name") : found.end("name")].title(), found.start("name")
    lines = text.split("\n")
    places = [sum(len(line) + 1 for line in lines[:at]) for at in range(len(lines))]
    folds = [folded(line).strip() for line in lines]
    for at, line in enumerate(folds):
        closed = CLOSES.fullmatch(line)
        below = (
            next((place for place in range(at + 1, min(at + 4, len(lines))) if folds[place]), None)
            if closed
            else None
        )
        if below is not None and (name := _signed(lines[below])):
            return name, places[below]
        if (here := CLOSES_HERE.search(line)) and (
            name := _signed(lines[at].strip()[here.end() :])
        ):
            return name, places[at]
    for at in range(len(lines) - 1, max(-1, len(lines) - 6), -1):
        if (numbered := WITH_A_NUMBER.fullmatch(lines[at].strip())) and (
            name := _signed(numbered[1])
        ):
            return name, places[at]
        name = _signed(lines[at])
        if at > 0 and len(name.split()) > 1:
            return name, places[at]
    return "", 0


def _signed(line: str) -> str:
    plain = line.strip(" *-\u2013\u2014,.")
    if not plain or len(plain) > LONGEST_SIGNATURE or NO_NAME.search(plain):
        return ""
    words = capitalised(plain)
    return plain if " ".join(words) == plain and not CLOSES.fullmatch(folded(plain)) else ""


def own_words(text: str) -> str:
    """Return a letter without its signature: what stands below is about whoever wrote it, not what they write of."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        small = folded(line).strip()
        if small == "--" or CLOSES.fullmatch(small):
            return "\n".join(lines[:at])
    return text


def named_customer(customer: Customer, source: Source) -> ProposedField | None:
    """Take the name in the head; the one in the signature if that says more, or there is no other."""
    head = cleaned(clean_name, _turned(customer.name))
    initials = not any(len(word) > 2 for word in re.findall(r"[^\W\d_]+", head))  # noqa: PLR2004 - "M.K.", "Jo"
    signed, at = signature_in(source.text, small=bool(head) and initials)
    more = len(signed.split()) > 1 and (len(head.split()) < 2 or "@" in head)  # noqa: PLR2004 - a first and a last name
    if fuller := fuller_name(customer.name, source.text):
        return ProposedField(
            "name", fuller, "likely", source.said(line_at(source.text, source.text.find(fuller)))
        )
    if signed and (not head or (more and _alike(head, signed))):
        return ProposedField("name", signed, "likely", source.said(line_at(source.text, at)))
    if head:
        return ProposedField(
            "name",
            head,
            "sure" if customer.forwarded else "likely",
            source.said(customer.head or customer.name),
        )
    return None


def fuller_name(head: str, text: str) -> str:
    """Find the line that writes out a name of which the head has initials, capitals, a firm or only the family."""
    plain = re.sub(r"[.,()|]", " ", folded(head))
    own = plain.split()
    for line in text.split("\n")[:MOST_LINES]:
        name = _signed(line.split("|")[0]) if own else ""
        said = folded(name).split()
        if len(said) < 2 or name == head:  # noqa: PLR2004 - a first and a last name
            continue
        pairs = list(zip(own, said, strict=False))
        initials = len(own) == len(said) and any(len(one) == 1 for one, _ in pairs)
        capitals = sorted(own) == sorted(said) and any(
            word.isupper() and len(word) > 1 for word in head.split()
        )
        firm = " - " in head and len(set(own) & set(said)) > 1
        family = bool(A_FAMILY.fullmatch(plain)) and said[-1] in own
        if (
            capitals
            or firm
            or family
            or (initials and all(one in {two, two[:1]} for one, two in pairs))
        ):
            return name
    return ""


def _turned(name: str) -> str:
    """Put "Berg, Anna (Bonn)" the right way round."""
    last, comma, first = re.sub(r" ?\([^)]{0,60}\)", "", name).partition(", ")
    return (
        f"{first} {last}"
        if comma and first and "," not in first
        else last
        if not comma and last
        else name
    )


def _alike(head: str, signed: str) -> bool:
    """Whether a name in a signature may be that of the head: they share a word, or one is the other's beginning."""
    one, two = set(folded(head).replace(".", " ").split()), set(folded(signed).split())
    return (
        bool(one & two)
        or any(word[:1] == other[:1] for word in one for other in two)
        or "@" in head
    )
