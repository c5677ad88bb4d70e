"""Field pieces, that is catapults and ballistae: their crews, their shots, their moves."""
