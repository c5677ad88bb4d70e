"""The store: battles as records line by line, and what stands beside them (seats, guests, notices, clocks, answered requests, reports)."""
