"""The lab: odds, simulation, tournaments."""
