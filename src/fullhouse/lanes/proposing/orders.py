"""Orders to a machine that stand in a mail: they are nobody's wishes, so nothing is read out of them."""

import re

from fullhouse.lanes.proposing.text import folded

PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]*\S[^\n]*)*")
ORDERS = re.compile(
    r"(?<!\w)(?:disregard|forget|override|ignor\w{1,5}|vergiss|vergessen sie|oublie[rz]?|olvid\w{1,3})"
    r"(?: \w{1,12}){0,3} (?:instructions?|prompts?|rules|orders|anweisung\w{0,3}|regeln|vorgaben|consignes?|regles"
    r"|instrucciones|ordenes|reglas)(?!\w)"
    r"|(?<!\w)(?:(?:automated|automatic|ai|ki|virtual|digital)[ -](?:assistant|agent|system|assistent\w{0,2})"
    r"|assistant (?:ia|automatique)|asistente (?:virtual|automatico|de ia)|system prompt)(?!\w)"
    r"|(?:^|\n)[ #*>]{0,8}system ?:"
    r"|(?<!\w)(?:system|admin(?:istrator)?)[ -]?(?:nachricht|meldung|message|befehl|anweisung)(?!\w)"
    r"|(?<!\w)(?:instructions?|anweisung\w{0,3}|consignes?|instrucciones) (?:for|to|fur|an|pour|a|para)(?: \w{1,5})? "
    r"(?:\w{1,10}[ -])?(?:assistant\w{0,2}|assistent\w{0,2}|asistente|system|sistema|systeme|bot|ai|ki|ia"
    r"|program\w{0,3})(?!\w)"
    r"|(?<!\w)(?:mail|e-mail|buchungs|booking|ki|ai)-?(?:assistent\w{0,2}|assistant|bot|agent)(?!\w)"
    r"|(?<!\w)(?:no hagas caso|ne tiens? pas compte|ne tenez pas compte|beachte nicht|pay no attention)(?!\w)"
)


def without_prompt_injection(text: str) -> str:
    """Blank each paragraph that tells a machine what to do; every place stays the same."""
    return PARAGRAPH.sub(_blanked, text)


def _blanked(found: re.Match[str]) -> str:
    said = found[0]
    return re.sub(r"[^\n]", " ", said) if ORDERS.search(folded(said)) else said
