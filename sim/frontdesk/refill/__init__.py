"""Checks of the refill loop and the day schedule."""
