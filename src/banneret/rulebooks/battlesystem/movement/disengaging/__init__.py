"""Getting away from an enemy in contact: Fighting Withdrawals and fleeing."""
