/** The arrow keys on a plan: forward and back, and a wheel to either side; with Shift the way is bent instead. */
import type { PlanDraft } from '../../draft/plan.svelte'
import { wordsOf } from '../../draft/words'
import type { Spot } from './chart'
import { along } from './geometry'
import { placed } from './words'

/** By arrow: degrees from north, and the point one inch on. */
const WAYS: Record<string, [number, number, number]> = { ArrowUp: [0, 0, 1], ArrowRight: [90, 1, 0], ArrowDown: [180, 0, -1], ArrowLeft: [270, -1, 0] }
const trimmed = (n: number) => Number(n.toFixed(2))

/** Draws with a key for the piece in hand, which stands at that point. Whether the key meant something. */
export function drawByKey(event: KeyboardEvent, draft: PlanDraft, at: Spot | undefined): boolean {
  // A step further than there is movement for is drawn once: the table says where it stops.
  const pose = draft.pose
  const meant = byKey(event, draft, at, draft.nearest.length ? draft.left : Math.max(1, draft.left))
  if (meant && event.key === 'ArrowUp' && pose && draft.steps.length) draft.drawn(along(pose.front, pose.heading, 1))
  return meant
}
function byKey(event: KeyboardEvent, draft: PlanDraft, at: Spot | undefined, left: number): boolean {
  if (!draft.plan || event.ctrlKey || event.metaKey) return false
  const way = WAYS[event.key]
  const [bearing, place] = [draft.byHand('bearing'), draft.byHand('point')]
  const last = wordsOf(draft.steps.at(-1) ?? '')
  if (way && bearing) return goOn(draft, last, bearing.word, way[0], left)
  if (way && place && at) {
    const numbers = last.map(Number)
    const [x, y] = numbers.length > 1 ? (numbers.slice(-2) as Spot) : at
    draft.lay(0, placed(place.word, [x + way[1], y + way[2]]))
    return true
  }
  if (event.key === 'Backspace' || event.key === 'Delete') return draft.back()
  if (event.key === 'ArrowUp' || event.key === 'ArrowDown') return ahead(event, draft, last, left)
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (!by) return false
  return (event.shiftKey && bend(draft, last, by, left)) || wheel(draft, last, by)
}

/** An inch more in a direction. */
function goOn(draft: PlanDraft, legs: string[], word: string, degrees: number, left: number): boolean {
  if (left < 0.1) return true
  const mine = legs[0] === word
  const on = mine && legs.at(-2) === String(degrees)
  const before = on ? legs.slice(0, -1) : mine ? [...legs, degrees] : [word, degrees]
  draft.lay(mine ? draft.steps.length - 1 : draft.steps.length, `(${[...before, trimmed((on ? Number(legs.at(-1)) : 0) + Math.min(1, left))].join(' ')})`)
  return true
}
/** An inch ahead or back. */
function ahead(event: KeyboardEvent, draft: PlanDraft, last: string[], left: number): boolean {
  const go = draft.byHand('drag')
  if (!go) return false
  const same = last[0] === go.word
  const before = same ? Number(last[2]) : 0
  const inches = Math.min(before + (event.key === 'ArrowUp' ? 1 : -1) * (event.altKey ? 0.25 : 1), before + left)
  if (!same && inches <= 0) return draft.back()
  draft.lay(draft.steps.length - Number(same), inches > 0.01 ? `(${go.word} ${same ? last[1] : 0} ${trimmed(inches)})` : '')
  return true
}
/** The way bent by five degrees. */
function bend(draft: PlanDraft, last: string[], by: number, left: number): boolean {
  const go = draft.byHand('drag')
  if (!go) return false
  const same = last[0] === go.word
  const degrees = Math.max(go.least ?? -45, Math.min(go.most ?? 45, (same ? Number(last[1]) : 0) + by * 5))
  draft.lay(draft.steps.length - Number(same), `(${go.word} ${degrees} ${same ? last[2] : trimmed(Math.min(1, left))})`)
  return true
}
/** Wheeled by five degrees. */
function wheel(draft: PlanDraft, last: string[], by: number): boolean {
  const turns = draft.byHand('turn')
  if (!turns) return false
  const most = turns.most ?? 90
  const same = last[0] === turns.word
  const degrees = Math.min(most, (same ? Number(last[2]) * (last[1] === 'right' ? 1 : -1) : 0) + by * 5)
  draft.lay(draft.steps.length - Number(same), degrees ? `(${turns.word} ${degrees > 0 ? 'right' : 'left'} ${Math.min(most, Math.abs(degrees))})` : '')
  return true
}
