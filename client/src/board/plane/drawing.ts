/** The paths of the plane: figures, fronts, turns, ways, outlines around a piece. */
import type { Piece, Place, Shape } from '../../wire'
import type { Chart, Spot } from './chart'
import { along, apart, corners, headingTo, turn, type Body } from './geometry'

/** The outlines around a piece; edges that have no points of their own are the sides of its outline, from its front on. */
export function zonesOf(piece: Piece): Shape[] {
  const outline = piece.shape ?? []
  let side = 0
  return (piece.zones ?? []).map((zone) => {
    if (zone.kind !== 'edge' || zone.points.length || !outline.length) return zone
    const at = side++
    return { ...zone, points: [outline[at % outline.length]!, outline[(at + 1) % outline.length]!] }
  })
}

type Part = [right: number, ahead: number]
/** An engine in shares of its base: wheels, the axle between them, and a beam that points where it throws. */
const engine: [Part, Part][] = [[[-0.36, -0.3], [-0.36, 0.14]], [[0.36, -0.3], [0.36, 0.14]], [[-0.36, -0.08], [0.36, -0.08]], [[0, -0.4], [0, 0.36]], [[-0.16, 0.22], [0, 0.38]], [[0.16, 0.22], [0, 0.38]]]

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
    if (sign === 'w' || sign === 'cw') found.hurt += chart.line([inner[0]!, inner[2]!])
    const [w, d] = size
    const put = (right: number, ahead: number): Spot => along(along([x, y], heading + 90, right * w), heading, ahead * d)
    if (sign === 'c' || sign === 'cw') found.lead += chart.line([put(-0.24, -0.2), put(-0.28, 0.16), put(-0.11, 0), put(0, 0.24), put(0.11, 0), put(0.28, 0.16), put(0.24, -0.2)], true)
    else if (sign === 'e') found.noses += engine.map(([from, to]) => chart.line([put(...from), put(...to)])).join('')
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
