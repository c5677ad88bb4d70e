/** How high odds stand in the panel, in rem: their place is kept free before they are shown. */
import type { Odds } from '../wire'

/** The place where nothing is known beforehand: a strip of throws with its figures, or bars with a sentence of two lines. */
export const TALL = 7.4
/** The big figure, a bar, a line of the sentence, and how much of it a line holds. */
const FIGURE = 3.1
const BAR = 1.05
const LINE = 1.4
const LETTERS = 64

/** The height that odds take, at most that of the tallest. */
function height(odds: Odds): number {
  if (odds.rolls?.length || odds.spreads?.length) return TALL
  const said = `${odds.more ?? ''} ${odds.assumption ?? ''}`.trim().length
  return Math.min(TALL, Math.max(FIGURE, (odds.chances?.length ?? 0) * BAR) + Math.ceil(said / LETTERS) * LINE)
}

/** The place that all of these need; where there are none yet, the tallest. */
export const room = (forecasts: Odds[]): number => (forecasts.length ? Math.max(...forecasts.map(height)) : TALL)
