/** Hexes with a point on top, odd rows half a hex to the right: where they are and who their neighbours are. */
import type { Place } from '../../wire'
import type { Window } from '../window'

export const R = 84
export const W = Math.sqrt(3) * R
export const ROW = 1.5 * R

export interface Spot { x: number; y: number }

/** True if a hex lies in a part of the board, or touches it. */
export function within(window: Window, c: Spot): boolean {
  return c.x > window.left - R && c.x < window.right + R && c.y > window.top - R && c.y < window.bottom + R
}

export function centre(at: [number, number]): Spot {
  const [column, row] = at
  return { x: W * (column + 0.5 + (row % 2 ? 0.5 : 0)), y: R + row * ROW }
}

export function extent(width: number, height: number): { w: number; h: number } {
  return { w: W * (width + (height > 1 ? 0.5 : 0)), h: ROW * (height - 1) + 2 * R }
}

export function corners(c: Spot, r = R): string {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 180) * (60 * i - 90)
    return `${(c.x + r * Math.cos(angle)).toFixed(1)},${(c.y + r * Math.sin(angle)).toFixed(1)}`
  }).join(' ')
}

const touch = (a: Place, b: Place): boolean => {
  const p = centre(a.at)
  const q = centre(b.at)
  return a !== b && Math.hypot(p.x - q.x, p.y - q.y) < W * 1.05
}

/** The neighbours of every place, by id. */
export function neighbours(places: Place[]): Map<string, string[]> {
  return new Map(places.map((place) => [place.id, places.filter((other) => touch(place, other)).map((other) => other.id)]))
}

/** The shortest way from one place to another over allowed places, where it can around those to shun; without the start. */
export function way(near: Map<string, string[]>, from: string, to: string, allowed: Set<string>, shun: Set<string>): string[] | null {
  for (const avoid of [shun, new Set<string>()]) {
    const came = new Map<string, string>([[from, '']])
    const queue = [from]
    while (queue.length) {
      const here = queue.shift()!
      if (here === to) {
        const steps: string[] = []
        for (let step = to; step !== from; step = came.get(step)!) steps.unshift(step)
        return steps
      }
      for (const next of near.get(here) ?? []) {
        if (came.has(next) || !allowed.has(next) || (avoid.has(next) && next !== to)) continue
        came.set(next, here)
        queue.push(next)
      }
    }
  }
  return null
}

/** The place that lies nearest in a direction from another, for the arrow keys. */
export function towards(places: Place[], from: string, dx: number, dy: number): string | null {
  const start = places.find((place) => place.id === from)
  if (!start) return places[0]?.id ?? null
  const c = centre(start.at)
  let best: string | null = null
  let least = Infinity
  for (const place of places) {
    const q = centre(place.at)
    const along = (q.x - c.x) * dx + (q.y - c.y) * dy
    const aside = Math.abs((q.x - c.x) * dy) + Math.abs((q.y - c.y) * dx)
    if (along < R * 0.5) continue
    const cost = along + aside * 1.6 + (q.x < c.x && dy ? 0.5 : 0)
    if (cost < least) [least, best] = [cost, place.id]
  }
  return best
}

/** Where the middle of a label is that would stand at `x`: moved in as far as it needs to stay on the board. */
export const kept = (x: number, w: number, wide: number): number => Math.max(w / 2 + 1, Math.min(x, wide - w / 2 - 1))

/** Half the breadth of a banner with its bar, and what a pair of them leaves free on each side of the middle of the hex above. */
const BANNER = 36
const PAIR = 11
/** A label that would move farther aside comes to the next hex's. */
const ASIDE = 42

/** Where the label of a hex stands: at its foot, clear of the banners below. There it moves aside; where no hex of its own is taken, into it; else it is short. `count`: how many banners a hex has. */
export function footing(at: [number, number], w: number, wide: number, count: (at: [number, number]) => number): { x: number; y: number; short: boolean } {
  const c = centre(at)
  const foot = c.y + R - 8
  const shift = at[1] % 2 ? 0 : -1
  const [left, right] = [0, 1].map((i) => {
    const n = count([at[0] + shift + i, at[1] + 1])
    return n ? (n > 1 ? PAIR : W / 2 - BANNER) : Infinity
  }) as [number, number]
  if (w / 2 <= Math.min(left, right)) return { x: kept(c.x, w, wide), y: foot, short: false }
  if (!count(at)) return { x: kept(c.x, w, wide), y: c.y + R / 2 - 4, short: false }
  const x = kept(left < right ? c.x - left + w / 2 : c.x + right - w / 2, w, wide)
  if (Math.max(left, right) === Infinity && Math.abs(x - c.x) <= ASIDE) return { x, y: foot, short: false }
  return { x: kept(c.x, w, wide), y: foot, short: true }
}
