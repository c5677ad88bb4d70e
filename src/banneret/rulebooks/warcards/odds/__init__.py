"""Odds of one attack, of a step, of a duel to the end, exactly; of armies by fighting them out."""
