/** Milliseconds before an answer goes by itself: short, but a round of a battle that was just fought is read first. */
import type { News } from '../../wire'

const MOST = 420
const LEAST = 40
/** So many pauses of the settings, for two totals, their dice and what came of them. */
const READ = 4

/** True for the line of a round: the totals of two sides. */
export const isRound = (line: News): boolean => new Set(line.tallies?.map((tally) => tally.side)).size === 2

export class Reading {
  /** The last round that was seen, by the number of its line; -1 before the first look, when what was fought before is old. */
  private last = -1
  private until = 0

  /** The rest before the next answer, for what is told so far: a new round is read first, however often it is asked. */
  rest(news: News[], pause: number): number {
    const now = Math.max(0, ...news.filter(isRound).map((line) => line.number))
    if (this.last >= 0 && now > this.last) this.until = Date.now() + READ * pause
    this.last = now
    return Math.max(Math.min(MOST, pause || LEAST), this.until - Date.now())
  }
}
