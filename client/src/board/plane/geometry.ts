/** Points, headings and bodies on the plane, in inches. */
import type { Base, Piece } from '../../wire'
import type { Spot } from './chart'

export const RAD = Math.PI / 180
export const apart = (a: Spot, b: Spot): number => Math.hypot(b[0] - a[0], b[1] - a[1])
export const middle = (spots: Spot[]): Spot => [spots.reduce((sum, [x]) => sum + x, 0) / (spots.length || 1), spots.reduce((sum, [, y]) => sum + y, 0) / (spots.length || 1)]
/** Inches by which the window leans to a goal at most: on a phone it is some twenty inches high. */
const LEAN = 6
/** A spot from a point toward the nearest of some goals, halfway if that is not too far: so that the two are in sight together, and the first always is. */
export function between(from: Spot, goals: Spot[]): Spot {
  const goal = goals.toSorted((a, b) => apart(from, a) - apart(from, b))[0]
  const share = goal ? Math.min(0.5, LEAN / apart(from, goal)) : 0
  return goal ? [from[0] + (goal[0] - from[0]) * share, from[1] + (goal[1] - from[1]) * share] : from
}
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

export function holds(shape: Spot[], [x, y]: Spot): boolean {
  let inside = false
  for (let i = 0, j = shape.length - 1; i < shape.length; j = i++) {
    const [a, b] = [shape[i]!, shape[j]!]
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside
  }
  return inside
}

/** A heading as one says it. */
export const compass = (heading: number): string => ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'][Math.round(heading / 45) % 8]!
