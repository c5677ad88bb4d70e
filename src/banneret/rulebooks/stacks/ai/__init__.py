"""How the computer fights: what it sees, supposes and decides."""
