"""Words that take their writer off a waitlist, at once and without a way back.

Only the clearest do. In one clause someone asks to be removed, or leaves, and each word of it is
known: a name, another list, a day, a condition or a question of theirs leaves the list to nobody.
"""

from typing import Literal

import msgspec

from fullhouse.inbound.replies.declines import word_set
from fullhouse.inbound.replies.matcher import Words
from fullhouse.inbound.replies.sentences import Clause, Sentence, parse_sentences
from fullhouse.kernel.patterns import regex

# "place" if the words name what an offer may be, too: "cancel my place".
Leaving = Literal["", "place", "list"]

REMOVES = word_set(
    """
    take remove cross strike delete unregister deregister withdraw
    nimm nehmt nehmen streich streicht streichen streiche trag tragt tragen losch loscht
    loschen entfern entfernt entfernen meld melde meldet melden austragen abmelden runternehmen
    retirez retire retirer enlevez enleve enlever rayez raye rayer supprimez supprime supprimer
    desinscrivez desinscris desinscrire radiez
    quita quitad quiten quitar borra borrad borren borrar saca sacad saquen sacar elimina eliminad
    eliminen eliminar tacha tachad tachar da dad den dar
    quitame quitadme quitenme quitarme quitarnos quitadnos borrame borradme borrenme borrarme
    borrarnos sacame sacadme saquenme sacenme sacarme sacarnos sacadnos eliminame eliminadme
    eliminenme eliminarme tachame tachadme tacharme dame dadme denme darme darnos dadnos
    diesen dieran dieseis dierais diese diera deis
    """
)
# Without a list or "off" beside them these remove, too.
REMOVES_ALONE = word_set(
    """
    remove delete unregister deregister streich streicht streichen austragen desinscrivez desinscris
    desinscrire borrame borradme borrenme borrarme
    """
)
LEAVES = word_set(
    """
    leave leaving quit withdraw verlassen verlasse quitter quitte quittons sortir salir salgo
    salimos salirme
    """
)
CANCELS = word_set(
    """
    cancel withdraw stornieren storniert storniere annulez annuler annule cancela cancelar cancelad
    """
)
ONE = word_set("me us my our mich uns meinen unsere unseren moi nous m mon ma notre nos mi")
ENCLITIC = regex(r"\w{3,}(?:me|nos)")
AWAY = word_set("off runter raus aus ab baja")
LISTS = word_set(
    """
    list line queue waitlist waiting wait warteliste gasteliste liste wartelistenplatz file lista
    cola
    """
)
PLACES = word_set(
    """
    registration place spot entry booking anmeldung eintrag platz inscription place inscripcion
    plaza sitio
    """
)
# What may stand beside them and changes nothing.
BESIDE = word_set(
    """
    please pls plz hi hello hey dear sorry thanks thank you so very much now then just kindly
    could can would will i we d want wish like ll 'll to need have am re be from of the your this
    on permanently for good guest name names completely altogether again after all anymore
    unfortunately sadly
    well ok okay yes feel free and therefore do too also right away entirely while at it as
    totally straight immediately may might should anyway actually rather
    auch gleich aussi directement tambien porfa dans
    bitte hallo danke leider ja nein gern gerne einfach jetzt nun doch dann also kann konnt konnen
    koennt koennten koennen konntet wurdet wurden wuerdet wuerden ihr sie du ich wir mochte mochten
    will wollen auf endgultig definitiv von der die eurer ihrer dieser werden werde namen ganz
    wieder deshalb daher komplett vollstandig sofort direkt ausserdem ubrigens sowieso ebenfalls mal
    eben am besten ruhig durft duerft durfen
    definitivement totalement sur et s il vous te plait merci bonjour svp pouvez pourriez peux
    pourrais vous tu je voudrais
    voudrions souhaite aimerais veux veut de la d attente votre cette nom donc du alors desole
    desolee malheureusement ailleurs d completement entierement tout suite directement simplement
    egalement passage au plutot par la meme occasion gentil gentille
    definitivamente del todo en por favor gracias hola podeis podriais puedes podrias pueden
    podrian quiero querria quisiera
    queremos me nos de la espera vuestra esta nombre ya entonces lo siento completamente totalmente
    ademas paso directamente mejor completo favor haced hagan haga les os agradeceria agradezco que
    rogaria ruego nuestra
    """
)
# Who asks politely and names nobody asks for themselves: "bitte von der Warteliste nehmen".
PLEASE = word_set("please bitte svp merci favor porfa")
OWN = word_set("i we ich wir je on nous puedo podemos")
POLITE = word_set("can could would will please kann konnt konnten konnen koennt koennten wuerdet")
POLITE_STEMS = ("pouv", "pourri", "pued", "podr", "pode")
# What follows says why or to what end: "so I don't block anyone", "pour que d'autres viennent".
REASONS = regex(
    r" (?:so (?:that|i|we)|since|as (?:i|we)|damit|sodass|da (?:ich|wir)|afin"
    r"|puisque|comme (?:je|on|nous)|pour (?:que|ne)|para (?:que|no)|pues|ya que)\b"
)
CONDITIONS = word_set(
    """
    if unless until till when soon long but wenn sobald solange falls bis aber si sauf jusqu quand
    mais cuando hasta pero
    """
)
# They need not be kept on the list, or want to wait no more.
NOT_NEEDED = regex(
    r"(?:no need to|no longer need to|not need to|don't need to|needn't) (?:keep|have|hold|leave)"
    r" (?:me|us|(?:a|my) (?:spot|place)) .{0,12}(?:list|line|queue)\b"
    r"|(?:don't|dont|no need to) (?:bother )?wait(?:ing)? for (?:me|us)\b"
    r"|brauch\w* (?:mich|uns) (?:nicht|nich|ned) (?:langer|mehr) .{0,20}liste"
    r"|(?:mich|uns) (?:nicht|nich) (?:langer|mehr) .{0,20}liste (?:fuhren|lassen|behalten)"
    r"|(?:plus|pas) (?:la peine|besoin|necessaire) de (?:me|nous) (?:laisser|garder|maintenir)"
    r" (?:sur|dans) .{0,12}(?:liste|file)\b"
    r"|(?:no hace|ya no hace) falta que (?:me|nos) (?:teng|manteng|dej)\w+ en .{0,8}lista"
    r"|^(?:i|we) (?:no longer want|don't want|do not want) to (?:wait|be on the (?:wait)?list)\b"
    r"|(?:musst|mussen sie|musst ihr) (?:mich|uns) (?:also )?nicht (?:langer|mehr) vormerken\b"
    r"|^(?:ich|wir) (?:mochten?|will|wollen) nicht mehr (?:warten|auf der (?:warte)?liste stehen)"
    r"|^(?:ich|wir) (?:mochten?|will|wollen) (?:bitte )?von der (?:warte)?liste"
    r" (?:gestrichen|genommen|geloscht) werden$"
    r"|^(?:bitte )?wartet nicht (?:langer |mehr )?auf (?:mich|uns)\b"
    r"|^(?:je|nous) ne (?:veux|voulons|souhaite) plus (?:attendre|etre sur la liste)"
    r"|^(?:ya )?no (?:me|nos) esper(?:en|eis|es) mas\b"
    r"|^(?:ya )?no (?:quiero|queremos) (?:esperar|seguir esperando|estar en la lista)"
)


class _Clause(msgspec.Struct, frozen=True):
    words: Words
    asks: bool

    @property
    def takes_off(self) -> bool:
        """Return True if the writer leaves a list, or is to be removed."""
        return self._removes or self._leaves

    @property
    def _removes(self) -> bool:
        found = REMOVES.intersection(self.words)
        is_away = not AWAY.isdisjoint(self.words) or not LISTS.isdisjoint(self.words)
        if not LISTS.isdisjoint(self.words) and not PLEASE.isdisjoint(self.words):
            return bool(found)
        return (
            bool(found) and self._names_writer and (is_away or not found.isdisjoint(REMOVES_ALONE))
        )

    @property
    def _leaves(self) -> bool:
        return not LEAVES.isdisjoint(self.words) and not LISTS.isdisjoint(self.words)

    @property
    def cancels_place(self) -> bool:
        """Return True if the writer's registration is to be cancelled."""
        is_place = not PLACES.isdisjoint(self.words) and not CANCELS.isdisjoint(self.words)
        return is_place and self._names_writer

    @property
    def _names_writer(self) -> bool:
        is_ending = any(ENCLITIC.fullmatch(word) and word in REMOVES for word in self.words)
        return is_ending or not ONE.isdisjoint(self.words)

    @property
    def is_clear(self) -> bool:
        """Return True if each word is known, and a question asks us and not what the writer may."""
        known = (REMOVES, LEAVES, CANCELS, ONE, AWAY, LISTS, PLACES, BESIDE)
        if not all(any(word in words for words in known) for word in self.words):
            return False
        return not self.asks or (_is_polite(self.words) and OWN.isdisjoint(self.words))


def leaving(text: str) -> Leaving:
    """Return how clearly a text takes its writer off the list."""
    found: Leaving = ""
    for sentence in parse_sentences(text):
        if not _is_conditional(sentence):
            found = max(found, _leaving(sentence), key=("", "place", "list").index)
    return found


def _leaving(sentence: Sentence) -> Leaving:
    if not sentence.asks and any(map(_is_not_needed, sentence.clauses)):
        return "list"
    clauses = [_Clause(_request(clause), sentence.asks) for clause in sentence.clauses]
    clear = [clause for clause in clauses if clause.is_clear]
    if any(clause.takes_off for clause in clear):
        return "list"
    return "place" if any(clause.cancels_place for clause in clear) else ""


def _is_not_needed(clause: Clause) -> bool:
    return NOT_NEEDED.search(" ".join(clause.words)) is not None


def _request(clause: Clause) -> Words:
    """Return the words of a clause up to what says why."""
    words = " ".join(_split(clause.words))
    return tuple(REASONS.split(words, maxsplit=1)[0].split())


def _split(words: Words) -> Words:
    """Return words without their apostrophes, so that "m'enlever" names the writer."""
    return tuple(part for word in words for part in word.split("'") if part)


def _is_polite(words: Words) -> bool:
    return any(word in POLITE or word.startswith(POLITE_STEMS) for word in words)


def _is_conditional(sentence: Sentence) -> bool:
    first = [word for clause in sentence.clauses for word in _split(clause.words)]
    polite = " ".join(first).replace("s il vous plait", "").replace("s il te plait", "")
    return not CONDITIONS.isdisjoint(polite.split())
