"""From a scenario to the first turn."""
