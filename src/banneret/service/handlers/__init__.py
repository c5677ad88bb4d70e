"""The handlers of each address, by topic; `banneret.service.routes` says which address is whose."""
