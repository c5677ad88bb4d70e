"""From a scenario to the first step of a battle."""
