"""The inspector: a unit, artifact, spell or stack in full."""
