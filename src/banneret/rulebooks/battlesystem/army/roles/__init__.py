"""Roles as scenarios write them down."""
