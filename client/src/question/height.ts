/** How high odds stand in the panel, in rem: their place is kept free before they are shown. It is reckoned from what `Odds` shows of them. */
import type { Odds, Spread } from '../wire'

/** The place where nothing is known beforehand: bars with a sentence of two lines. */
export const TALL = 7.4
/** No more than this is kept free, however long the sentence. */
export const MOST = 13
/** The big figure, a line of bars, a line of the sentence, the gap above it, and the letters that a line holds. */
const FIGURE = 2.95
const BAR = 1.05
const LINE = 1.25
const GAP = 0.3
const LETTERS = 72
/** The letters on a line of a bar's name, and of a text beside the big figure. */
const NAME = 23
const BESIDE = 48
/** Sums: the margin above them, the title, the columns, what is said below, the letters of both, and the line of chances. */
const MARGIN = 0.35
const TITLE = 1.15
const COLUMNS = 3.95
const BELOW = 1.1
const HALF = 34
const RISKS = { gap: 0.25, line: 1.45, between: 3 }

const lines = (letters: number, most: number): number => Math.ceil(letters / most)
const sentence = (odds: Odds, withMore: boolean): number => [withMore ? odds.more : '', odds.assumption].filter(Boolean).join('. ').length

/** One of the sums, which stand two in a row. */
function spread(one: Spread): number {
  const besides = (one.besides ?? []).reduce((sum, [name]) => sum + name.length + 7, 0)
  return lines(one.title?.length ?? 0, HALF) * TITLE + COLUMNS + lines(besides, HALF) * BELOW
}

/** The sums in their rows, the chances on a line below them, and the sentence. */
function sums(odds: Odds, spreads: Spread[]): number {
  let found = MARGIN
  for (let k = 0; k < spreads.length; k += 2) found += Math.max(...spreads.slice(k, k + 2).map(spread)) + (k ? 0.2 : 0)
  const chances = (odds.chances ?? []).reduce((sum, [name]) => sum + name.length + 5 + RISKS.between, 0)
  if (chances) found += RISKS.gap + lines(chances - RISKS.between, LETTERS) * RISKS.line
  return found + lines(sentence(odds, true), LETTERS) * LINE
}

/** The bars of several chances; those that are suffered stand beside the others where there are many. */
function bars(odds: Odds): number {
  const chances = odds.chances ?? []
  const suffered = chances.filter(([, , one]) => one).length
  const rows = chances.length > 4 && suffered > 0 && suffered < chances.length ? 3 : chances.length
  return (rows + chances.filter(([name]) => name.length > NAME).length) * BAR
}

/** The height that odds take, at most `MOST`. */
function height(odds: Odds): number {
  if (odds.spreads?.length) return Math.min(MOST, sums(odds, odds.spreads))
  const strip = !!odds.rolls?.length
  const many = strip ? 0 : (odds.chances?.length ?? 0)
  const text = !strip && (many === 0 || (many === 1 && !odds.more)) ? lines(odds.text.length, BESIDE) * LINE : 0
  const said = lines(sentence(odds, many > 0), LETTERS)
  return Math.min(MOST, Math.max(FIGURE, many ? bars(odds) : 0, text) + GAP + said * LINE)
}

/** The place that all of these need; where there are none yet, the usual one. */
export const room = (forecasts: Odds[]): number => (forecasts.length ? Math.max(...forecasts.map(height)) : TALL)
