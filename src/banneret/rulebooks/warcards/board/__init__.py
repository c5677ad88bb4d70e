"""Where everything stands, and who may be where."""
