"""What extra successes are worth to who spends them well."""
