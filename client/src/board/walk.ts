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

/** So many pixels may lie between what counts as one row. */
const ROW = 40

/** The stop that lies nearest in a direction from another, for the arrow keys: to left and right first in its own row, then in any, so that every stop can be walked to. */
export function stepTo(stops: { id: string; x: number; y: number }[], from: string, dx: number, dy: number): string | null {
  const start = stops.find((stop) => stop.id === from)
  if (!start) return stops[0]?.id ?? null
  const ahead = stops.flatMap(({ id, x, y }) => {
    const along = (x - start.x) * dx + (y - start.y) * dy
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx)
    return along < 8 ? [] : [{ id, aside, cost: along + aside * (dy ? 1 : 2) }]
  })
  const row = ahead.filter((one) => dy || one.aside <= ROW)
  return (row.length ? row : ahead).sort((a, b) => a.cost - b.cost)[0]?.id ?? null
}
