"""Load, decide, commit; relay the outbox; sweep what was lost."""
