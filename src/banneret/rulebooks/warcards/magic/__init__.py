"""Battle spells: casters, casting, effects."""
