"""Desk pages of a host's events."""
