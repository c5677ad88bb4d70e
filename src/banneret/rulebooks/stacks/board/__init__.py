"""Where everything stands, who may be where, and what each side knows of it."""
