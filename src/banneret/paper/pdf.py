"""A roster drawn as PDF, A4 upright, with reportlab: text stays text, letters are embedded, nothing is fetched."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final
from unicodedata import normalize

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

if TYPE_CHECKING:
    from banneret.paper.roster import Roster, Slip

PLAIN: Final = "Vera"
BOLD: Final = "VeraBd"
WIDE, HIGH = A4
EDGE: Final = 15 * mm
GAP: Final = 3 * mm
CARD_WIDE: Final = (WIDE - 2 * EDGE - GAP) / 2
CARD_HIGH: Final = 36 * mm
LINE: Final = 4.1 * mm
ROWS: Final = 5  # of cards on a page, two in a row
SHEET_HIGH: Final = 70 * mm
SHEET_ROWS: Final = 3
BOX: Final = 3.1 * mm
BOX_STEP: Final = 3.9 * mm
SMALL: Final = 7.5
BODY: Final = 8.5


def as_pdf(roster: Roster) -> bytes:
    """The roster as a PDF file. The same roster gives the same bytes."""
    for name in (PLAIN, BOLD):
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
    file = io.BytesIO()
    paper = _Paper(Canvas(file, pagesize=A4, invariant=1), roster)
    paper.draw()
    return file.getvalue()


class _Paper:
    """The pages as they are drawn; `at` is how far down the present one is filled."""

    def __init__(self, canvas: Canvas, roster: Roster) -> None:
        self.canvas = canvas
        self.roster = roster
        self.at = HIGH - EDGE
        self.number = 1
        self.last = len(roster.pages) + bool(roster.more)
        self.high = SHEET_HIGH if roster.sheets else CARD_HIGH
        self.cards = (SHEET_ROWS if roster.sheets else ROWS) * (
            self.high + GAP
        )  # what those of a page take up
        self.glyphs: dict[int, Any] = pdfmetrics.getFont(PLAIN).face.charToGlyph

    def draw(self) -> None:
        """All pages."""
        roster = self.roster
        self.canvas.setTitle(self._known(roster.title))
        self.canvas.setSubject(self._known(roster.book))
        for number, page in enumerate(roster.pages):
            if number:
                self._turn()
                self._line(f"{roster.title}, continued", BODY)
            else:
                self._head()
            top = max(self.at, EDGE + 6 * mm + self.cards)
            for place, slip in enumerate(page):
                left = EDGE + (place % 2) * (CARD_WIDE + GAP)
                self._card(slip, left, top - (place // 2) * (self.high + GAP))
        if roster.more:
            self._turn()
            self._line(f"{roster.title}: more of what is wrong", 11, BOLD)
            self._list(roster.more)
        self._foot()
        self.canvas.save()

    def _head(self) -> None:
        roster = self.roster
        self.at -= 4 * mm
        self._line(roster.title, 18, BOLD, 7 * mm)
        self._line(roster.book, BODY)
        self._state()
        faults = (
            [*roster.faults, f"and {len(roster.more)} more, on the last page"]
            if roster.more
            else roster.faults
        )
        # What the cards leave of the page: long errors and notes are cut to it, the errors first.
        room = int((self.at - EDGE - 6 * mm - self.cards) / LINE)
        room -= self._list(faults, room)
        for line in self._split(roster.notes, BODY, WIDE - 2 * EDGE)[: max(0, room)]:
            self._line(line, BODY)
        self.at -= 1.5 * mm

    def _state(self) -> None:
        """The verdict on the army in a frame, and beside it the sums."""
        wide = pdfmetrics.stringWidth(self.roster.state, BOLD, 10) + 4 * mm
        self.at -= 2 * mm
        self.canvas.rect(EDGE, self.at - 1.6 * mm, wide, 6 * mm)
        self.canvas.setFont(BOLD, 10)
        self.canvas.drawString(EDGE + 2 * mm, self.at, self.roster.state)
        sums = ",  ".join([f"{name} {value}" for name, value in self.roster.sums])
        self._line(sums, 10, PLAIN, 7 * mm, EDGE + wide + 4 * mm)

    def _list(self, texts: tuple[str, ...] | list[str], most: int = 60) -> int:
        """Texts as a list; returns how many lines it took. Each keeps at least its first line."""
        used = 0
        for number, text in enumerate(texts):
            lines = self._split(text, BODY, WIDE - 2 * EDGE - 4 * mm)
            room = max(1, most - used - (len(texts) - number - 1))
            if len(lines) > room:
                lines = [
                    *lines[: room - 1],
                    self._cut(lines[room - 1] + " …", BODY, WIDE - 2 * EDGE - 4 * mm),
                ]
            for at, line in enumerate(lines):
                if self.at < EDGE + 8 * mm:
                    self._turn()
                if at == 0:
                    self.canvas.setFont(PLAIN, BODY)
                    self.canvas.drawString(EDGE, self.at, "•")
                self._line(line, BODY, left=EDGE + 4 * mm)
            used += len(lines)
        return used

    def _card(self, slip: Slip, left: float, top: float) -> None:
        canvas = self.canvas
        canvas.setLineWidth(0.7)
        canvas.roundRect(left, top - self.high, CARD_WIDE, self.high, 1.5 * mm)
        inner, right = left + 3 * mm, left + CARD_WIDE - 3 * mm
        at = top - 6 * mm
        canvas.setFont(BOLD, 11)
        canvas.drawRightString(right, at, self._known(slip.cost))
        room = right - inner - pdfmetrics.stringWidth(slip.cost, BOLD, 11) - 2 * mm
        canvas.drawString(inner, at, self._cut(slip.title, 11, room, BOLD))
        if slip.name:
            at -= 3.6 * mm
            canvas.setFont(PLAIN, SMALL)
            canvas.drawString(inner, at, self._cut(slip.name, SMALL, right - inner))
            at += 0.8 * mm
        at -= 2 * mm
        if slip.figures:
            step = (right - inner) / len(slip.figures)
            for place, (name, value) in enumerate(slip.figures):
                middle = inner + (place + 0.5) * step
                canvas.setFont(PLAIN, 6)
                canvas.drawCentredString(middle, at - 2.6 * mm, self._cut(name, 6, step + 6))
                canvas.setFont(BOLD, 11)
                canvas.drawCentredString(middle, at - 7.6 * mm, self._known(value))
            at -= 9 * mm
        canvas.setFont(PLAIN, SMALL)
        foot = top - self.high + 2 * mm
        if slip.boxes:
            foot = self._boxes(slip.boxes, inner, right, foot)
        why = self._split(slip.why, SMALL, right - inner)[:2]
        why += [line for sum_ in slip.sums for line in self._split(sum_, SMALL, right - inner)]
        room = int((at - foot) / (3.4 * mm))
        words = self._split(slip.words, SMALL, right - inner)
        # the words first, the sums in what is left
        for line in [*words[: max(1, room - (0 if slip.boxes else len(why)))], *why][:room]:
            at -= 3.4 * mm
            canvas.drawString(inner, at, line)

    def _boxes(self, number: int, left: float, right: float, foot: float) -> float:
        """Boxes to strike off, in rows from the foot of a card upward; where they end."""
        across = int((right - left) / BOX_STEP)
        rows = -(-number // across)
        self.canvas.setLineWidth(0.5)
        for box in range(number):
            row, place = divmod(box, across)
            self.canvas.rect(left + place * BOX_STEP, foot + (rows - 1 - row) * BOX_STEP, BOX, BOX)
        self.canvas.setFont(PLAIN, SMALL)
        return float(foot + rows * BOX_STEP + 1.5 * mm)

    def _line(
        self, text: str, size: float, font: str = PLAIN, high: float = LINE, left: float = EDGE
    ) -> None:
        self.canvas.setFont(font, size)
        self.canvas.drawString(left, self.at, self._cut(text, size, WIDE - EDGE - left, font))
        self.at -= high

    def _turn(self) -> None:
        self._foot()
        self.canvas.showPage()
        self.number += 1
        self.at = HIGH - EDGE - 2 * mm

    def _foot(self) -> None:
        self.canvas.setFont(PLAIN, SMALL)
        last = max(self.last, self.number)
        text = f"{self.roster.title}. {self.roster.state}. Page {self.number} of {last}."
        self.canvas.drawString(EDGE, EDGE - 4 * mm, self._cut(text, SMALL, WIDE - 2 * EDGE))

    def _split(self, text: str, size: float, wide: float) -> list[str]:
        found: list[str] = simpleSplit(self._known(text), PLAIN, size, wide)
        return [self._cut(line, size, wide) for line in found]

    def _cut(self, text: str, size: float, wide: float, font: str = PLAIN) -> str:
        """The text, cut to a width."""
        text = self._known(text)
        if pdfmetrics.stringWidth(text, font, size) <= wide:
            return text
        while text and pdfmetrics.stringWidth(text + "…", font, size) > wide:
            text = text[:-1]
        return text.rstrip() + "…"

    def _known(self, text: str) -> str:
        """The text as the font can write it: letters that it has not without their accents, else as a ?."""
        return "".join([self._sign(sign) for sign in text])

    def _sign(self, sign: str) -> str:
        if ord(sign) in self.glyphs or sign == "\n":
            return sign
        base = normalize("NFKD", sign)[0]
        return base if ord(base) in self.glyphs else "?"
