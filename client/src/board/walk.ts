/** The keys of a board, whatever its places: arrows walk, with Shift they shift the field; + - F bring it near; N goes to the next that may act. */
import { pointedAt } from '../keys'

export interface Walk {
  here: string
  next: (dx: number, dy: number) => string | null | undefined
  able: () => string[] // the places of those that may act
  enter: (id: string) => void
  pick: () => void
}
interface Ground { shift: (dx: number, dy: number) => void; by: (times: number) => void; whole: () => void }

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

export function walkByKeys(event: KeyboardEvent, field: Ground | undefined, walk: Walk): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return // those are the browser's: to find, to zoom, to go back
  const step = ARROWS[event.key]
  if (step && event.shiftKey) field?.shift(-step[0] * 60, -step[1] * 60)
  else if (step) {
    const next = walk.next(...step)
    if (next) walk.enter(next)
  } else if (event.key === '+' || event.key === '=') field?.by(1.25)
  else if (event.key === '-') field?.by(0.8)
  else if (event.key === 'f' || event.key === 'F') field?.whole()
  else if (event.key === 'Enter') {
    if (pointedAt(event)) return // Enter is the dark button's, where the focus was not brought by keys
    walk.pick()
  } else if (event.key === 'n' || event.key === 'N') {
    const able = walk.able()
    if (able.length) walk.enter(able[(able.indexOf(walk.here) + 1) % able.length]!)
  } else return
  event.preventDefault()
  event.stopPropagation()
}

/** The stop that lies nearest in a direction from another, for the arrow keys. */
export function stepTo(stops: { id: string; x: number; y: number }[], from: string, dx: number, dy: number): string | null {
  const start = stops.find((stop) => stop.id === from)
  if (!start) return stops[0]?.id ?? null
  let best: string | null = null
  let least = Infinity
  for (const stop of stops) {
    const along = (stop.x - start.x) * dx + (stop.y - start.y) * dy
    const aside = Math.abs((stop.x - start.x) * dy) + Math.abs((stop.y - start.y) * dx)
    if (along < 8 || (dx && aside > 40)) continue
    const cost = along + aside * (dy ? 0.3 : 2)
    if (cost < least) [least, best] = [cost, stop.id]
  }
  return best
}
