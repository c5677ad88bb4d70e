"""The kernel: table, decisions, dice, record, battle. It knows no rulebook."""
