"""The platform in memory: store, manual clock and rehearsals."""
