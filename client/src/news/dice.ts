/** Dice in the news: what was thrown, by whom, and what it should have been on average. */
import type { News } from '../wire'

export interface Die { value: number; side: number; faces: number }

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [])

/** The dice of a line. Who threw is said by `sides`, by the units that met, or by the line itself. */
export function diceOf(line: News): Die[] {
  const values = numbers(line.data?.dice)
  const faces = typeof line.data?.faces === 'number' ? line.data.faces : 6
  const sides = numbers(line.data?.sides)
  const units = Array.isArray(line.data?.units) ? (line.data.units as { side?: number }[]) : []
  return values.map((value, i) => ({ value, faces, side: sides[i] ?? (units.length === values.length ? units[i]?.side : undefined) ?? line.side ?? -1 }))
}

export const signed = (value: number, digits = 0): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`
