/** Squares in columns and rows: where they lie, which outline some of them have, and how pieces fill them. */
import type { Piece, Place } from '../../wire'

/** The side of a square, and the margin for the names of columns and rows. */
export const CELL = 60
export const EDGE = 26
/** So many squares of a side of a tile: their seams are drawn heavier. */
export const TILE = 8

export interface Box { x: number; y: number; w: number; h: number }

export const corner = (at: [number, number]) => ({ x: EDGE + at[0] * CELL, y: EDGE + at[1] * CELL })
export const extent = (columns: number, rows: number) => ({ w: columns * CELL + EDGE + 8, h: rows * CELL + EDGE + 8 })
export const centre = (at: [number, number], across = 1) => {
  const c = corner(at)
  return { x: c.x + (across * CELL) / 2, y: c.y + (across * CELL) / 2 }
}
/** The squares of a side of a piece. */
export const across = (piece: Piece): number => Math.max(1, Math.round(piece.base?.[0] ?? 1))

/** The letters of a column: A to Z, then AA. */
export function column(n: number): string {
  return n < 26 ? String.fromCharCode(65 + n) : column(Math.floor(n / 26) - 1) + column(n % 26)
}

/** The outline of some squares: the edges that they share with none of themselves. */
export function outline(places: Place[]): string {
  const there = new Set(places.map((place) => place.at.join()))
  const has = (x: number, y: number) => there.has(`${x},${y}`)
  return places
    .map(({ at: [x, y] }) => {
      const c = corner([x, y])
      return [
        has(x, y - 1) ? '' : `M${c.x} ${c.y}h${CELL}`,
        has(x + 1, y) ? '' : `M${c.x + CELL} ${c.y}v${CELL}`,
        has(x, y + 1) ? '' : `M${c.x} ${c.y + CELL}h${CELL}`,
        has(x - 1, y) ? '' : `M${c.x} ${c.y}v${CELL}`,
      ].join('')
    })
    .join('')
}

/** The hit points left and in full: the sum of the parts of that figure, and of those that are no damage. */
export function hits(piece: Piece): { left: number; most: number } | null {
  const parts = piece.figures?.find((figure) => figure.name === 'hits')?.parts ?? []
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  const amounts = parts.map(([amount]) => amount)
  return amounts.length ? { left: sum(amounts), most: sum(amounts.filter((one) => one > 0)) } : null
}

/** A part of a ring around 0, 0, from the top clockwise. */
export function arc(share: number, r: number): string {
  if (share >= 0.999) return `M0 ${-r}A${r} ${r} 0 1 1 -0.01 ${-r}`
  const angle = share * 2 * Math.PI
  return `M0 ${-r}A${r} ${r} 0 ${share > 0.5 ? 1 : 0} 1 ${(r * Math.sin(angle)).toFixed(2)} ${(-r * Math.cos(angle)).toFixed(2)}`
}

/** The square that lies next in a direction. */
export function towards(places: Map<string, Place>, byAt: Map<string, string>, from: string, dx: number, dy: number): string | null {
  const at = places.get(from)?.at
  if (!at) return places.keys().next().value ?? null
  for (let step = 1; step < 64; step++) {
    const found = byAt.get(`${at[0] + dx * step},${at[1] + dy * step}`)
    if (found) return found
  }
  return null
}
