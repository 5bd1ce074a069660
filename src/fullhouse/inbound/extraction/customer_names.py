"""Names of customers: from a label, a sentence, a forwarded head, the sender or the signature."""

import re

import msgspec

from fullhouse.inbound.extraction.labelled_lines import Labelled
from fullhouse.inbound.extraction.text import Source, cleaned, folded, line_at
from fullhouse.inbound.forms.guest_form import clean_name
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.shared.proposals import Confidence, ProposedField

MOST_WORDS = 5
# A first and a last name.
FULL_NAME = 2
# "Dr.", "J."
LONGEST_ABBREVIATION = 2
LONGEST_SIGNATURE = 50
LAST_LINES = 4
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
SAYS = regex(
    r"(?<!\w)(?:my name is|my name's|the name is|(?<=[,.;:] )name is|mein name ist"
    r"|mein name lautet|ich heisse"
    r"|ich heise|je m'appelle|mon nom est|au nom de|under the name(?: of)?|auf den namen"
    r"|a nombre de|me llamo|mi nombre es)(?::)? "
)
IS = regex(
    r"(?<!\w)(?:this is|i am|i'm|it's|hier ist|hier schreibt|hier spricht|ich bin|je suis|c'est|ici"
    r"|soy|aqui|le escribe|habla) "
)
CALLED = regex(
    r"(?<!\w)(?:customer|client|patient|guest|kundin|kunde|patientin|gast|cliente|clienta|patiente"
    r"|paciente|for|fur|pour|para|add|put) "
)
TITLED = regex(
    r"(?<!\w)(?:(?:mrs?|ms|miss|frau|herrn?|mme|madame|monsieur|m\.|sra?|senora?)\.?|fr\.|hrn?\.) "
)
SPEAKS = regex(r",? (?:a l'appareil|am apparat|speaking|al aparato|al habla)(?!\w)")
LISTS = regex(
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
NEEDED_BY = regex(
    rf"(?<!\w)(?:my|meine?|mon|ma|mi) {OF_THE_FAMILY},? (?=[^.!?\n]{{5,60}}(?<!\w)(?:needs|wants"
    rf"|would like|braucht|mochte"
    r"|hatte gern|a besoin|voudrait|aimerait|souhaite|necesita|quiere|querria|le ha|le han"
    r"|le duele)(?!\w))"
    r"|(?<!\w)(?:appointment|booking|rendez-vous|rdv|cita|reserva) (?:for|pour|para) "
)
TITLES = frozenset(
    {"dr", "dr.", "dra", "dra.", "prof", "prof.", "pr", "pr.", "mag", "mag.", "rev", "rev.", "ing"}
    | {"ing.", "lic", "lic.", "me", "maitre"}
)
FIRM = regex(
    r"(?<!\w)(?:ltd|limited|llc|inc|plc|gmbh|ag|kg|ug|ohg|e\.k|sarl|sas|sasu|eurl|s\.?l\.?u?"
    r"|s\.?a)\.?(?!\w)"
    # A trade and its owner's name.
    r"|(?<!\w)(?:joinery|bakery|plumbing|builders|solicitors|architects|law firm"
    r"|tischlerei|schreinerei|backerei|metzgerei|malerei|malerbetrieb|gartnerei|autohaus"
    r"|architekten|steuerberatung|fahrschule|menuiserie|boulangerie|plomberie|garage"
    r"|etude|architectes|bufete|carpinteria|panaderia|fontaneria|talleres|gestoria"
    r"|arquitectos)(?!\w)"
)
A_FAMILY = regex(r"(?:fam(?:ille|ilie|ilia|ily|\.)? .*|the .* family|.* family)")
GREETINGS = r"gru(?:s|ss|e?ss)(?:en|e|s)?"
CLOSES = regex(
    r"(?:(?:with )?(?:many |best |kind |kindest |warm )?(?:regards|wishes|thanks)"
    r"|thank you(?: (?:very|so) much)?|thanks (?:ever )?so much|thanks a million|thx|cheers"
    r"|yours(?: sincerely| truly)?|sincerely|love|best"
    r"|(?:mit )?(?:freundliche|liebe|viele|beste|herzliche|schone|sonnige)[nmr]? "
    rf"(?:{GREETINGS}|dank)|{GREETINGS}|(?:es )?gru(?:ss|s)t(?: sie| euch| dich| herzlich)*|lg|vg"
    rf"|mfg|danke(?: schon)?|bis dann|bis bald"
    r"|herzlich(?:st)?|herzlichst|alles (?:gute|liebe)|schonen (?:tag|abend)(?: noch)?|take care"
    r"|all the best|many thanks in advance|warmly|respectfully|speak soon|see you soon"
    r"|affectueusement|belle journee|tres cordialement|salutations|bisous|besos|un besito|abrazos"
    r"|saludos cordiales|cordiales saludos|buen dia"
    r"|hochachtungsvoll|mit vorzuglicher hochachtung|mit (?:verbindliche|beste|herzliche|viele)[mn]"
    r" dank|bien sincerement|(?:avec )?mes salutations distinguees|merci a vous|bonne (?:fin de )?"
    r"(?:journee|soiree)|reciba un (?:\w{5,10} )?saludo"
    r"|(?:muchas )?gracias y (?:un )?saludos?|un besazo|un beso"
    r"|cordialement|bien cordialement|bien a vous|amicalement|sinceres salutations"
    r"|merci(?: beaucoup| d'avance)?|a bientot|bises|salutations distinguees"
    r"|saludos|un (?:cordial )?saludo|(?:muchas )?gracias|atentamente|cordialmente|un abrazo"
    r"|hasta pronto)[ ,.!]{0,3}"
)
CLOSES_HERE = regex(rf"(?:^|[.!?,] ){CLOSES.pattern}(?=\w)")
SMALL_NAME = regex(
    rf"(?:^|[.!?,\n] {{0,2}}){CLOSES.pattern}\s{{0,3}}(?P<name>[a-z-]{{2,20}}"
    rf" [a-z-]{{2,20}})\s{{0,20}}$"
)
WITH_A_NUMBER = regex(r"([^\W\d_][^\d+(\n]{1,40}?)[ ,:-]{1,3}[+(]?\d[\d ()./-]{6,20}")
NO_NAME = regex(r"[\d@:/<>=|_#*\"?!]")
MACHINES = regex(
    r"(?:no-?reply|do-?not-?reply|bookings?|reservations?|reservas?|reservierung(?:en)?"
    r"|buchung(?:en)?|notifications?|notify|mailer|support|portal|system|kalender|calendar"
    r"|appointments?|termine?|rdv|citas?)(?:[+._-].*)?"
)

NO_REPLY = regex(
    r"(?:^|[+._-])(?:no-?reply|do-?not-?reply|noresponder|no-responder|ne-?pas-?repondre"
    r"|keine-?antwort)"
)

OFFICES = regex(
    r"(?<!\w)(?:sekretariat|office|praxis|kanzlei|empfang|rezeption|reception|verwaltung|assistenz"
    r"|assistant|secretariat|accueil|cabinet|secretaria|recepcion|despacho|oficina|hotel|concierge"
    r"|conciergerie|front desk|help ?desk|social services|care home|college|boarding school"
    r"|sozialdienst|(?:pflege|alten|senioren|wohn|kinder)heim|wohngruppe|internat|foyer|residence"
    r"|ehpad|pensionnat|residencia"
    r"|conserjeria|porteria|colegio|internado|servicios sociales)(?!\w)"
)


# A name in From that is nobody's: of a mailbox, of several people, or made up.
MAILBOX = regex(
    r"(?<!\w)(?:info|contact\w?|kontakt|admin\w*|soporte|support|hello|e?mail|team|buro|verwaltung"
    r"|bookings?|reservations?|reservas?|termine?|citas?|forward(?:ed)?|empresa|atencion"
    r"|service)(?!\w)"
)
SEVERAL = regex(r"[&+/]|(?<!\w)(?:and|und|et|y)(?!\w)")
RELATIVE_OF = regex(
    r"(?:mama|papa|mum|mom|dad|madre|padre|maman|mutti|vati|opa|oma|gran\w*|nana|abuel[oa]|papi"
    r"|mami)(?!\w)"
)


class Customer(msgspec.Struct, frozen=True):
    """The writer of a letter, as far as its head says; `head` is the line that says so."""

    name: str = ""
    address: str = ""
    head: str = ""
    forwarded: bool = False


def is_machine(address: str) -> bool:
    """Return True if no person writes from an address."""
    local = address.partition("@")[0].lower()
    return bool(MACHINES.fullmatch(local) or NO_REPLY.search(local))


def is_office(name: str) -> bool:
    """Return True if a name is that of an office, which writes for somebody."""
    return bool(OFFICES.search(folded(name)))


def is_nobodys(name: str) -> bool:
    """Return True if a name in From is no person's: "info", "Lou & Andy", "Runner 77"."""
    small = folded(name)
    if any(found.search(small) for found in (MAILBOX, OFFICES, SEVERAL)) or RELATIVE_OF.match(
        small
    ):
        return True
    return any(not (letter.isalpha() or letter in " .,'\u2019-()") for letter in name)


def is_service(customer: Customer, name: str) -> bool:
    """Return True if a letter about someone of this name comes from a booking tool.

    The name of a tool is a single word, or the same as its address.
    """
    own, other = folded(customer.name).split(), folded(name).split()
    local = customer.address.partition("@")[0].lower()
    letters = "".join(letter for letter in local if letter.isalpha())
    return set(own).isdisjoint(other) and (len(own) == 1 or "".join(own) == letters)


def labelled_name(found: list[Labelled], source: Source) -> ProposedField | None:
    """Return the name behind a label; first and last name are joined if each has its own."""
    parts = _name_parts(found)
    name = cleaned(clean_name, " ".join(_plain(part.value) for part in parts))
    if not name or "@" in name or not any(letter.isalpha() for letter in name):
        return None
    return ProposedField("name", name, "sure", source.said(_lines(source.text, parts)))


def _name_parts(found: list[Labelled]) -> list[Labelled]:
    """Return the labelled lines that make up a name, in the order of the name."""
    # Beside a first or a last name, the label "name" holds what is missing.
    fields = ("first", "name", "last")
    lines = (next((line for line in found if line.field == field), None) for field in fields)
    return [line for line in lines if line is not None]


def _lines(text: str, parts: list[Labelled]) -> str:
    """Return the text from the first of some lines to the last."""
    first, last = min(parts, key=lambda part: part.at), max(parts, key=lambda part: part.at)
    if first is last:
        return first.line
    end = text.find("\n", last.at)
    return text[first.at : end if end >= 0 else len(text)]


def _plain(value: str) -> str:
    """Leave out what follows a name: a bracket, an address, a number."""
    cut = re.split(r"[(<,;|/]| - |\s\+?\d|\s\S+@", value, maxsplit=1)[0].strip()
    flipped = re.fullmatch(r"([^\W\d_][^,]{1,40}), ([^\W\d_][^,]{1,40})", value.strip())
    return f"{flipped[2]} {flipped[1]}" if flipped else cut


def said_name(source: Source, *, loosely: bool = False) -> ProposedField | None:
    """Return the name that customers say is theirs; `loosely`, also one that staff mention."""
    small = folded(source.text)
    ways: list[tuple[re.Pattern[str], int, Confidence]] = [(SAYS, 1, "sure"), (IS, 2, "likely")]
    if loosely:
        ways += [(CALLED, 2, "guess"), (TITLED, 1, "guess")]
    for pattern, fewest, sure in ways:
        for found in pattern.finditer(small):
            words = _untitled(source.text[found.end() : found.end() + 120])
            name = cleaned(clean_name, " ".join(words))
            if len(words) >= fewest and name:
                return ProposedField("name", name, sure, source.words_at(found.start()))
    return None


def _untitled(text: str) -> list[str]:
    """Return the words of a name from where a text begins, without a title before it."""
    words = capitalised(text)
    if words and TITLED.fullmatch(f"{folded(words[0])} "):
        return words[1:]
    return words


def speaking_name(source: Source) -> ProposedField | None:
    """Return the name that callers say on the phone: "Ada Byron speaking"."""
    for found in SPEAKS.finditer(folded(source.text)):
        words = _name_at_the_end(source.text[: found.start()][-120:])
        name = cleaned(clean_name, " ".join(words))
        if len(words) > 1 and name:
            return ProposedField("name", name, "likely", source.words_at(found.start()))
    return None


def _name_at_the_end(text: str) -> list[str]:
    """Return the words of the longest name with which a text ends."""
    said = re.search(
        r"(?:[^\W\d_][\w'\u2019-]{0,30} ){0,4}[^\W\d_][\w'\u2019-]{0,30}$",
        text,
    )
    words = said[0].split(" ") if said else []
    for start in range(len(words)):
        if capitalised(" ".join(words[start:])) == words[start:]:
            return words[start:]
    return []


def listed_name(source: Source, known: frozenset[str]) -> ProposedField | None:
    """Return the full name of the person for whom somebody else asks.

    No word of it may be one of the `known` words, which are not part of a customer's name.
    """
    small = folded(source.text)
    for found in [*LISTS.finditer(small), *NEEDED_BY.finditer(small)]:
        words = _untitled(source.text[found.end() : found.end() + 120])
        name = cleaned(clean_name, " ".join(words))
        if len(words) > 1 and name and known.isdisjoint(folded(name).split()):
            return ProposedField("name", name, "likely", source.words_at(found.start()))
    return None


def titled_name(source: Source) -> ProposedField | None:
    """Return a first and last name behind a title: "Herr Christoph Hallstein"."""
    for found in TITLED.finditer(folded(source.text)):
        words = capitalised(source.text[found.end() : found.end() + 120])
        name = cleaned(clean_name, " ".join(words))
        if len(words) > 1 and name:
            return ProposedField("name", name, "guess", source.words_at(found.start()))
    return None


def capitalised(text: str) -> list[str]:
    """Return the words of a name from where a text begins."""
    words: list[str] = []
    for word in text.split("\n", maxsplit=1)[0].split(" ")[: MOST_WORDS + 1]:
        plain = word.strip("\"'*(")
        bare = plain.rstrip(".,;:!?)\"'*")
        is_particle = bool(words) and folded(bare) in PARTICLES and bare == plain
        if not is_particle and not _is_capitalised(bare):
            break
        words.append(plain if len(bare) <= 1 and plain.endswith(".") else bare)
        if bare != plain and not _is_abbreviation(bare, plain):
            break
    return _without_edges(words)[:MOST_WORDS]


def _is_abbreviation(bare: str, plain: str) -> bool:
    return len(bare) <= LONGEST_ABBREVIATION and plain.endswith(".")


def _is_capitalised(word: str) -> bool:
    if not word or NO_NAME.search(word):
        return False
    return word[0].isupper() and word[0].isalpha()


def _without_edges(words: list[str]) -> list[str]:
    """Leave out particles behind a name, and the title before a full one: "Dr. Ada Byron"."""
    while words and folded(words[-1]) in PARTICLES:
        words.pop()
    if len(words) > FULL_NAME and folded(words[0]) in TITLES:
        return words[1:]
    return words


def signature_in(text: str, *, small: bool = False) -> tuple[str, int]:
    """Return the name under a letter and its place; "" and 0 if there is none.

    `small`: the name may be written without capitals.
    """
    if small and (found := SMALL_NAME.search(folded(text))):
        return text[found.start("name") : found.end("name")].title(), found.start("name")
    lines = text.split("\n")
    name, at = closing_signature(lines)
    if not name:
        name, at = _last_signature(lines)
    if not name:
        return "", 0
    return name, sum(len(line) + 1 for line in lines[:at])


def closing_signature(lines: list[str]) -> tuple[str, int]:
    """Return the name behind or below a greeting such as "Best regards", and its line."""
    folds = [folded(line).strip() for line in lines]
    for at, line in enumerate(folds):
        below = _next_line(folds, at) if CLOSES.fullmatch(line) else None
        if below is not None and (name := _signed(lines[below])):
            return name, below
        here = CLOSES_HERE.search(line)
        if here and (name := _signed(lines[at].strip()[here.end() :])):
            return name, at
    return "", 0


def _next_line(lines: list[str], at: int) -> int | None:
    """Return the next of three lines that is not empty."""
    places = range(at + 1, min(at + 4, len(lines)))
    return next((place for place in places if lines[place]), None)


def _last_signature(lines: list[str]) -> tuple[str, int]:
    """Return a full name, or one before a number, among the last five lines."""
    for at in range(len(lines) - 1, max(-1, len(lines) - 6), -1):
        numbered = WITH_A_NUMBER.fullmatch(lines[at].strip())
        if numbered and (name := _signed(numbered[1])):
            return name, at
        name = _signed(lines[at])
        if at > 0 and len(name.split()) > 1:
            return name, at
    return "", 0


def _signed(line: str) -> str:
    """Return a line if it is a name and nothing else."""
    plain = line.strip(" *-\u2013\u2014,.")
    if not plain or len(plain) > LONGEST_SIGNATURE or NO_NAME.search(plain):
        return ""
    is_name = " ".join(capitalised(plain)) == plain
    return plain if is_name and not CLOSES.fullmatch(folded(plain)) else ""


def own_words(text: str) -> str:
    """Return a letter without its signature, which is about the writer, not the request."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        small = folded(line).strip()
        if small == "--" or CLOSES.fullmatch(small):
            return "\n".join(lines[:at])
    return text


def named_customer(customer: Customer, source: Source) -> ProposedField | None:
    """Return the name in the head; the one in the signature if that says more."""
    head = cleaned(clean_name, _turned(customer.name))
    if writer := _writer_of_firm(customer.name, source.text):
        line = line_at(source.text, source.text.find(writer))
        return ProposedField("name", writer, "likely", source.said(line))
    if fuller := fuller_name(customer.name, source.text):
        line = line_at(source.text, source.text.find(fuller))
        return ProposedField("name", fuller, "likely", source.said(line))
    signed, at = signature_in(source.text, small=bool(head) and _is_initials(head))
    if signed and (not head or _says_more(signed, head)):
        return ProposedField("name", signed, "likely", source.said(line_at(source.text, at)))
    if not head:
        return None
    sure: Confidence = "sure" if customer.forwarded else "likely"
    return ProposedField("name", head, sure, source.said(customer.head or customer.name))


def _writer_of_firm(head: str, text: str) -> str:
    """Return the full name that signs a letter of a firm, or ""."""
    if not FIRM.search(folded(head)):
        return ""
    lines = [line for line in text.split("\n") if line.strip()][-LAST_LINES:]
    names = (_signed(line) for line in reversed(lines) if not FIRM.search(folded(line)))
    return next((name for name in names if len(name.split()) >= FULL_NAME), "")


def _is_initials(name: str) -> bool:
    """Return True if no word of a name is longer than initials: "M.K.", "Jo"."""
    longest = max(map(len, re.findall(r"[^\W\d_]+", name)), default=0)
    return longest <= LONGEST_ABBREVIATION


def _says_more(signed: str, head: str) -> bool:
    """Return True if a signature has the full name and the head does not."""
    if len(signed.split()) < FULL_NAME:
        return False
    is_short = len(head.split()) < FULL_NAME or "@" in head
    return is_short and _alike(head, signed)


def fuller_name(head: str, text: str) -> str:
    """Return the line that writes out the name of a head, or "".

    The head has only initials, capitals, a firm or the family.
    """
    plain = re.sub(r"[.,()|]", " ", folded(head))
    if not plain.split():
        return ""
    for line in text.split("\n")[:MOST_LINES]:
        name = _signed(line.split("|")[0])
        said = folded(name).split()
        if len(said) >= FULL_NAME and name != head and _writes_out(said, head, plain):
            return name
    return ""


def _writes_out(said: list[str], head: str, plain: str) -> bool:
    """Return True if the words of a full name are those that a head shortens."""
    own = plain.split()
    in_capitals = any(word.isupper() and len(word) > 1 for word in head.split())
    if in_capitals and sorted(own) == sorted(said):
        return True
    if " - " in head and len(set(own) & set(said)) > 1:
        return True
    if A_FAMILY.fullmatch(plain) and said[-1] in own:
        return True
    return len(own) == len(said) and _has_initials(own, said)


def _has_initials(own: list[str], said: list[str]) -> bool:
    """Return True if some words are initials of the others, and the rest are the same."""
    pairs = list(zip(own, said, strict=True))
    same = all(short in {word, word[:1]} for short, word in pairs)
    return same and any(len(short) == 1 for short, _ in pairs)


def _turned(name: str) -> str:
    """Turn "Berg, Anna (Bonn)" into "Anna Berg"."""
    last, comma, first = re.sub(r" ?\([^)]{0,60}\)", "", name).partition(", ")
    if comma and first and "," not in first:
        return f"{first} {last}"
    if not comma and last:
        return last
    return name


def _alike(head: str, signed: str) -> bool:
    """Return True if two names share a word or an initial, or the head is an address."""
    if "@" in head:
        return True
    own, other = set(folded(head).replace(".", " ").split()), set(folded(signed).split())
    initials = {word[:1] for word in other}
    return bool(own & other) or any(word[:1] in initials for word in own)
