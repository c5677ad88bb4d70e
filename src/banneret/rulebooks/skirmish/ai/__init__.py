"""Computer players: greedy, judgement, places."""
