"""From a scenario to the first round: zones, posts, placement; and reinforcements later on."""
