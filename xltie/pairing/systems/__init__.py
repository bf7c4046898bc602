"""The pairing systems, and a round drawn by one of them."""
