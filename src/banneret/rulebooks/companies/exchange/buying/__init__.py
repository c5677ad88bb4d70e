"""Spending extra successes, and carrying out what they bought."""
