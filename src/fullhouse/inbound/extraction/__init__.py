"""Extraction by rules: fields of a request in free text, in four languages, to be approved."""
