"""The service: battles over HTTP and WebSocket, stored before they are acknowledged."""
