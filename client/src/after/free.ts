/** The place of a name beside a line of a drawing: the first that the line leaves free, else that from which it is farthest. */
type Spot = [x: number, y: number]

const ROOM = 22
/** From the base line of a name to its middle. */
const MIDDLE = 5

/** The heights of a line between two places, those at the two places too. */
function heights(line: Spot[], begin: number, end: number): number[] {
  const between = line.slice(1).flatMap(([to, other], i) => {
    const [x, y] = line[i]!
    return [begin, end].filter((at) => x < at && at < to).map((at) => y + ((other - y) * (at - x)) / (to - x))
  })
  return [...line.filter(([x]) => begin <= x && x <= end).map(([, y]) => y), ...between]
}

/** `wide`: the width of the name; `ends`: where it may begin at the left and end at the right; `bases`: the base lines on which it may stand, the better one first. */
export function freePlace(line: Spot[], wide: number, ends: [number, number], bases: number[]): { x: number; y: number; anchor: 'start' | 'end' } {
  const places = (['start', 'end'] as const).flatMap((anchor, i) =>
    bases.map((y) => {
      const begin = anchor === 'start' ? ends[i]! : ends[i]! - wide
      const there = heights(line, begin, begin + wide).map((height) => height - (y - MIDDLE))
      const crossed = Math.min(...there) < 0 && Math.max(...there) > 0
      return { x: ends[i]!, y, anchor, far: crossed ? 0 : Math.min(ROOM, ...there.map(Math.abs)) }
    }),
  )
  return places.reduce((best, one) => (one.far > best.far ? one : best))
}
