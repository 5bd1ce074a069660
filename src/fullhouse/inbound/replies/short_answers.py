"""Short answers: the whole reply is a yes, a no, a decline, an OK or thanks, and nothing else."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

from fullhouse.inbound.replies.matcher import Words
from fullhouse.inbound.replies.sentences import all_words, parse_sentences
from fullhouse.kernel.patterns import regex

# "comes" says in so many words that they come; a bare "no" may answer any question.
ShortAnswer = Literal["yes", "ok", "no", "comes", "declines", "thanks", ""]
Kind = Literal["yes", "ok", "no", "denies", "comes", "declines", "thanks", "regret", "filler"]
FILLER: Kind = "filler"
MOST_WORDS = 12
# Alone it is no Spanish "and".
LETTER_YES = regex(r"\s*y\W*", re.IGNORECASE)
THUMB_UP = "\N{THUMBS UP SIGN}"
# The question is whether they can't come, so "I'm coming" answers no. Words have no accents,
# and the Spanish yes is "yes", as in parsed sentences.
PHRASES: dict[Kind, str] = {
    "yes": """
        yes; yess; yesss; yep; yepp; yup; yupp; yeah; yeahh; yea; yah; yis; ye; aye; yessir;
        yes sir; uh huh; right; correct; exactly; indeed; that's right;
        that is right; thats right; that's correct; that is correct; you're right; you are right;
        you got it right; you got that right; you understood correctly; afraid so; i'm afraid so;
        i am afraid so; that's what i meant; that's what i mean; that is what i meant
        ja; jaa; jaaa; jo; joa; jup; jupp; jep; jepp; jap; japp; jau; jawohl; jawoll;
        genau; ganz genau; exakt; richtig; korrekt; stimmt; das stimmt;
        das ist richtig; ist richtig; das ist korrekt; so ist es; richtig verstanden;
        du hast recht; ihr habt recht; das heisst es; genau das
        oui; ouii; ouiii; ouais; ouaip; ouaips; ouep; ouai; ui; vi;
        c'est ca; c'est bien ca; exact; c'est exact; exactement; tout a fait;
        c'est juste; c'est vrai; c'est correct; en effet; effectivement; vous avez raison;
        tu as raison; vous avez bien compris; c'est bien cela; c'est cela
        sip; sep; sipi; sii; siii; aja; claro yes; claro que yes; que yes;
        asi es; exacto; exactamente; correcto; es correcto; eso es; cierto; es cierto;
        efectivamente; en efecto; tienes razon; teneis razon; si porfa; si por favor; si gracias
    """,
    # Read, but neither yes nor no.
    "ok": """
        ok; okay; k; fine; sure
        in ordnung; alles klar; geht klar; passt; passt so; passt schon; passt scho; schon gut;
        macht nichts; kein ding; alles gut so
        d'accord; ca marche
        vale; de acuerdo
    """,
    "no": """
        no; nope; nah; i can; i don't; i do not; i didn't; i did not
        nein; nee; ne; ich kann
        non; nan; bof
        nop
    """,
    "denies": """
        not at all; wrong; that's wrong; that is wrong; you got it wrong;
        you got that wrong; you got me wrong; you've got it wrong; you have got it wrong;
        you misunderstood; you misunderstood me; that's a mistake; that is a mistake;
        that was a mistake; it's a mistake; it was a mistake; a mistake; a misunderstanding;
        that's a misunderstanding; that's not what i meant; that's not what i mean;
        that is not what i meant; i didn't mean that; i did not mean that
        doch; falsch; das ist falsch; stimmt nicht; das stimmt nicht;
        falsch verstanden; du hast mich falsch verstanden; ihr habt mich falsch verstanden;
        das habt ihr falsch verstanden; das hast du falsch verstanden; missverstandnis;
        ein missverstandnis; das ist ein missverstandnis; das war ein missverstandnis;
        das meinte ich nicht; so war das nicht gemeint; das war nicht so gemeint
        pas du tout; au contraire; faux; c'est faux; c'est une erreur; une erreur;
        c'est un malentendu; un malentendu; ce n'est pas ca; c'est pas ca; vous avez mal compris;
        tu as mal compris; vous m'avez mal compris; vous vous trompez; vous vous etes trompes
        que va; al contrario; es un error; un error; es un malentendido; un malentendido;
        no es asi; no es eso; no es cierto; te has equivocado; os habeis equivocado;
        se han equivocado; lo has entendido mal; lo habeis entendido mal; me has entendido mal;
        me habeis entendido mal
    """,
    "comes": """
        i can come; we can come; i can make it; we can make it;
        i'm coming; i am coming; im coming; we're coming; we are coming; i'm still coming;
        i am still coming; we're still coming; i will come; i'll come; we'll come; i'll be there;
        i will be there; we'll be there; we will be there; i want to come; see you there;
        see you then; keep my seat; keep our seats; i'll take it; i will take it; i take it;
        we'll take it; with pleasure; gladly; deal; it's a deal; sold; on my way; on our way;
        happy to; would love to; i'd love to; we'd love to; love to; try and stop me;
        nothing could stop me; nothing can stop me; i'd be mad not to come
        unbedingt; aber gerne doch; aber gern doch; gebucht; gekauft; gemacht; abgemacht; logo;
        ich komme; nehme ich; nehm ich; ich nehme ihn; ich nehme den platz; den nehme ich;
        wir nehmen ihn;
        sehr gern; sehr gerne; mit vergnugen;
        ich komme doch; ich komme gern; ich komme gerne; wir kommen; wir kommen doch;
        ich kann kommen; wir konnen kommen; ich bin dabei; wir sind dabei; platz behalten
        carrement; c'est parti; banco; partant; partante; vendu; marche conclu; adjuge; je prends;
        je viens; je viens bien; je viendrai; nous venons; nous viendrons; on vient;
        je peux venir; nous pouvons venir; je serai la; nous serons la; on sera la;
        gardez ma place; garder ma place; je compte venir; je la prends; je prends la place;
        nous la prenons; on la prend; avec plaisir; volontiers; avec joie
        dale; hecho; trato hecho; venga; de una; yes voy; yes que voy;
        yes puedo; yes que puedo; yes puedo ir;
        yes que puedo ir; yes vamos; yes que vamos; claro que voy; claro que vamos; alli estare;
        ahi estare; alli estaremos; conservar mi plaza; la cojo; la tomo; me la quedo;
        con gusto; con mucho gusto; encantado; encantada; por supuesto; por supuesto que yes;
        desde luego; claro; claro que yes voy; bien sur; bien entendu; evidemment; of course;
        certainly; definitely; absolutely; you bet; naturlich; selbstverstandlich; aber sicher;
        na klar; klar; klar doch
    """,
    # Among them the words on the buttons of our emails.
    "declines": """
        no thanks; no thanks a lot; no thank you; no thanks not this time;
        no thank you not this time; not this time; not today; not for me; i pass; i'll pass;
        pass; no deal; maybe next time;
        perhaps next time; next time; another time; not interested; no i can't come;
        no i cannot come; no we can't come; no i can't; no i cannot; i decline; decline
        nein danke; nein danke diesmal nicht; diesmal nicht; dieses mal nicht; heute nicht;
        nicht diesmal; nein ich kann nicht; nein ich kann nicht kommen; nein wir konnen nicht;
        ich verzichte; kein interesse; kein bedarf; nachstes mal; vielleicht nachstes mal
        non merci; non merci pas cette fois; pas cette fois; pas cette fois ci;
        non je ne peux pas; non je ne peux pas venir; non nous ne pouvons pas; je passe;
        je decline; une autre fois; la prochaine fois; pas interesse; pas interessee
        no gracias; no gracias esta vez no; esta vez no; no por esta vez; no no puedo ir;
        no no puedo; no no podemos ir; bof non; non c'est bon; non c bon; nan c bon;
        nan c'est bon; nah you're alright;
        no you're alright; paso; otra vez sera; la proxima vez;
        no me interesa;
    """,
    "thanks": """
        no worries; never mind then; noted thanks; got it thanks;
        thanks; thank you; thanks a lot; thank you very much; thank you so much; many thanks; thx;
        ty; cheers; great; perfect; got it; noted; understood; all good
        danke; danke dir; danke euch; danke schon; dankeschon; vielen dank; herzlichen dank;
        lieben dank; super; prima; perfekt; verstanden; alles gut
        merci; merci beaucoup; merci bien; parfait; entendu; bien recu; c'est note; note; bien note
        gracias; muchas gracias; mil gracias; perfecto; genial; entendido; recibido; anotado;
        apuntado; apuntada; tomo nota
    """,
    # With a no it declines: "No, sorry".
    "regret": """
        sorry; i'm sorry; i am sorry; unfortunately; sadly; alas
        leider; tut mir leid; es tut mir leid
        malheureusement; helas; desole; desolee; desoles
        por desgracia; desgraciadamente; lamentablemente; lo siento
    """,
    # "Si" without its accent is a Spanish yes, or a French "I do".
    "filler": """
        please; pls; plz; hi; hello; hey; best; regards; best regards; kind regards;
        best wishes; all the best
        bitte; hallo; grusse; liebe grusse; viele grusse; beste grusse; gruss; lg; vg
        bonjour; bonsoir; cordialement; bien cordialement; bises; bisous; si
        hola; saludos; un saludo; un abrazo; besos; por favor; porfa; porfi
    """,
}


def short_answer(text: str, name: str = "") -> ShortAnswer:
    """Return what a whole reply answers in a few words; the name of its writer may stand in it."""
    if LETTER_YES.fullmatch(text):
        return "yes"
    sentences = parse_sentences(text.replace(THUMB_UP, " ok "))
    words = tuple(all_words(sentences))
    if len(words) > MOST_WORDS or any(sentence.asks for sentence in sentences):
        return ""
    known: dict[Words, Kind] = {(word,): FILLER for word in all_words(parse_sentences(name))}
    known.update(_kinds())
    kinds: set[Kind] = set()
    while words:
        length = _longest(words, known)
        if not length:
            return ""
        kinds.add(known[words[:length]])
        words = words[length:]
    return _answer(kinds - {FILLER})


def _longest(words: Words, known: Mapping[Words, Kind]) -> int:
    """Return how many of the first words are the longest known phrase."""
    lengths = range(len(words), 0, -1)
    return next((length for length in lengths if words[:length] in known), 0)


def _answer(kinds: set[Kind]) -> ShortAnswer:
    polite: set[Kind] = {"thanks", "regret"}
    said = kinds - polite
    if kinds == {"thanks"}:
        return "thanks"
    if "comes" in said:
        return "comes" if said <= {"comes", "no", "denies", "ok"} else ""
    if "declines" in said or (said == {"no"} and kinds & polite):
        return "declines" if said <= {"declines", "no", "ok"} else ""
    return _plain_answer(said)


def _plain_answer(said: set[Kind]) -> ShortAnswer:
    if said == {"ok"}:
        return "ok"
    if "yes" in said:
        return "yes" if said <= {"yes", "ok"} else ""
    return "no" if said and said <= {"no", "denies"} else ""


@cache
def _kinds() -> dict[Words, Kind]:
    """Return the kind of each phrase."""
    kinds: dict[Words, Kind] = {}
    for kind, written in PHRASES.items():
        for phrase in re.split("[;\n]", written):
            kinds[tuple(all_words(parse_sentences(phrase)))] = kind
    kinds.pop(())
    return kinds
