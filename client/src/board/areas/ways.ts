/** Ways over a table of areas, from card to card. */
import type { Place } from '../../wire'
import { isShelf, middle, type Layout } from './areas'

interface Spot { x: number; y: number }
/** A way over the middles of areas, of a side; `meets`: whether a card lies where it ends. */
export interface Way { spots: Spot[]; side: number; meets: boolean }

/** The way over these places, if there are two of them on the table. Onto a shelf and off it one goes straight. */
export function wayOf(ids: string[], side: number, layout: Layout, places: Map<string, Place>, taken: Map<string, number>): Way | null {
  const known = ids.filter((id) => layout.boxes.has(id))
  if (known.length < 2) return null
  const at = (id: string) => middle(layout.boxes.get(id)!)
  const spots = known.map((id, i) => ({ x: at(isShelf(places.get(id)!) ? (known[i + 1] ?? known[i - 1]!) : id).x, y: at(id).y }))
  const last = known.at(-1)!
  return { spots, side, meets: !isShelf(places.get(last)!) && (taken.get(last) ?? 0) > 0 }
}

/** A way as a drawing, from the edge of the card to that of the card it meets; and where its tip stands and points. */
export function drawn({ spots, meets }: Way, narrow: boolean): { line: string; tip: Spot; angle: number } {
  const [first, second] = [spots[0]!, spots[1]!]
  const [before, last] = [spots.at(-2)!, spots.at(-1)!]
  const reach = (from: Spot, to: Spot, card: boolean) => (card ? (Math.abs(to.x - from.x) > Math.abs(to.y - from.y) ? 48 : 60) : 30) * (narrow ? 0.6 : 1)
  const along = (from: Spot, to: Spot, by: number) => {
    const all = Math.hypot(to.x - from.x, to.y - from.y) || 1
    return { x: from.x + ((to.x - from.x) / all) * by, y: from.y + ((to.y - from.y) / all) * by }
  }
  const start = along(first, second, reach(first, second, true))
  const tip = along(last, before, reach(before, last, meets))
  return { line: `M${[start, ...spots.slice(1, -1), tip].map((s) => `${s.x.toFixed(1)} ${s.y.toFixed(1)}`).join('L')}`, tip, angle: (Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI }
}
