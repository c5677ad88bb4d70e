"""Rosters of armies, reports of battles and rules cards for print, as a web page or as PDF."""
