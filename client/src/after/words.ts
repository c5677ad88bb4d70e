/** What a report says in figures and words, the same everywhere on its page. */
import type { BattleReport, Turning } from '../wire'

export type Report = NonNullable<BattleReport['report']>

/** A chance in whole percent: never 100 or 0 where it is not quite; that of one side and that of the other make 100. */
export function percent(chance: number): string {
  const exact = Math.round(100_000 * chance) / 1000
  const value = exact < 50 ? Math.floor(exact + 0.5) : Math.ceil(exact - 0.5)
  return `${chance > 0 && chance < 1 ? Math.min(99, Math.max(1, value)) : value}\u202f%`
}

/** How the curve was counted, and how far it may be off. */
export function basis(report: Report, side: number): string {
  const { facts } = report
  const { plays = 0, more = 1 } = facts.budget
  const points = Math.max(1, Math.round(100 * (report.margin ?? 0)))
  const off = report.counted ? `; each within ${points} ${points === 1 ? 'point' : 'points'} of the true one, 19 times in 20` : ''
  return `Chance of ${facts.sides[side]?.name} to win, simulated: ${facts.captain}s of the computer play on from there on all sides, ${plays} battles each, where it turned ${plays * more}${off}.`
}

/** The sentences of a turning point. */
export const step = (turn: Turning): string => turn.lines.map((line) => (/[.!?]$/.test(line) ? line : `${line}.`)).join(' ')

/** Dice against their average, with a sign. */
export const luck = (more: number): string => `${Math.abs(more) < 0.05 ? '' : more < 0 ? '−' : '+'}${Math.abs(more).toFixed(1)}`

/** The round in which an entry lies, as it is called: "Round 8". */
export function moment(report: Report, entry: number): string {
  const { rounds, entries } = report.facts
  if (entry >= entries) return 'The end'
  const round = rounds.findLast((one) => one.entry <= entry) ?? rounds[0]
  return !round ? 'The beginning' : round.number ? `${round.name} ${round.number}` : round.name
}
