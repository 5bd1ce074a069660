"""How things look: pictures made on the server, and times in words."""
