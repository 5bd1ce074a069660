"""Calendar of bookings: freed times found by comparing two snapshots."""
