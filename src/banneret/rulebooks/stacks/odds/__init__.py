"""Odds: of one exchange, and of whole battles under a stated policy. No rule comes here: odds look at battles from outside."""
