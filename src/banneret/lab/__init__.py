"""The lab: simulation, tournaments, forecasts, exact play and balance, on all cores or on a cluster."""
