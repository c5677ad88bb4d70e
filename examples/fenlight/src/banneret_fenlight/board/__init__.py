"""Who stands where, and who sees whom."""
