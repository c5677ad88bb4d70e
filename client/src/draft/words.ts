/** The words of orders. */
import type { Spot } from '../board/plane/chart'

/** A point of a field in inches where a place is named otherwise, and back; null for what is no point. */
export const spotWord = ([x, y]: Spot): string => `${x.toFixed(2)},${y.toFixed(2)}`
export function spotAt(place: string): Spot | null {
  const found = place.split(',').map(Number)
  return found.length === 2 && found.every(Number.isFinite) ? (found as Spot) : null
}

/** The groups of an order: "move 3 (slide 0 5) (wheel left 30)" to ["(slide 0 5)", "(wheel left 30)"]. */
export const groupsOf = (order: string): string[] => order.match(/\([^()]*\)/g) ?? []

/** The words of a group: "(slide -10 4.5)" to ["slide", "-10", "4.5"]. What stands in quotes is one word. */
export const wordsOf = (group: string): string[] => group.replace(/[()]/g, ' ').match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []
