"""The ratings that a unit has now and the inches it may move, after all that has changed them."""
