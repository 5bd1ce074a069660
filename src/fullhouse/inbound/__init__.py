"""Input from outside, turned into commands and proposals."""
