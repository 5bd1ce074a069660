"""Numbers written as words in English, German, French and Spanish.

Unclear words have no value. Articles that also count one (`a`, `ein`, `une`, `un`) are no numbers
here; `one`, `eins` and `uno` are.
"""

from collections.abc import Iterable

from fullhouse.kernel.patterns import regex

FOUR, TEN, SCORE, SIXTY, HUNDRED, THOUSAND = 4, 10, 20, 60, 100, 1000

WORDS: dict[int, str] = {
    0: "zero null nul zéro cero",
    1: "one eins uno",
    2: "two zwei zwo deux dos",
    3: "three drei trois tres",
    4: "four vier quatre cuatro",
    5: "five fünf fuenf cinq cinco",
    6: "six sechs seis",
    7: "seven sieben sept siete",
    8: "eight acht huit ocho",
    9: "nine neun neuf nueve",
    10: "ten zehn dix diez",
    11: "eleven elf onze once",
    12: "twelve zwölf zwoelf douze doce",
    13: "thirteen dreizehn treize trece",
    14: "fourteen vierzehn quatorze catorce",
    15: "fifteen fünfzehn fuenfzehn quinze quince",
    16: "sixteen sechzehn seize dieciséis dieciseis",
    17: "seventeen siebzehn diecisiete",
    18: "eighteen achtzehn dieciocho",
    19: "nineteen neunzehn diecinueve",
    20: "twenty zwanzig vingt vingts veinte",
    21: "veintiuno veintiún veintiun veintiuna",
    22: "veintidós veintidos",
    23: "veintitrés veintitres",
    24: "veinticuatro",
    25: "veinticinco",
    26: "veintiséis veintiseis",
    27: "veintisiete",
    28: "veintiocho",
    29: "veintinueve",
    30: "thirty dreißig dreissig trente treinta",
    40: "forty vierzig quarante cuarenta",
    50: "fifty fünfzig fuenfzig cinquante cincuenta",
    60: "sixty sechzig soixante sesenta",
    70: "seventy siebzig septante setenta",
    80: "eighty achtzig huitante octante ochenta",
    90: "ninety neunzig nonante noventa",
    100: "hundred hundert cent cents cien ciento",
    200: "doscientos doscientas",
    300: "trescientos trescientas",
    400: "cuatrocientos cuatrocientas",
    500: "quinientos quinientas",
    600: "seiscientos seiscientas",
    700: "setecientos setecientas",
    800: "ochocientos ochocientas",
    900: "novecientos novecientas",
    1000: "thousand tausend mille mil",
}
VALUE = {word: value for value, words in WORDS.items() for word in words.split()}
JOINING = {"and", "und", "et", "y"}
# Articles count one only behind another number: `vingt et une`, `ciento un`.
ARTICLES = {"a", "an", "un", "une", "una", "ein", "eine", "einem", "einen", "einer", "eines"}
GERMAN_UNITS = (
    "eins",
    "zwei",
    "zwo",
    "drei",
    "vier",
    "fünf",
    "fuenf",
    "sechs",
    "sieben",
    "acht",
    "neun",
)
GERMAN_TEENS = (
    *("zehn", "elf", "zwölf", "zwoelf", "dreizehn", "vierzehn", "fünfzehn", "fuenfzehn"),
    *("sechzehn", "siebzehn", "achtzehn", "neunzehn"),
)
GERMAN_TENS = (
    *("zwanzig", "dreißig", "dreissig", "vierzig", "fünfzig", "fuenfzig", "sechzig"),
    *("siebzig", "achtzig", "neunzig"),
)
GERMAN_SMALL = {"ein": 1, **{word: VALUE[word] for word in (*GERMAN_UNITS, *GERMAN_TEENS)}}
GERMAN = regex(
    r"(?:(?P<thousands>.{0,24}?)tausend)?(?:(?P<hundreds>.{0,8}?)hundert)?"
    r"(?:und)?(?P<rest>.{0,24})"
)
# Words that begin so are about a number: seventh, zweifach, troisième, doscientos.
STEMS = regex(
    r"(?:two|thre|thri|four|fort[iy]|five|fift|six|seven|eight|nine|nint|tenth|tenfold|eleven|twel"
    r"|twen|thirt|hundred|thousand|milli|billi|zwei|zwo|zwö|zwanz|drei|dritt|vier|fünf|fuenf|sechs"
    r"|sechz|siebt|sieben|siebz|neun|zehn|hundert|tausend|einmal|einhundert"
    r"|eintausend|einund|achtzig|achtund|achthundert|achttausend|achtmal|achtfach|achte[nrms]?$"
    r"|elft|elfmal|deux|trois|quatr|cinq|sixi|septi|huiti|neuvi|dixi|onzi|douz|treiz|quatorz|quinz"
    r"|seiz|vingt|trent|quarant|soixant|septant|nonant|centi|mill|cuatr|cinco|siet|nuev[ei]|dieci"
    r"|veint|treint|cuarent|cincuent|sesent|setent|ochent|novent|ochoc"
    r"|ciento|cienmil|dosci|tresci|quini|seisc|setec|novec)"
)
# Amounts that nobody can hold against a figure.
AMOUNTS = regex(
    r"(?:points?|komma|virgules?|coma|hal(?:f|ves|ved)|doubl\w*|tripl\w*|quadrupl\w*|twice|thrice"
    r"|quarters?|thirds?|firsts?|seconds?|dozens?|couples?|pairs?|both"
    r"|percent\w*|scores?|single|halb\w*|hälfte\w*|doppel\w*|verdoppel\w*|viertel\w*|drittel\w*"
    r"|dutzend\w*|paar\w*|beide\w*|prozent\w*|erste\w*|zweite\w*|einzig\w*|moitié|demi\w*|quarts?"
    r"|tiers|premi[eè]r\w*|second\w*|dizaines?|centaines?|pourcent\w*"
    r"|unique|mitad|medi[ao]s?|dobl\w*|cuart[ao]s?|terci[ao]s?|tercer\w*|primer\w*|segund\w*"
    r"|quint[ao]s?|sext[ao]s?|s[eé]ptim\w*|octav\w*|noven[ao]\w*|d[eé]cim\w*|docenas?|decenas?"
    r"|centenar\w*|millar\w*|pares?|ambos|ambas|porcent\w*|únic[ao]s?)"
)


def german(word: str) -> int | None:
    """Return the value of a German number in one word, such as `zweihundertvierunddreißig`."""
    found = GERMAN.fullmatch(word)
    if found is None:
        return None
    total = 0
    for said, size in ((found["thousands"], THOUSAND), (found["hundreds"], HUNDRED)):
        if said is not None:
            count = 1 if said == "" else _german_small(said)
            if count is None:
                return None
            total += count * size
    if total and found["rest"] == "":
        return total
    rest = _german_small(found["rest"])
    return None if rest is None else total + rest


def _german_small(word: str) -> int | None:
    if word in GERMAN_SMALL or word in GERMAN_TENS:
        return GERMAN_SMALL.get(word) or VALUE[word]
    unit, _, tens = word.partition("und")
    if (unit in GERMAN_UNITS or unit == "ein") and tens in GERMAN_TENS:
        return GERMAN_SMALL[unit] + VALUE[tens]
    return None


def value_of(word: str) -> int | None:
    """Return the value of one word; None if it is no number, or not surely one."""
    if word in VALUE:
        return VALUE[word]
    if word in ARTICLES or word.startswith("und"):
        return None
    return german(word)


def is_about_a_number(word: str) -> bool:
    """Return True if a word is about a number, even one without a clear value."""
    return (
        value_of(word) is not None
        or STEMS.match(word) is not None
        or AMOUNTS.fullmatch(word) is not None
    )


def sum_of(values: Iterable[int]) -> int | None:
    """Return words in a row as one number: `forty two`, `quatre vingt dix sept`; else None."""
    total, current, last, french = 0, 0, 0, False
    for value in values:
        if value == THOUSAND and not total:
            total, current, last = max(current, 1) * THOUSAND, 0, THOUSAND
        elif value == HUNDRED and current < HUNDRED:
            current, last = max(current, 1) * HUNDRED, HUNDRED
        elif value == SCORE and last == FOUR:
            current, last, french = current - FOUR + FOUR * SCORE, SCORE, True
        elif not last or _follows(last, value, french=french):
            current, last, french = current + value, value, value == SIXTY
        else:
            return None
    return total + current


def _follows(last: int, value: int, *, french: bool) -> bool:
    """Return True if a number may go on with this value.

    It is smaller behind hundreds and a unit behind tens, in French up to 19.
    """
    if last >= HUNDRED:
        return 0 < value < last
    if last == TEN:
        return value in range(7, TEN)
    return last >= SCORE and last % TEN == 0 and 0 < value < (SCORE if french else TEN)
