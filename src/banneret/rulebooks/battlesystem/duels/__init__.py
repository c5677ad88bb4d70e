"""Individual combat: those who fight man to man, what hits them, in which order their blows fall, and the melee rounds they fight."""
