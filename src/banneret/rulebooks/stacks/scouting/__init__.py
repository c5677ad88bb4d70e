"""Phase 5, the Scout Phase: looking, stealing, devouring."""
