"""Standing, holding positions, and the Disposition that is left."""
