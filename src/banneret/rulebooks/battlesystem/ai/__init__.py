"""How the computer fights: the greedy player, its manoeuvres, and its judgement."""
