/** Shares: what a piece has of something, such as figures that shoot, divided among others; each is a step of a plan, `(5 12)`, `(5 12 over)`. */
import type { Badge } from './draft.svelte'
import { groupsOf, wordsOf } from './words'
import type { OptionView, Plan, Step } from '../wire'

/** The steps of a plan that each give a share to another piece. */
export const sharesOf = (plan: Plan | null | undefined): Step[] => (plan?.steps ?? []).filter((step) => step.hand === 'share')
/** The word that follows the number of a share, empty where none does. */
const endOf = (text: string): string => wordsOf(text)[2] ?? ''
const amountOf = (text: string): number => Number(wordsOf(text)[1] ?? 0)
const isOf = (step: Step) => (text: string) => wordsOf(text)[0] === step.word && endOf(text) === (step.end ?? '')
const said = (step: Step, count: number): string => `(${[step.word, count, step.end].filter(Boolean).join(' ')})`
/** The share in steps that are laid, 0 where there is none. */
export const countOf = (steps: string[], step: Step): number => amountOf(steps.find(isOf(step)) ?? '')
/** The sum of shares. */
export const spentOn = (steps: string[]): number => steps.reduce((sum, text) => sum + amountOf(text), 0)

/** The share to give or take back where a piece is pointed at; of several for one piece the next one, after the last none. */
export function sharePointedAt(plan: Plan | null | undefined, steps: string[], piece: string): Step | undefined {
  const own = sharesOf(plan).filter((one) => one.piece === piece)
  const now = own.findIndex((one) => steps.some(isOf(one)))
  return own[now + 1] ?? own[now]
}

/** One more has a share, or no share any more; those who have one then have equal shares, as far as there is enough of each. A piece has one share. */
export function shared(plan: Plan, steps: string[], step: Step): string[] {
  const adds = !steps.some(isOf(step))
  const taken = sharesOf(plan).filter((one) => (one === step ? adds : steps.some(isOf(one)) && !(adds && one.piece === step.piece)))
  const counts = new Map(taken.map((one) => [one, 0]))
  const open = () => taken.filter((one) => counts.get(one)! < (one.most ?? 1))
  for (let left = plan.most ?? 0; left > 0 && open().length; left--) {
    const least = open().toSorted((a, b) => counts.get(a)! - counts.get(b)!)[0]!
    counts.set(least, counts.get(least)! + 1)
  }
  return taken.map((one) => said(one, Math.max(1, counts.get(one)!)))
}

/** A share written as a number; none any more for 0. */
export const written = (steps: string[], step: Step, count: number): string[] => steps.flatMap((text) => (!isOf(step)(text) ? text : count > 0 ? said(step, count) : []))

/** One more or less for a share. Where all is given out, one more comes from the largest of the others, and one less goes to the least. */
export function moved(plan: Plan, steps: string[], step: Step, by: 1 | -1): string[] {
  const now = countOf(steps, step)
  if (now + by < 1 || now + by > (step.most ?? 1)) return steps
  const next = written(steps, step, now + by)
  if (spentOn(steps) < (plan.most ?? 0)) return next
  const able = sharesOf(plan).filter((one) => one !== step && countOf(steps, one) && (by > 0 ? countOf(steps, one) > 1 : countOf(steps, one) < (one.most ?? 1)))
  const other = able.toSorted((a, b) => by * (countOf(steps, b) - countOf(steps, a)))[0]
  if (other) return written(next, other, countOf(steps, other) - by)
  return by > 0 ? steps : next
}

/** As many shares as are named on a button. */
const NAMED = 3
/** The shares in words, with what is done: "Divide: 4 at the Orcs, 2 at the Wolves". */
export function saidOf(plan: Plan, steps: string[]): string {
  const parts = sharesOf(plan).filter((step) => countOf(steps, step)).map((step) => `${countOf(steps, step)} ${step.label.charAt(0).toLowerCase()}${step.label.slice(1)}`)
  const verb = plan.act || plan.label
  return parts.length > NAMED ? `${verb} among ${parts.length}` : `${verb}: ${parts.join(', ')}`
}

/** The notes of the board at those who have a share. */
export const noted = (all: Step[], steps: string[]): Map<string, Badge> =>
  new Map(all.filter((step) => countOf(steps, step)).map((step) => [step.piece ?? '', { text: String(countOf(steps, step)), words: `${step.label}: ${countOf(steps, step)}` }]))

/** The order of shares: where one has all, that is an order of its own. Empty as long as there is none. */
export function orderOf(plan: Plan, steps: string[], options: OptionView[]): string {
  const words = (text: string) => text.split(' ').filter(Boolean).toSorted().join(' ')
  const only = steps.length === 1 ? sharesOf(plan).find((step) => steps[0] === said(step, step.most ?? 0)) : undefined
  const whole = only && options.find((option) => option.pieces?.[1] === only.piece && !groupsOf(option.order).length && words(option.order.slice(option.order.indexOf(' '))) === words(`${plan.word} ${only.word} ${only.end ?? ''}`))
  return whole?.order ?? (steps.length ? [plan.verb, plan.word, ...steps].filter(Boolean).join(' ') : '')
}
