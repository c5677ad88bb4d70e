"""Phase 6, the Battle Phase: the segments and steps of a battle."""
