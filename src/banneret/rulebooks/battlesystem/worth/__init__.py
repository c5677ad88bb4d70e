"""The ratings that a unit has now and the inches it may move, whatever has changed them."""
