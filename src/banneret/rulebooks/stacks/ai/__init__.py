"""Computer players: what they see, guess and decide."""
