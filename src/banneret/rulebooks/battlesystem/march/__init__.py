"""The mover: every way that troops go is carried out here, halted wherever an enemy shoots at them."""
