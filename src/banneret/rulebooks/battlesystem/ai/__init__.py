"""The computer's way to fight: the greedy player, its manoeuvres, and its judgement."""
