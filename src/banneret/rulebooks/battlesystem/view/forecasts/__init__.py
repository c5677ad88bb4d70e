"""Odds of orders, shown before they are given: charges, melees, withdrawals, rallies, duels, volleys."""
