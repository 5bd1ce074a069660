"""Store on SQLite: database, row codec, reads, backup and integrity checks."""
