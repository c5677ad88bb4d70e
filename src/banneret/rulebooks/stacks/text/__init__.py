"""How things are said: news, names, numbers and abilities in words."""
