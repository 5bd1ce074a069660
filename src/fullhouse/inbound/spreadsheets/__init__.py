"""Sheets that staff edit: files and Google Sheets become plain tables, and changes go back without harm to the rest."""
