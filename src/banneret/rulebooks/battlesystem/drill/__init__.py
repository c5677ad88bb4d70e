"""Ways of going: slides, wheels, changes on the spot, gathering, skirmishers, wrap-arounds."""
