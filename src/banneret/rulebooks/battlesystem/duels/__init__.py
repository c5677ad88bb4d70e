"""Individual combat: the duellists, the rolls that hit them, the order of their blows, and their melee rounds."""
