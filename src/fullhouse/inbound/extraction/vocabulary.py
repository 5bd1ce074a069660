"""Closed lists of words for services, days, times and numbers: folded, in four languages."""

GROUPS: tuple[tuple[str, ...], ...] = (
    (
        *(
            "cut",
            "haircut",
            "hair cut",
            "trim",
            "haarschnitt",
            "schneiden",
            "haare schneiden",
            "haarschneiden",
            "haareschneiden",
            "spitzen schneiden",
        ),
        *(
            "coupe",
            "coupe de cheveux",
            "couper les cheveux",
            "corte",
            "corte de pelo",
            "cortarme el pelo",
            "cortar el pelo",
        ),
    ),
    (
        *(
            "colour",
            "color",
            "colouring",
            "coloring",
            "hair dye",
            "dye my hair",
            "farbe",
            "farben",
            "faerben",
            "haarfarbe",
            "coloration",
            "highlights",
            "lowlights",
            "balayage",
            "strahnchen",
            "straehnchen",
            "strahnen",
            "meches",
            "mechas",
        ),
        *("couleur", "teinture", "tinte", "tenir", "tenirme", "tenirme el pelo", "coloracion"),
    ),
    (
        *(
            "dental cleaning",
            "teeth cleaning",
            "teeth cleaned",
            "teeth clean",
            "clean my teeth",
            "hygienist",
            "cleaning",
            "scale and polish",
        ),
        *(
            "zahnreinigung",
            "zahne reinigen",
            "prophylaxe",
            "pzr",
            "detartrage",
            "detartrer",
            "nettoyage des dents",
        ),
        *(
            "nettoyage dentaire",
            "limpieza dental",
            "limpieza de dientes",
            "limpieza de boca",
            "limpieza bucal",
            "limpieza",
        ),
    ),
    (
        *(
            "new patient consult",
            "new patient consultation",
            "first consultation",
            "initial consultation",
            "first appointment",
        ),
        *(
            "new patient appointment",
            "erstgesprach",
            "erstgespraech",
            "erstberatung",
            "ersttermin",
            "erstuntersuchung",
            "erster termin",
        ),
        *(
            "premiere consultation",
            "premier rendez-vous",
            "premiere visite",
            "primera consulta",
            "primera visita",
            "primera cita",
            "1a consulta",
            "1\u00aa consulta",
            "1ere consultation",
            "1re consultation",
        ),
    ),
    (
        *(
            "follow-up",
            "follow up",
            "followup",
            "check-up",
            "checkup",
            "nachkontrolle",
            "kontrolltermin",
            "nachsorge",
            "kontrolle",
        ),
        *("nachuntersuchung", "suivi", "visite de controle", "controle", "revision", "seguimiento"),
    ),
    ("massage", "massagen", "massagetermin", "rucken massage", "masaje", "masajes"),
    (
        *("dinner", "supper", "evening meal", "abendessen", "diner", "cena", "cenar", "souper"),
        *("zu abend essen",),
    ),
)
# Ordinary words that look like a service with a slip in it.
NOT_A_SLIP = frozenset(
    [
        "message",
        "messages",
        "couple",
        "couples",
        "coupes",
        "coups",
        "coupon",
        "calor",
        "corto",
        "corta",
        "corte",
        "cortes",
        "cortez",
        "coste",
        "costa",
        "color",
        "colors",
        "dinner",
        "diners",
        "winner",
        "dinero",
        "dinar",
        "farben",
        "farce",
        "barbe",
        "suivi",
        "suivre",
        "suivie",
        "suivant",
        "followed",
        "follow",
        "revision",
        "division",
        "cut",
        "cute",
        "couture",
        "culture",
        "course",
        "courte",
        "cours",
        "colon",
        "column",
        "colours",
    ]
)


MONTHS = {
    1: "january januar janner janvier enero jan janv ene",
    2: "february februar feber fevrier febrero feb febr fev",
    3: "march marz maerz mars marzo mar mrz",
    4: "april avril abril apr avr abr",
    5: "may mai mayo",
    6: "june juni juin junio jun",
    7: "july juli juillet julio jul juil",
    8: "august aout agosto aug ago",
    9: "september septembre septiembre setiembre sep sept",
    10: "october oktober octobre octubre oct okt",
    11: "november novembre noviembre nov",
    12: "december dezember decembre diciembre dec dez dic",
}
MONTH_OF = {name: number for number, names in MONTHS.items() for name in names.split()}

WEEKDAYS = {
    0: "monday montag lundi lunes",
    1: "tuesday dienstag mardi martes",
    2: "wednesday mittwoch mercredi miercoles",
    3: "thursday donnerstag jeudi jueves",
    4: "friday freitag vendredi viernes",
    5: "saturday samstag sonnabend samedi sabado",
    6: "sunday sonntag dimanche domingo",
}
SHORT_WEEKDAYS = {
    0: "mon mo lun",
    1: "tue tues di mar",
    2: "wed weds mi mer mie",
    3: "thu thur thurs do jeu jue",
    4: "fri fr ven vie",
    5: "sat sa sam sab",
    6: "sun so dim dom",
}
WEEKDAY_OF = {name: number for number, names in WEEKDAYS.items() for name in names.split()}
SHORT_WEEKDAY_OF = {
    name: number for number, names in SHORT_WEEKDAYS.items() for name in names.split()
}

COUNTED = {
    "en": (
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
        " sixteen seventeen eighteen"
    ),
    "de": (
        "eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn"
        " sechzehn siebzehn achtzehn"
    ),
    "fr": (
        "une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
        " dix-sept dix-huit"
    ),
    "es": (
        "una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
        " dieciseis diecisiete dieciocho"
    ),
}
BESIDES = {
    "a": 1,
    "an": 1,
    "ein": 1,
    "eine": 1,
    "einem": 1,
    "einer": 1,
    "einen": 1,
    "un": 1,
    "fuenf": 5,
    "zwoelf": 12,
    "fuenfzehn": 15,
    "twenty": 20,
    "zwanzig": 20,
    "vingt": 20,
    "veinte": 20,
    "neunzehn": 19,
    "dix-neuf": 19,
    "trente": 30,
    "treinta": 30,
}
NUMBERS = {
    language: {word: value for value, word in enumerate(words.split(), 1)}
    for language, words in COUNTED.items()
}
NUMBER_OF = {word: value for words in NUMBERS.values() for word, value in words.items()} | BESIDES
IN_ENGLISH, IN_GERMAN = (
    NUMBERS["en"],
    NUMBERS["de"] | {"ein": 1, "fuenf": 5, "zwoelf": 12, "zwanzig": 20},
)
IN_FRENCH, IN_SPANISH = NUMBERS["fr"] | {"vingt": 20}, NUMBERS["es"] | {"veinte": 20}
# Days of a month in words, as far as people write them so.
ORDINALS_DE = (
    "ersten zweiten dritten vierten funften sechsten siebten achten neunten zehnten elften zwolften"
    " dreizehnten vierzehnten funfzehnten sechzehnten siebzehnten achtzehnten neunzehnten"
    " zwanzigsten"
)
ORDINALS_EN = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first"
    " twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh"
    " twenty-eighth twenty-ninth thirtieth thirty-first"
)
ORDINAL_OF = {
    **{name: day for day, name in enumerate(ORDINALS_DE.split(), 1)},
    **{f"{name} of": day for day, name in enumerate(ORDINALS_EN.split(), 1)},
    **dict.fromkeys(("premier", "primero", "uno", "erster"), 1),
}


def either(names: dict[str, int]) -> str:
    """Return an alternative of a pattern, the longest name first, so that none hides another."""
    return "|".join(sorted(names, key=lambda name: (-len(name), name)))


MONTH = either(MONTH_OF)
WEEKDAY = either(WEEKDAY_OF)
SHORT_WEEKDAY = either(SHORT_WEEKDAY_OF)
NUMBER = either(NUMBER_OF)
COUNT = rf"\d{{1,3}}|{NUMBER}"


def number(word: str) -> int:
    """Return the value of a number in figures or in words; 0 if it is none."""
    return int(word) if word.isascii() and word.isdecimal() else NUMBER_OF.get(word, 0)
