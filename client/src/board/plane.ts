/** The plane: inches with x to the east and y to the north, headings clockwise from north, and how they lie on the drawing. */
import type { Base, Piece, Place, Shape } from '../wire'

/** Drawing units to the inch. */
export const INCH = 24
export interface Point { x: number; y: number }
export type Spot = [number, number]

/** The drawing of a field of that depth: points turned over, so that north is up. */
export class Chart {
  constructor(readonly width: number, readonly depth: number) {}
  get w(): number {
    return this.width * INCH
  }
  get h(): number {
    return this.depth * INCH
  }
  at([x, y]: Spot): Point {
    return { x: x * INCH, y: (this.depth - y) * INCH }
  }
  /** Where on the field a point of the drawing lies. */
  back(p: Point): Spot {
    return [p.x / INCH, this.depth - p.y / INCH]
  }
  points(spots: Spot[]): string {
    return spots.map((spot) => { const p = this.at(spot); return `${p.x.toFixed(1)},${p.y.toFixed(1)}` }).join(' ')
  }
  line(spots: Spot[], closed = false): string {
    return spots.length ? `M${spots.map((spot) => { const p = this.at(spot); return `${p.x.toFixed(1)} ${p.y.toFixed(1)}` }).join('L')}${closed ? 'Z' : ''}` : ''
  }
}

const RAD = Math.PI / 180
export const apart = (a: Spot, b: Spot): number => Math.hypot(b[0] - a[0], b[1] - a[1])
export const middle = (spots: Spot[]): Spot => [spots.reduce((sum, [x]) => sum + x, 0) / (spots.length || 1), spots.reduce((sum, [, y]) => sum + y, 0) / (spots.length || 1)]
/** The heading from one point to another. */
export const headingTo = (from: Spot, to: Spot): number => (Math.atan2(to[0] - from[0], to[1] - from[1]) / RAD + 360) % 360
/** The point so many inches along a heading. */
export const along = ([x, y]: Spot, heading: number, inches: number): Spot => [x + Math.sin(heading * RAD) * inches, y + Math.cos(heading * RAD) * inches]
/** From one heading to another by the shorter way: to the right when positive. */
export const turn = (from: number, to: number): number => ((to - from + 540) % 360) - 180

/** A body by its corners, front edge first: where its front is, where it looks, how broad and deep it is. */
export interface Body { left: Spot; right: Spot; front: Spot; heading: number; breadth: number; depth: number; corners: Spot[] }
export function bodyOf(corners: Spot[] | undefined): Body | null {
  if (!corners || corners.length < 4) return null
  const [left, right, rear] = corners as [Spot, Spot, Spot]
  return { left, right, front: middle([left, right]), heading: (headingTo(left, right) + 270) % 360, breadth: apart(left, right), depth: apart(right, rear), corners }
}

/** A body with a margin around it. */
export function grown(corners: Spot[], by: number): Spot[] {
  const body = bodyOf(corners)
  if (!body) return corners
  const put = (spot: Spot, right: number, ahead: number) => along(along(spot, body.heading + 90, right), body.heading, ahead)
  return [put(corners[0]!, -by, by), put(corners[1]!, by, by), put(corners[2]!, by, -by), put(corners[3]!, -by, -by)]
}

/** The smallest outline around figures that stand singly. */
export function hull(spots: Spot[]): Spot[] {
  const sorted = [...spots].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  if (sorted.length < 3) return sorted
  const half = (list: Spot[]) => {
    const found: Spot[] = []
    for (const p of list) {
      while (found.length > 1 && (found.at(-1)![0] - found.at(-2)![0]) * (p[1] - found.at(-2)![1]) - (found.at(-1)![1] - found.at(-2)![1]) * (p[0] - found.at(-2)![0]) <= 0) found.pop()
      found.push(p)
    }
    return found.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

/** The corners of a base. */
export function corners([x, y, heading]: Base, [w, d]: [number, number], by = 0): Spot[] {
  const put = (right: number, ahead: number): Spot => along(along([x, y], heading + 90, right), heading, ahead)
  const [a, b] = [w / 2 + by, d / 2 + by]
  return [put(-a, b), put(a, b), put(a, -b), put(-a, -b)]
}

/** Everything of a piece: its body, or the outline around its figures. */
export function around(piece: Piece, by = 0): Spot[] {
  if (piece.shape?.length) return by ? grown(piece.shape, by) : piece.shape
  return hull((piece.bases ?? []).flatMap((base) => corners(base, piece.base ?? [0.75, 0.75], by)))
}

/** What may be drawn around a piece; edges that have no points of their own are the sides of its outline, from its front on. */
export function zonesOf(piece: Piece): Shape[] {
  const outline = piece.shape ?? []
  let side = 0
  return (piece.zones ?? []).map((zone) => {
    if (zone.kind !== 'edge' || zone.points.length || !outline.length) return zone
    const at = side++
    return { ...zone, points: [outline[at % outline.length]!, outline[(at + 1) % outline.length]!] }
  })
}

/** The figures of a piece as a few drawings, so that a crowded field stays quick: bases, noses, strokes on the wounded, gaps, commanders. */
export function figures(chart: Chart, piece: Piece): { bases: string; noses: string; hurt: string; gaps: string; lead: string } {
  const size = piece.base ?? [0.75, 0.75]
  const found = { bases: '', noses: '', hurt: '', gaps: '', lead: '' }
  for (const base of piece.bases ?? []) {
    const [x, y, heading, sign = 'o'] = base
    const inner = corners(base, size, -Math.min(...size) * 0.09)
    const outline = chart.line(inner, true)
    if (sign === 'x') {
      found.gaps += outline
      continue
    }
    found.bases += outline
    if (sign === 'w') found.hurt += chart.line([inner[0]!, inner[2]!])
    const [w, d] = size
    const put = (right: number, ahead: number): Spot => along(along([x, y], heading + 90, right * w), heading, ahead * d)
    if (sign === 'c') found.lead += chart.line([put(-0.24, -0.2), put(-0.28, 0.16), put(-0.11, 0), put(0, 0.24), put(0.11, 0), put(0.28, 0.16), put(0.24, -0.2)], true)
    else found.noses += chart.line([put(-0.2, -0.06), put(0, 0.16), put(0.2, -0.06)])
  }
  return found
}

/** The chevron on the middle of a front, pointing ahead. */
export function chevron(chart: Chart, body: Body, size = 0.42): string {
  return chart.line([along(body.front, body.heading - 90, size), along(body.front, body.heading, size * 0.95), along(body.front, body.heading + 90, size)], true)
}

/** The ground of a place as a path: an outline, or a way of some breadth. */
export const groundPath = (chart: Chart, place: Place): string => chart.line(place.shape ?? [], !place.breadth)

/** The arc of a turn around its first point, from the second to the third. */
export function arc(chart: Chart, shape: Shape): string {
  const [pivot, from, to] = shape.points
  if (!pivot || !from || !to) return ''
  const r = apart(pivot, from)
  const begin = headingTo(pivot, from)
  const by = turn(begin, headingTo(pivot, to))
  const steps = Math.max(2, Math.ceil(Math.abs(by) / 6))
  return chart.line(Array.from({ length: steps + 1 }, (_, i) => along(pivot, begin + (by * i) / steps, r)))
}

/** A length for the scale bar: a round number of inches that fills about so many pixels. */
export function roundLength(inchesAcross: number): number {
  for (const n of [0.5, 1, 2, 3, 6, 12, 24, 36, 60]) if (n >= inchesAcross * 0.62) return n
  return 120
}

/** Glyphs of a ground strewn over its outline, by a hash of its id: always the same for the same map. */
export function strewn(chart: Chart, place: Place, every: number): Point[] {
  const shape = (place.shape ?? []) as Spot[]
  const xs = shape.map(([x]) => x)
  const ys = shape.map(([, y]) => y)
  const chance = hash(place.id + place.name)
  const found: Point[] = []
  for (let y = Math.min(...ys); y < Math.max(...ys); y += every) {
    for (let x = Math.min(...xs); x < Math.max(...xs); x += every) {
      const spot: Spot = [x + every * (0.2 + 0.6 * chance()), y + every * (0.2 + 0.6 * chance())]
      const roomy = [0, 72, 144, 216, 288].every((heading) => holds(shape, along(spot, heading, every * 0.32)))
      if (roomy) found.push(chart.at(spot))
    }
  }
  return found.sort((a, b) => a.y - b.y)
}
export function hash(text: string): () => number {
  let h = 2166136261
  for (const c of text) h = Math.imul(h ^ c.charCodeAt(0), 16777619)
  return () => {
    h = Math.imul(h ^ (h >>> 15), 2246822507)
    h = Math.imul(h ^ (h >>> 13), 3266489909)
    h ^= h >>> 16
    return (h >>> 0) / 4294967296
  }
}
export function holds(shape: Spot[], [x, y]: Spot): boolean {
  let inside = false
  for (let i = 0, j = shape.length - 1; i < shape.length; j = i++) {
    const [a, b] = [shape[i]!, shape[j]!]
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside
  }
  return inside
}

// ---------------------------------------------------------------- plates

export interface Plate { id: string; x: number; y: number; w: number; h: number }
export interface Wanted { id: string; box: { left: number; top: number; right: number; bottom: number }; w: number; h: number; above: boolean; first: number }

export interface Box { left: number; top: number; right: number; bottom: number }
/** Where the plates of pieces go, in pixels: beside their piece, on no other plate, on as few pieces as can be, and off what is `kept` free. */
export function plates(wanted: Wanted[], kept: Box[], room: { w: number; h: number }): Map<string, Plate> {
  const set: Plate[] = []
  const boxes = wanted.map((one) => one.box)
  const found = new Map<string, Plate>()
  for (const one of [...wanted].sort((a, b) => b.first - a.first || a.box.top - b.box.top)) {
    const middleX = (one.box.left + one.box.right) / 2
    const middleY = (one.box.top + one.box.bottom) / 2
    const below = { x: middleX, y: one.box.bottom + one.h / 2 + 5 }
    const above = { x: middleX, y: one.box.top - one.h / 2 - 5 }
    const tries = [
      ...(one.above ? [above, below] : [below, above]),
      { x: one.box.right + one.w / 2 + 6, y: middleY },
      { x: one.box.left - one.w / 2 - 6, y: middleY },
      ...[-1, 1].flatMap((side) => [0.35, -0.35].map((by) => ({ x: middleX + by * one.w, y: side < 0 ? above.y : below.y }))),
      ...[1, 2, 3].flatMap((n) => [{ x: middleX, y: below.y + n * (one.h + 2) }, { x: middleX, y: above.y - n * (one.h + 2) }]),
    ]
    let best = tries[0]!
    let least = Infinity
    tries.forEach((place, i) => {
      const box = { left: place.x - one.w / 2, right: place.x + one.w / 2, top: place.y - one.h / 2, bottom: place.y + one.h / 2 }
      const over = (b: typeof box) => Math.max(0, Math.min(box.right, b.right) - Math.max(box.left, b.left)) * Math.max(0, Math.min(box.bottom, b.bottom) - Math.max(box.top, b.top))
      const outside = Math.max(0, -box.left, box.right - room.w, -box.top, box.bottom - room.h)
      const cost = outside * 40 + i * 12 + kept.reduce((sum, b) => sum + over(b), 0) * 3 + set.reduce((sum, p) => sum + over({ left: p.x - p.w / 2, right: p.x + p.w / 2, top: p.y - p.h / 2, bottom: p.y + p.h / 2 }), 0) * 2 + boxes.reduce((sum, b) => sum + (b === one.box ? 0 : over(b)), 0)
      if (cost < least) [least, best] = [cost, place]
    })
    const plate = { id: one.id, ...best, w: one.w, h: one.h }
    set.push(plate)
    found.set(one.id, plate)
  }
  return found
}

/** Plates that had no room beside their piece, each with the line that leads from it to the piece. */
export function tethers(wanted: Wanted[], set: Map<string, Plate>): { id: string; line: string }[] {
  return wanted.flatMap((one) => {
    const plate = set.get(one.id)
    if (!plate) return []
    const near = { x: Math.max(one.box.left, Math.min(one.box.right, plate.x)), y: Math.max(one.box.top, Math.min(one.box.bottom, plate.y)) }
    const gap = Math.max(Math.abs(near.x - plate.x) - plate.w / 2, Math.abs(near.y - plate.y) - plate.h / 2)
    return gap > plate.h / 2 ? [{ id: one.id, line: `M${plate.x.toFixed(1)} ${plate.y.toFixed(1)}L${near.x.toFixed(1)} ${near.y.toFixed(1)}` }] : []
  })
}

// ---------------------------------------------------------------- orders by hand

const trimmed = (n: number, digits = 1): string => String(Number(n.toFixed(digits)))

/** A drag from a point, as the words of a step: degrees to the right of the heading between two bounds, and inches at most. */
export function dragged(word: string, heading: number, from: Spot, to: Spot, least: number, most: number, reach: number): string {
  const off = turn(heading, headingTo(from, to))
  const all = apart(from, to)
  if (Math.abs(off) > 100) return ''
  // Nearly straight ahead is meant to be straight; beyond a bound the hand is followed as far as the bound allows.
  const degrees = Math.abs(off) < 5 ? 0 : Math.round(Math.max(least, Math.min(most, off)))
  const inches = Math.min(reach, Math.round(Math.max(0, all * Math.cos((off - degrees) * RAD)) * 10) / 10)
  return inches >= 0.1 ? `(${word} ${trimmed(degrees, 0)} ${trimmed(inches)})` : ''
}
/** A drag of a front corner around the other, as the words of a step. */
export function wheeled(word: string, pivot: Spot, corner: Spot, to: Spot, right: boolean, most: number): string {
  const by = turn(headingTo(pivot, corner), headingTo(pivot, to)) * (right ? 1 : -1)
  const degrees = Math.round(Math.max(0, Math.min(most, by)))
  return degrees >= 1 ? `(${word} ${right ? 'right' : 'left'} ${degrees})` : ''
}
/** A drag as a way from a point: degrees from north and inches, added to the legs that the step has already. */
export function borne(before: string, word: string, from: Spot, to: Spot, reach: number): string {
  const inches = Math.min(reach, Math.round(apart(from, to) * 10) / 10)
  const legs = wordsOf(before)
  const start = legs[0] === word ? legs : [word]
  return inches >= 0.1 ? `(${[...start, trimmed(headingTo(from, to) % 360, 0), trimmed(inches)].join(' ')})` : before
}
/** A place as the words of a step. */
export const placed = (word: string, [x, y]: Spot): string => `(${[word, trimmed(x, 2), trimmed(y, 2)].filter(Boolean).join(' ')})`
/** The words of a step: "(slide -10 4.5)" to ["slide", "-10", "4.5"]. */
export const wordsOf = (step: string): string[] => step.replace(/[()]/g, '').split(/\s+/).filter(Boolean)
