"""The worth of extra successes to a side that spends them well."""
