"""Questions behind a cancellation that do not take it back: about forms, refunds, other dates."""

from fullhouse.inbound.folding import fold_text
from fullhouse.inbound.replies.sentences import sentence_texts
from fullhouse.kernel.patterns import regex

PRACTICAL = regex(
    r"\b(?:e-?mail|mail|website|web\b|page|form\b|online|link|button|enough|suffice|anything else"
    r"|something else|need to do|have to do|refund|money|paid|fee|deposit|confirm|next (?:one"
    r"|time|date"
    r"|concert|event)|another (?:one|date)|again|other dates?|in (?:autumn|spring|summer|winter)"
    r"|repeat"
    r"|newsletter|informed|january|february|april|june|july|august|september|october|november"
    r"|december"
    r"|reicht|genugt|formular|internetseite|webseite|seite|sonst noch|noch etwas|noch was"
    r"|erstatt\w*"
    r"|geld|bezahlt|gebuhr|bestatig\w*|nachste[nrs]?|weitere termine|wieder|nochmal|noch einmal"
    r"|newsletter|januar|februar|marz|juli|oktober|dezember|herbst|fruhjahr|sommer|winter"
    r"|suffit|formulaire|site|autre chose|chose d'autre|quelque chose|rembours\w*|argent|paye"
    r"|frais|confirm\w*|prochaine?s?"
    r"|d'autres dates|refaites|refaire|nouveau|janvier|fevrier|mars|avril|juin|juillet|aout"
    r"|septembre"
    r"|octobre|novembre|decembre|automne|printemps|correo|basta|bastara|formulario|rellenar|pagina"
    r"|algo mas|hacer algo|reembols\w*|devol\w*|dinero|pagado|cuota|proxim[oa]s?|otra fecha"
    r"|otras fechas|repet\w*|repit\w*|enero|febrero|marzo|abril|junio|julio|agosto|septiembre"
    r"|octubre"
    r"|noviembre|diciembre|otono|primavera)\b"
)
TAKES_BACK = regex(
    r"\b(?:still|instead|later|late|keep|my (?:friend|sister|brother|son|daughter|wife|husband)"
    r"|bring"
    r"|trotzdem|doch noch|statt|spater|behalten|mitbringen|quand meme|plutot|plus tard|garder"
    r"|a la place|aun|todavia|en vez|mas tarde|guardar|llevar|traer|if|wenn|falls|unless)\b"
)


def statements(text: str) -> str:
    """Return a text without its questions."""
    return " ".join(one for one in sentence_texts(text) if "?" not in one)


def are_practical(text: str) -> bool:
    """Return True if a text asks something, and nothing that could take back what it says."""
    questions = [fold_text(one) for one in sentence_texts(text) if "?" in one]
    return bool(questions) and all(map(_is_practical, questions))


def _is_practical(question: str) -> bool:
    return PRACTICAL.search(question) is not None and TAKES_BACK.search(question) is None
