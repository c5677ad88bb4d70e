"""The exchange: three actions written in secret, revealed and resolved volley by volley."""
