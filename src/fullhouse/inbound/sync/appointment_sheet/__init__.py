"""Appointments in a sheet: who is expected when, row by row."""
