"""Letters: "your turn" to players who are not at the table, by mail and by what else the host of the table allows."""
