"""Weekdays and times of day in people's own words, in four languages."""
