"""Forecasts of what orders lead to: charges, melees, partings, volleys."""
