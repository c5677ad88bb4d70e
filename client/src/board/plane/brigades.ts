/** Who is labelled by their commander where a field is seen from so far off that a label for each would cover it. */
import type { Piece } from '../../wire'

/** Pixels to the inch below which, and pieces from which on, a brigade has one label. */
const FAR = 7
const MANY = 15

export interface Brigades { heads: Map<string, number>; led: Set<string> }
const NONE: Brigades = { heads: new Map(), led: new Set() }

/** The commanders, each with the number of units that have their label with them; and these units. `nameOf`: the name of a piece by its id, for those who stand elsewhere under another id. */
export function brigades(pieces: Piece[], density: number, nameOf: (id: string) => string | undefined): Brigades {
  if (density >= FAR || pieces.length < MANY) return NONE
  const found: Brigades = { heads: new Map(), led: new Set() }
  const commands = new Set(pieces.map((piece) => piece.under).filter(Boolean))
  const headOf = (piece: Piece) => pieces.find((one) => one.side === piece.side && (one.id === piece.under || one.name === nameOf(piece.under!)))
  const isHead = (piece: Piece) => commands.has(piece.id) || [...commands].some((id) => nameOf(id!) === piece.name)
  for (const piece of pieces) {
    const head = piece.under && !isHead(piece) ? headOf(piece) : undefined
    if (!head) continue
    found.led.add(piece.id)
    found.heads.set(head.id, (found.heads.get(head.id) ?? 0) + 1)
  }
  return found
}
