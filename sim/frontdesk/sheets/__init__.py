"""A salon whose waitlist is kept in a sheet and whose bookings are seen in a calendar."""
