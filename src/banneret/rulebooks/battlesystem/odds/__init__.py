"""The odds of melees and battles, counted exactly where that can be done, else fought many times."""
