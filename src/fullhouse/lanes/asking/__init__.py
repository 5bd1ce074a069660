"""A question to the whole desk in plain words: which product it is about, and which of the typed queries it means."""
