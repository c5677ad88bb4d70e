"""Rosters of armies for print, as a web page or as PDF."""
