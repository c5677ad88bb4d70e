/** The handles of the piece in hand: of its front corners to wheel it, of its sides to make its front longer. */
import type { PlanDraft } from '../../draft/plan.svelte'
import type { Spot } from './chart'
import { along, type Body } from './geometry'
import { boxAt, type Box } from './plates'
import type { View } from './view.svelte'

export interface One { hand: string; right: boolean; at: Spot; name: string }
/** Pixels across a handle. */
const KNOB = 22

/** The handles of a body as it would stand, a little outside it: so they keep off each other on a small one. `density`: pixels to the inch. */
export function handlesOf(draft: PlanDraft, pose: Body, density: number): One[] {
  const side = (by: number) => along(along(pose.front, pose.heading + 180, pose.depth / 2), pose.heading + by, pose.breadth / 2)
  const found: One[] = []
  if (draft.byHand('turn')) found.push({ hand: 'turn', right: true, at: pose.left, name: 'Wheel right' }, { hand: 'turn', right: false, at: pose.right, name: 'Wheel left' })
  if (draft.byHand('stretch')) found.push({ hand: 'stretch', right: false, at: side(-90), name: 'Front at the left' }, { hand: 'stretch', right: true, at: side(90), name: 'Front at the right' })
  return found.map((one) => {
    const off = (one.hand === 'turn' ? 9 : 15) / Math.max(1, density)
    const out = along(one.at, pose.heading + (one.right === (one.hand === 'stretch') ? 90 : -90), off)
    return { ...one, at: one.hand === 'turn' ? along(out, pose.heading, off) : out }
  })
}

/** What the handles of the piece in hand cover, in pixels. */
export function handleBoxes(draft: PlanDraft | null, pose: Body | null | undefined, view: View): Box[] {
  if (!draft?.plan || !pose) return []
  return handlesOf(draft, pose, view.density).map(({ at }) => {
    const { x, y } = view.chart.at(at)
    return boxAt({ x: x * view.scaled, y: y * view.scaled }, { w: KNOB, h: KNOB })
  })
}
