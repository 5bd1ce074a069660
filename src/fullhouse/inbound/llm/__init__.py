"""The Scribe: a language model that proposes fields and writes a paragraph. It decides nothing, and may be missing."""
