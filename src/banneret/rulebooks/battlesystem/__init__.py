"""Battlesystem: regiments on the plane. In the making: its tables and derived figures so far."""
