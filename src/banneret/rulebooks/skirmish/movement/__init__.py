"""Movement square by square: how far a creature can go, and which paths it may take."""
