/** A unit on the plane as a piece, for pictures that are drawn from a few numbers. */
import { INCH } from '../board/plane/chart'
import type { Mark, Piece } from '../wire'

/** The side of a figure's base, in inches. */
const BASE = 0.6

/** The piece that a mark tells of, in a picture of that height. */
export function bodyPiece(mark: Mark, height: number): Piece {
  const files = mark.files ?? 1
  const ranks = mark.ranks ?? 1
  const base = BASE * (mark.size ?? 1)
  const angle = ((mark.heading ?? 0) * Math.PI) / 180
  const [x, y] = [mark.at[0] / INCH, (height - mark.at[1]) / INCH]
  /** Right of its middle and ahead of it, as a spot of the plane. */
  const spot = (right: number, ahead: number): [number, number] => [x + right * Math.cos(angle) + ahead * Math.sin(angle), y - right * Math.sin(angle) + ahead * Math.cos(angle)]
  const [wide, deep] = [(files * base) / 2, (ranks * base) / 2]
  const bases = Array.from({ length: files * ranks }, (_, i): [number, number, number] => [...spot((i % files) * base + base / 2 - wide, deep - base / 2 - Math.floor(i / files) * base), mark.heading ?? 0])
  return { id: '', side: mark.side ?? -1, place: '', form: '', name: '', kind: 'body', at: [x, y], base: [base, base], bases, facing: mark.heading ?? 0, shape: [spot(-wide, deep), spot(wide, deep), spot(wide, -deep), spot(-wide, -deep)] }
}
