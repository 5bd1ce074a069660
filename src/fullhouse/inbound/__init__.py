"""How people and bookings come in."""
