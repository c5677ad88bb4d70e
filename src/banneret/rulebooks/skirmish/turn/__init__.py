"""The turn of a side outside its actions: the Refresh Phase, the end of the turn, the final count."""
