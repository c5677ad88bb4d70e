"""Catapults and ballistae: their crews, their shots, their moves."""
