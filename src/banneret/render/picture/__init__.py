"""Scenes as pictures: one piece of HTML with an inline drawing, for notebooks and printed pages. No scripts, no links out.

Colours, shapes and glyphs follow the look of the table: paper, ink and painted banners. Sides are told apart by the shape
of their banner and by its letter before any colour.
"""
