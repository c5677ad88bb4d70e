"""Where everybody stands, who touches whom, what is in the way, and who sees whom."""
