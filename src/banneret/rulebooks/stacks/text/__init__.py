"""Words: news, names, numbers and abilities in sentences."""
