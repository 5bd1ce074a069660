"""Proposing a row by rules: what people wrote, in four languages, read field by field into what staff may approve."""
