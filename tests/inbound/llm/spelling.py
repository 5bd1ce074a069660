"""Numbers up to 9,999 in words of four languages, sharing nothing with the reader."""

EN = (  # noqa: SIM905 - a row of words
    "zero one two three four five six seven eight nine "
    "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
EN_TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
DE = (  # noqa: SIM905 - a row of words
    "null ein zwei drei vier fünf sechs sieben acht neun "
    "zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"
).split()
DE_TENS = [
    "",
    "",
    "zwanzig",
    "dreißig",
    "vierzig",
    "fünfzig",
    "sechzig",
    "siebzig",
    "achtzig",
    "neunzig",
]
FR = (  # noqa: SIM905 - a row of words
    "zéro un deux trois quatre cinq six sept huit neuf "
    "dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf"
).split()
FR_TENS = [
    "",
    "",
    "vingt",
    "trente",
    "quarante",
    "cinquante",
    "soixante",
    "soixante",
    "quatre-vingt",
    "quatre-vingt",
]
ES = (  # noqa: SIM905 - a row of words
    "cero uno dos tres cuatro cinco seis siete ocho nueve "
    "diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve "
    "veinte veintiuno veintidós veintitrés veinticuatro "
    "veinticinco veintiséis veintisiete veintiocho veintinueve"
).split()
ES_TENS = [
    "",
    "",
    "",
    "treinta",
    "cuarenta",
    "cincuenta",
    "sesenta",
    "setenta",
    "ochenta",
    "noventa",
]
ES_HUNDREDS = [
    "",
    "ciento",
    "doscientos",
    "trescientos",
    "cuatrocientos",
    "quinientos",
    "seiscientos",
    "setecientos",
]
ES_HUNDREDS += ["ochocientos", "novecientos"]


def english(number: int) -> str:
    if number >= 1000:
        thousands, rest = divmod(number, 1000)
        return f"{english(thousands)} thousand" + (f" {english(rest)}" if rest else "")
    if number >= 100:
        hundreds, rest = divmod(number, 100)
        return f"{english(hundreds)} hundred" + (f" and {english(rest)}" if rest else "")
    if number >= 20:
        return EN_TENS[number // 10] + (f"-{EN[number % 10]}" if number % 10 else "")
    return EN[number]


def german(number: int) -> str:
    if number >= 1000:
        return f"{german(number // 1000)}tausend{german(number % 1000) if number % 1000 else ''}"
    if number >= 100:
        return f"{german(number // 100)}hundert{german(number % 100) if number % 100 else ''}"
    if number >= 20:
        return (f"{DE[number % 10]}und" if number % 10 else "") + DE_TENS[number // 10]
    return DE[number]


def french(number: int) -> str:
    if number >= 1000:
        many = f"{french(number // 1000)} " if number >= 2000 else ""
        return f"{many}mille {french(number % 1000) if number % 1000 else ''}".strip()
    if number >= 100:
        many = f"{french(number // 100)} " if number >= 200 else ""
        return f"{many}cent {french(number % 100) if number % 100 else ''}".strip()
    if number >= 20:
        tens, rest = FR_TENS[number // 10], number % (20 if number >= 60 else 10)
        joined = " et " if rest in (1, 11) and number < 80 else "-"
        return f"{tens}{joined}{FR[rest]}" if rest else tens
    return FR[number]


def spanish(number: int) -> str:
    if number >= 1000:
        many = f"{spanish(number // 1000)} " if number >= 2000 else ""
        return f"{many}mil {spanish(number % 1000) if number % 1000 else ''}".strip()
    if number == 100:
        return "cien"
    if number > 100:
        return (
            f"{ES_HUNDREDS[number // 100]} {spanish(number % 100) if number % 100 else ''}".strip()
        )
    if number >= 30:
        return ES_TENS[number // 10] + (f" y {ES[number % 10]}" if number % 10 else "")
    return ES[number]


LANGUAGES = {"en": english, "de": german, "fr": french, "es": spanish}


def spelt(number: int, language: str) -> list[str]:
    """A number in words; where it ends in one, also as it stands before what is counted."""
    said = LANGUAGES[language](number)
    if language == "de" and said.endswith("ein"):
        return [f"{said}s"]
    if language == "fr" and said.endswith("un"):
        return [said, f"{said}e"] if number > 1 else []
    if language == "es" and said.endswith("uno"):
        return [said, *([f"{said[:-3]}una", f"{said[:-3]}un"] if number > 1 else [])]
    return [said]
