"""Individual combat: those who fight man to man, and in which order their blows fall."""
