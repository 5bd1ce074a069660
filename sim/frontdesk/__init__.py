"""Front desk workloads and checks: waitlist, appointments and the refill loop."""
