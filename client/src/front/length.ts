/** How long battles take, in words, and who finds time for them. */
import type { ScenarioLine } from '../wire'

export interface Span { name: string; from: number; to: number }
/** What one may have time for. */
export const SPANS: Span[] = [
  { name: 'Any length', from: 0, to: Infinity },
  { name: '10 minutes', from: 0, to: 10 },
  { name: 'Half an hour', from: 11, to: 30 },
  { name: 'Longer', from: 31, to: Infinity },
]

/** True if a battle takes about as long as that; of one whose length is not known nobody can tell. */
export const within = ({ minutes }: ScenarioLine, span: Span): boolean => !minutes || (minutes >= span.from && minutes <= span.to)

/** Minutes as people say them: "25 min", "1 hour", "90 min", "3 hours". */
export function lasting(minutes = 0): string {
  if (!minutes) return ''
  if (minutes <= 90 && minutes !== 60) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return `${hours} hour${hours > 1 ? 's' : ''}`
}

/** How many may play, where it is not one or two. */
export const seats = (scenario: ScenarioLine): string => (scenario.sides.length > 2 ? `1 to ${scenario.sides.length} players` : '')
