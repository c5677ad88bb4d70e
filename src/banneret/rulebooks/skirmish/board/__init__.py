"""What stands where, and what each creature is worth there: levels, hit points, keywords, neighbours, distances."""
