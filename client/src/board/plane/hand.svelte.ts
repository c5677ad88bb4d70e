/** Orders drawn by hand: what is taken hold of is dragged, and the drag becomes the words of a step. */
import type { PlanDraft } from '../../draft/plan.svelte'
import { wordsOf } from '../../draft/words'
import type { Piece, Step } from '../../wire'
import { Drop } from '../drop'
import type { Spot } from './chart'
import { apart, bodyOf, corners, headingTo, holds, type Body } from './geometry'
import type { View } from './view.svelte'
import { borne, dragged, isAside, placed, wheeled } from './words'

/** The drag: by which hand, from where, how many steps stay as they are, and the one that is carried on. */
interface Drag { hand: string; pointer: number; from: Spot; now: Spot; pose: Body | null; word: string; steps: number; before: string; right: boolean; begun: boolean; x: number; y: number; piece: string }

/** The facts about the table that the hand needs. */
export interface Around {
  draft: () => PlanDraft | null
  held: () => Piece | undefined
}

export class Hand {
  drag = $state<Drag | null>(null)
  readonly dropped = new Drop()

  constructor(private readonly view: View, private readonly around: Around) {}

  /** A piece is taken hold of: what is in hand is dragged; with a mouse it is taken in hand by that. */
  grab(event: PointerEvent, piece: Piece): void {
    const draft = this.around.draft()
    if (event.button || !draft?.acts(piece.id)) return
    const mine = draft.held === piece.id
    if (event.pointerType !== 'mouse' && !mine) return
    const steps = (mine ? draft.plan : draft.plansOf(piece.id)[0])?.steps
    const body = mine ? draft.pose : bodyOf(piece.shape)
    if (steps?.some((step) => step.hand === 'bearing')) {
      // Of who is in hand a figure that is taken hold of goes alone.
      const at = this.view.spotAt(event)
      const base = mine ? piece.bases?.find((one) => holds(corners(one, piece.base ?? [1, 1], 0.15), at)) : undefined
      this.begin(event, 'bearing', null, false, piece.id, base && steps.some((step) => step.word === base[4]) ? base[4]! : 'all')
    } else if (steps?.some((step) => step.hand === 'point')) this.begin(event, 'point', null, false, piece.id)
    else if (body && piece.shape?.length) this.begin(event, 'drag', body, false, piece.id)
  }
  begin(event: PointerEvent, hand: string, pose: Body | null, right: boolean, piece: string, word = ''): void {
    const draft = this.around.draft()
    if (event.button || !draft) return
    event.stopPropagation()
    ;(event.target as Element).releasePointerCapture?.(event.pointerId)
    const mine = draft.held === piece
    const steps = mine ? draft.steps : []
    const last = steps.at(-1) ?? ''
    const same = hand === 'bearing' && wordsOf(last)[0] === word
    const at = this.view.spotAt(event)
    this.drag = {
      hand, pointer: event.pointerId, from: at, now: at, pose, word, steps: same ? steps.length - 1 : steps.length, before: same ? last : '', right, begun: false, x: event.clientX, y: event.clientY, piece,
    }
  }
  move(event: PointerEvent): void {
    if (!event.buttons) this.end() // let go beside the field
    const [drag, draft] = [this.drag, this.around.draft()]
    if (!drag || !draft || event.pointerId !== drag.pointer) return
    if (!drag.begun && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return
    if (draft.held !== drag.piece) draft.hold(drag.piece)
    const step = draft.byHand(drag.hand)
    this.drag = step ? { ...drag, begun: true, now: this.view.spotAt(event) } : null
    if (!step) return
    draft.drawing = true
    draft.lay(drag.steps, this.worded(this.drag!, step))
  }
  /** The drag as the words of a step. */
  private worded(drag: Drag, step: Step): string {
    const { hand, pose, from, now, right } = drag
    if (hand === 'bearing') return borne(drag.before, drag.word, from, now)
    if (hand === 'point') return placed(step.word, now)
    if (!pose) return ''
    if (hand === 'turn') return wheeled(step.word, right ? pose.right : pose.left, right ? pose.left : pose.right, now, right, step.most ?? 90)
    if (hand === 'stretch') {
      const out = Math.sin(((headingTo(from, now) - pose.heading) * Math.PI) / 180) * apart(from, now) * (right ? 1 : -1)
      const files = Math.round(out / (this.around.held()?.base?.[0] ?? 1))
      return files ? `(${step.word} ${right ? 0 : files} ${right ? files : 0})` : ''
    }
    return dragged(step.word, pose.heading, from, now, step.least ?? -45, step.most ?? 45)
  }
  /** True if the hand went farther aside than the step in hand may. */
  private aside({ hand, pose, from, now }: Drag, draft: PlanDraft): boolean {
    const step = draft.byHand(hand)
    return hand === 'drag' && !!pose && !!step && isAside(pose.heading, from, now, step.least ?? -45, step.most ?? 45)
  }
  drop(): void {
    if (this.drag?.begun) this.dropped.done()
    this.end()
  }
  /** The hand is empty; if it drew something, the table may say how far that goes. */
  private end(): void {
    const [drag, draft] = [this.drag, this.around.draft()]
    this.drag = null
    if (drag?.begun && draft) draft.drawn(this.tip(drag), this.aside(drag, draft) ? draft.byHand(drag.hand) : undefined)
  }
  /** The point to which a drag was to bring the front of what it moved. */
  private tip({ hand, pose, from, now }: Drag): Spot {
    return hand === 'drag' && pose ? [pose.front[0] + now[0] - from[0], pose.front[1] + now[1] - from[1]] : now
  }
}
