"""What a melee may bring, counted exactly where that can be done, else fought many times."""
