"""The computer players of the service: which it offers, and the worker processes in which they think."""
