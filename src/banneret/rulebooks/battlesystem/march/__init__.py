"""The mover: all moves of troops are carried out here, halted wherever an enemy shoots at them."""
