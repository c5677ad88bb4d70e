"""The places of all units: contacts, distances, obstacles, lines of sight, formations."""
