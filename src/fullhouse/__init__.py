"""Guest lists with a cap that cannot oversell."""
