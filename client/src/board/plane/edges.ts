/** Edges of ground and of bodies that have something on them: strokes that point uphill, openings, shields, spears. */
import type { Place, Work } from '../../wire'
import type { Chart, Spot } from './chart'
import { along, apart, headingTo, holds } from './geometry'

/** Inches between the strokes of a slope, and their length. */
const STROKES = 0.8
const STROKE = 0.55
/** Inches from the rim at which it is seen which way is inside. */
const POINT = 0.16

/** Points on a line from one spot to another, n inches apart, the first half of that from its start. */
function spread(from: Spot, to: Spot, inches: number): Spot[] {
  const count = Math.max(1, Math.round(apart(from, to) / inches))
  const heading = headingTo(from, to)
  return Array.from({ length: count }, (_, i) => along(from, heading, ((i + 0.5) * apart(from, to)) / count))
}

/** The sides of an outline, each from one corner to the next. */
const sides = (shape: Spot[]): [Spot, Spot][] => shape.map((spot, i) => [spot, shape[(i + 1) % shape.length]!])

/** Short strokes from the rim of an area to its inside: uphill. */
export function slope(chart: Chart, place: Place): string {
  const shape = place.shape ?? []
  return sides(shape).flatMap(([from, to]) => {
    const across = headingTo(from, to) + 90
    return spread(from, to, STROKES).map((spot) => {
      const inward = holds(shape, along(spot, across, POINT)) ? across : across + 180
      return chart.line([spot, along(spot, inward, STROKE)])
    })
  }).join('')
}

/** The roof of a building: lines from corner to corner. */
export function roof(chart: Chart, place: Place): string {
  const shape = place.shape ?? []
  return shape.length === 4 ? chart.line([shape[0]!, shape[2]!]) + chart.line([shape[1]!, shape[3]!]) : ''
}

/** The middle of each file along a side of a body that looks outward there. */
function files(corners: Spot[], side: number, base: number): { spots: Spot[]; out: number; pitch: number } {
  const [from, to] = [corners[side % corners.length]!, corners[(side + 1) % corners.length]!]
  const spots = spread(from, to, base)
  return { spots, out: headingTo(from, to) - 90, pitch: apart(from, to) / spots.length }
}

/** A row of round shields before each side of a wall, one for each file. */
export function shields(chart: Chart, corners: Spot[], work: Work, base: number): string {
  return work.sides.map((side) => {
    const { spots, out, pitch } = files(corners, side, base)
    return spots.map((spot) => {
      const r = pitch * 0.44
      const arc = Array.from({ length: 9 }, (_, i) => along(along(spot, out, 0.06), out - 90 + i * 22.5, r))
      return chart.line(arc, true)
    }).join('')
  }).join('')
}

/** An arrow out of each file on each side where spears are set. */
export function spears(chart: Chart, corners: Spot[], work: Work, base: number): string {
  return work.sides.map((side) => {
    const { spots, out } = files(corners, side, base)
    return spots.map((spot) => {
      const point = along(spot, out, 0.62)
      return chart.line([spot, point]) + chart.line([along(point, out + 150, 0.24), point, along(point, out - 150, 0.24)])
    }).join('')
  }).join('')
}
