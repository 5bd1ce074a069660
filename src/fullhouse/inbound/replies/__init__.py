"""Intent of a reply: sentences, grammar patterns per language, and a cancel score."""
