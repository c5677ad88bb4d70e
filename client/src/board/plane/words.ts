/** Orders drawn by hand, as the words of steps. */
import { wordsOf } from '../../draft/words'
import type { Spot } from './chart'
import { apart, headingTo, RAD, turn } from './geometry'

const trimmed = (n: number, digits = 1): string => String(Number(n.toFixed(digits)))

/** A drag from a point, as the words of a step: degrees to the right of the heading between two bounds, and inches, which may be more than there are. */
export function dragged(word: string, heading: number, from: Spot, to: Spot, least: number, most: number): string {
  const off = turn(heading, headingTo(from, to))
  const all = apart(from, to)
  // Behind, nothing is near: the words say so as they are, and the table why not, and what would do.
  if (Math.abs(off) > 100) return all < 1 ? '' : `(${word} ${Math.round(off)} ${trimmed(all)})`
  // Nearly straight ahead is meant to be straight; beyond a bound the hand is followed as far as the bound allows.
  const degrees = Math.abs(off) < 5 ? 0 : Math.round(Math.max(least, Math.min(most, off)))
  const inches = Math.round(Math.max(0, all * Math.cos((off - degrees) * RAD)) * 10) / 10
  return inches >= 0.1 ? `(${word} ${trimmed(degrees, 0)} ${trimmed(inches)})` : ''
}
/** A way straight to a point, whatever the bounds are. */
export function straight(word: string, heading: number, from: Spot, to: Spot): string {
  return dragged(word, heading, from, to, -180, 180)
}
/** True if a drag leads aside beyond the bounds of its step. */
export function isAside(heading: number, from: Spot, to: Spot, least: number, most: number): boolean {
  const off = turn(heading, headingTo(from, to))
  return Math.abs(off) <= 100 && (off < least - 1 || off > most + 1)
}
/** A drag of a front corner around the other, as the words of a step. */
export function wheeled(word: string, pivot: Spot, corner: Spot, to: Spot, right: boolean, most: number): string {
  const by = turn(headingTo(pivot, corner), headingTo(pivot, to)) * (right ? 1 : -1)
  const degrees = Math.round(Math.max(0, Math.min(most, by)))
  return degrees >= 1 ? `(${word} ${right ? 'right' : 'left'} ${degrees})` : ''
}
/** A drag as a way from a point: degrees from north and inches, added to the legs that the step has already. */
export function borne(before: string, word: string, from: Spot, to: Spot): string {
  const inches = Math.round(apart(from, to) * 10) / 10
  const legs = wordsOf(before)
  const start = legs[0] === word ? legs : [word]
  return inches >= 0.1 ? `(${[...start, trimmed(headingTo(from, to) % 360, 0), trimmed(inches)].join(' ')})` : before
}
/** A place as the words of a step. */
export const placed = (word: string, [x, y]: Spot): string => `(${[word, trimmed(x, 2), trimmed(y, 2)].filter(Boolean).join(' ')})`
