/** A plan for all: every step says where a body is to stand, and is dragged there. The bodies of the preview are those of its steps, one for one. */
import type { PlanDraft } from '../../draft/plan.svelte'
import { wordsOf } from '../../draft/words'
import type { Piece, Plan, Scene, Shape, Step } from '../../wire'
import type { Spot } from './chart'
import { headingTo, middle } from './geometry'
import type { View } from './view.svelte'

export interface Post { i: number; step: Step; words: string[]; shape: Shape }

/** The posts of a plan, as far as the table has said where their bodies would stand. */
export function postsOf(draft: PlanDraft, plan: Plan, shapes: Shape[]): Post[] {
  const bodies = shapes.filter((shape) => shape.kind === 'body')
  return draft.steps.flatMap((text, i) => {
    const step = plan.steps?.find((one) => text.startsWith(`(${one.word} `))
    return step && bodies[i] ? [{ i, step, words: text.slice(step.word.length + 2, -1).split(' '), shape: bodies[i]! }] : []
  })
}

/** The posts as pieces, each with the sign and figures of its unit in the tray, so that they have labels like those who stand already. */
export const POST = 'post '
/** A piece as it would be posted; `unit` is the one of the tray, which can be inspected. */
export interface Posted extends Piece { unit?: string }
export function piecesOf(posts: Post[], scene: Scene, side: number): Posted[] {
  const units = new Map((scene.trays ?? []).flatMap((tray) => tray.pieces ?? []).filter((piece) => piece.side === side).map((piece) => [piece.name, piece]))
  return posts.map((post) => ({ place: '', kind: 'body', ...units.get(post.step.label), states: [], side, unit: units.get(post.step.label)?.id, id: `${POST}${post.i}`, name: post.step.label, shape: post.shape.points, at: middle(post.shape.points) }) as Posted)
}

const quarter = (n: number) => Number((Math.round(n * 4) / 4).toFixed(2))

/** The post in hand: the post as it was, from where, and whether it is turned instead. */
interface Carried { post: Post; pointer: number; from: Spot; turns: boolean }

export class Carry {
  private now: Carried | null = null

  constructor(private readonly view: View) {}

  lift(event: PointerEvent, draft: PlanDraft, post: Post, turns: boolean): void {
    if (event.button) return
    event.stopPropagation()
    draft.at = post.i
    this.now = { post, pointer: event.pointerId, from: this.view.spotAt(event), turns }
  }
  move(event: PointerEvent, draft: PlanDraft | null): void {
    if (!event.buttons) this.drop(draft) // let go beside the field
    if (!this.now || !draft || event.pointerId !== this.now.pointer) return
    const { post, from, turns } = this.now
    const at = this.view.spotAt(event)
    const first = post.step.hand === 'post' ? 2 : 0
    const words = [...post.words]
    if (turns) words[4] = String((Math.round(headingTo([Number(words[2]), Number(words[3])], at) / 5) * 5) % 360)
    else [words[first], words[first + 1]] = [String(quarter(Number(words[first]) + at[0] - from[0])), String(quarter(Number(words[first + 1]) + at[1] - from[1]))]
    draft.drawing = true
    draft.write(post.i, [post.step.word, ...words])
  }
  drop(draft: PlanDraft | null): void {
    const post = this.now?.post
    this.now = null
    if (!post || !draft?.drawing) return
    const words = wordsOf(draft.steps[post.i] ?? '').slice(wordsOf(`(${post.step.word})`).length)
    const first = post.step.hand === 'post' ? 2 : 0
    draft.drawn([Number(words[first]), Number(words[first + 1])])
  }
  /** Moves a post by an inch with an arrow key (with Shift a quarter), or turns it with [ and ]. Whether the key meant something. */
  byKey(event: KeyboardEvent, draft: PlanDraft, post: Post): boolean {
    const first = post.step.hand === 'post' ? 2 : 0
    const words = [...post.words]
    const way = ({ ArrowUp: [0, 1], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowLeft: [-1, 0] } as Record<string, Spot>)[event.key]
    const by = event.shiftKey ? 0.25 : 1
    if (way) [words[first], words[first + 1]] = [String(quarter(Number(words[first]) + way[0] * by)), String(quarter(Number(words[first + 1]) + way[1] * by))]
    else if (first && (event.key === '[' || event.key === ']')) words[4] = String((Number(words[4]) + (event.key === ']' ? 15 : 345)) % 360)
    else return false
    draft.write(post.i, [post.step.word, ...words])
    return true
  }
}
