"""A battle that is over, told: who won and why, what was lost, how its chances went and what turned them."""
