/** Views put together again from what is different in the next one (`service/live/differences.py`). */
import type { Piece, Pieces, Update, View } from './wire'

/** The view that an update makes of the one before it; the parts that stay are the same objects. */
export function patched(last: View, update: Update): View {
  const scene = changed(last.scene, update.scene)
  for (const [name, rows] of Object.entries(update.rows ?? {})) replace(scene, name, rows)
  if (update.pieces) scene.pieces = put(last.scene.pieces ?? [], update.pieces)
  if (update.news) scene.news = [...(last.scene.news ?? []).slice(update.news.drop ?? 0), ...(update.news.add ?? [])]
  return { ...changed(last, update.view), at: update.at, scene }
}

/** A copy with the fields that are other now; null stands for one that is left out. */
function changed<T extends object>(last: T, fields: Record<string, unknown> = {}): T {
  const next = { ...last, ...fields } as Record<string, unknown>
  for (const [name, value] of Object.entries(fields)) if (value === null) delete next[name]
  return next as T
}

/** Puts other rows into their places in a field that is a list. */
function replace(scene: object, name: string, rows: Record<string, unknown>): void {
  const fields = scene as Record<string, unknown[]>
  fields[name] = (fields[name] ?? []).map((row, place) => rows[place] ?? row)
}

/** New pieces come behind all others, changed ones stay in their places, unless an order is given. */
function put(last: Piece[], { put = [], gone = [], order }: Pieces): Piece[] {
  const pieces = new Map(last.map((piece) => [piece.id, piece]))
  for (const id of gone) pieces.delete(id)
  for (const piece of put) pieces.set(piece.id, piece)
  return order ? order.flatMap((id) => pieces.get(id) ?? []) : [...pieces.values()]
}
