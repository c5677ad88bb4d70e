/** A seat at a table: its view, shown at a pace that people can follow, and what it asks of the table. */
import { rulebook } from '../api'
import { learnPhases, settings, still } from '../memory.svelte'
import type { Draft } from '../draft/draft.svelte'
import { draftOf } from '../draft/drafts'
import { diceOf } from '../news/dice'
import { fresh, Line } from '../socket'
import { sound } from '../sound'
import { PROTOCOL, type Answer, type News, type Question, type Refused, type Request, type Scene, type Stage, type View } from '../wire'

/** How often a preview is requested that was refused for speed, and after how many milliseconds each time. */
const TRIES = 5
const AGAIN = 200

/** The characters of the longest order that the table takes. */
const LONGEST = 4000

/** An order in the making that the table is asked about; `tries`: how often it was asked before. */
interface Glimpse { id: string; order: string; draft: Draft; tries: number }

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never
/** A wish of a seat: a request without its id and the number of the view, which are added on the way. */
export type Wish = Without<Exclude<Request, { type: 'ping' | 'foresee' | 'roll' }>, 'id' | 'at'>
type Order = Extract<Wish, { type: 'order' }>
/** An order on its way: all that was wished, the question it answers, and whether it goes there for the second time. */
interface Sent { wish: Order; key: string; quiet: boolean; again: boolean }

/** What is said of a link that opens nothing. */
export const NONE = 'This link opens no battle.'

/** The questions that a seat must decide, without those that are passed for it. One with a single answer goes on by itself, but not where people would see by how soon it does that there was nothing to choose. */
function toDecide(view: View): Question[] {
  const watched = view.seats.some((one) => one.side !== view.side && !one.computer)
  return (view.scene.questions ?? []).filter((one) => !one.passed).map((one) => (one.covered && watched ? { ...one, trivial: false } : one))
}

export class Seat {
  view = $state.raw<View | null>(null)
  news = $state.raw<News[]>([])
  fresh = $state(0)
  here = $state(false)
  gone = $state('')
  refused = $state<Refused | null>(null)
  busy = $state(false)
  /** The table speaks another protocol than this page, which is older or newer than the server. */
  renewed = $state(false)
  /** The line is down for good. */
  closed = $state(false)
  /** The question that decides nothing and whose answer was refused all the same. */
  declined = $state('')
  behind = $state(false)
  phases = $state.raw<string[]>([])
  steps = $state.raw<Stage[]>([])
  /** The name of its rulebook. */
  book = $state('')
  drafts = $state.raw<Draft[]>([])
  replayFrom = $state(0)
  private turn: Stage[] = []
  private line: Line
  private queue: View[] = []
  private timer = 0
  private sent = new Map<string, Sent>()
  private late: { sent: Sent; at: number } | null = null
  private told = new Map<number, News>()
  /** The order in the making that the table is asked about, and the one to ask about after it. */
  private glimpsed: Glimpse | null = null
  private toGlimpse: { order: string; draft: Draft } | null = null

  constructor(readonly token: string) {
    this.line = new Line(token, (answer) => this.hear(answer), (here) => {
      this.here = here
      if (here) this.declined = ''
      else this.glimpsed = null
    })
  }

  private hear(answer: Answer): void {
    if (answer.type === 'view') {
      this.gone = ''
      this.renewed = answer.protocol !== PROTOCOL
      this.queue.push(answer)
      if (!this.timer) this.next()
    } else if (answer.type === 'done') {
      if (this.answered(answer.id)) this.declined = ''
    } else if (answer.type === 'behind') {
      const sent = this.answered(answer.id)
      if (sent && !sent.again) this.late = { sent, at: answer.at }
      else this.tooLate(sent)
      this.retry()
    } else if (answer.type === 'foreseen' || (answer.type === 'refused' && answer.id === this.glimpsed?.id)) {
      const seen = this.glimpsed
      if (seen?.id !== answer.id) return
      this.glimpsed = null
      if (answer.type === 'foreseen') seen.draft.foreseen = { order: seen.order, preview: answer.preview ?? {} }
      // A preview that was refused for speed is requested again.
      else if (answer.code === 'rate' && seen.tries < TRIES) window.setTimeout(() => this.again(seen), AGAIN)
      if (this.toGlimpse) this.foresee(this.toGlimpse.draft, this.toGlimpse.order)
    } else if (answer.type === 'refused') {
      const sent = this.answered(answer.id)
      if (sent?.quiet) this.declined = sent.key
      this.refused = answer
    } else if (answer.type === 'goodbye') {
      // What cannot be read as the first message is a link that is none.
      this.gone = !this.view && answer.code === 'unreadable' ? NONE : answer.reason
      // A link that opens nothing will open nothing; a table that is full, or being stopped, is asked again.
      this.closed = answer.code === 'no-battle' || (!this.view && answer.code === 'unreadable')
      if (this.closed) this.line.close()
    }
  }
  /** A request has its answer: the order that it was, if any. As long as another one is on its way the seat is busy. */
  private answered(id: string): Sent | undefined {
    const sent = this.sent.get(id)
    this.sent.delete(id)
    this.busy = this.sent.size > 0
    return sent
  }

  private next(): void {
    const view = this.queue.shift()
    if (!view) return
    const mine = this.show(view)
    if (mine || !this.queue.length || !settings.pause) {
      if (this.queue.length) this.next()
      else if (!mine && settings.pause) this.wait()
      return
    }
    this.wait()
  }
  private wait(): void {
    this.timer = window.setTimeout(() => {
      this.timer = 0
      this.next()
    }, settings.pause)
  }
  /** Any key skips: the latest at once. */
  hurry(): void {
    if (!this.timer) return
    clearTimeout(this.timer)
    this.timer = 0
    while (this.queue.length) this.show(this.queue.shift()!)
  }

  /** Puts a view on the table; whether it brought nothing that others did. */
  private show(view: View): boolean {
    const before = this.view
    if (before?.paused && !view.paused) this.declined = ''
    const last = this.news[0]?.number ?? 0
    const list = view.scene.news ?? []
    const newest = list.at(-1)?.number ?? 0
    if (newest < last) this.told.clear()
    for (const line of list) this.told.set(line.number, line)
    this.news = [...this.told.values()].filter((line) => line.number <= newest).sort((a, b) => b.number - a.number)
    this.fresh = before ? last : newest
    if (!this.turn.length && !before) void this.learnTurn(view.scene.rulebook)
    this.ribbon(view.scene, before?.scene)
    const side = view.scene.sides.findIndex((one) => one.id === view.side)
    const others = list.some((line) => line.number > last && line.side !== side)
    this.drafts = toDecide(view).map((question) => {
      const same = this.drafts.find((draft) => draft.key === JSON.stringify(question))
      return same ?? draftOf(question, view.scene)
    })
    this.view = view
    this.retry()
    if (before) this.sounds(list.filter((line) => line.number > last))
    return !before || !others
  }

  /** The question that an order answers: its text and options. A referee's is asked of the side that he orders for. */
  private keyOf({ order, side }: Order): string {
    const verb = order.split(' ')[0]
    const asked = this.drafts.filter(({ question, scene }) => !side || scene.sides[question.side]?.id === side)
    return asked.find(({ question }) => question.form?.verb === verb || question.options.some((option) => option.order === order))?.key ?? ''
  }
  /** An order came too late, and the present state is here: while the same question stands it is sent again, else the player receives a notice. */
  private retry(): void {
    if (!this.late || !this.view || this.view.at < this.late.at) return
    const { sent } = this.late
    this.late = null
    if (sent.key && this.keyOf(sent.wish) === sent.key) this.ask(sent.wish, sent.quiet, true)
    else this.tooLate(sent)
  }
  /** The request was not carried out; nobody misses an order that went by itself. */
  private tooLate(sent?: Sent): void {
    if (!sent?.quiet) this.behind = true
  }

  private sounds(lines: News[]): void {
    if (lines.some((line) => diceOf(line).length)) sound('dice')
    else if (lines.some((line) => line.path)) sound('move')
    else if (this.drafts.some((draft) => !draft.question.trivial)) sound('asked')
  }
  /** The rulebook's own order of phases; one that tells none is learned as it is met. */
  private async learnTurn(book: string): Promise<void> {
    const page = await rulebook(book).catch(() => null)
    this.book = page?.name ?? ''
    this.turn = page?.phases ?? []
    if (this.view) this.ribbon(this.view.scene)
  }
  private ribbon(scene: Scene, before?: Scene): void {
    const phase = scene.stage?.phase ?? ''
    if (this.turn.length || scene.phases?.length) {
      this.phases = scene.phases?.length ? [...scene.phases] : [...new Set(this.turn.map((one) => one.phase))]
      this.steps = this.turn.filter((one) => one.phase === phase && one.segment)
      return
    }
    this.phases = learnPhases(scene.rulebook, phase, before?.stage?.phase ?? '')
    this.steps = learnPhases(`${scene.rulebook}/${phase}`, scene.stage?.segment ?? '', before?.stage?.segment ?? '').map((segment) => ({ phase, segment }))
  }

  /** Asks something of the table, from the view that is shown. */
  ask(wish: Wish, quiet = false, again = false): void {
    if (!this.view) return
    const id = fresh()
    this.refused = null
    this.behind = false
    if (wish.type === 'order' && wish.order.length > LONGEST) {
      this.refused = { type: 'refused', id, code: 'unreadable', reason: `This order is too long: the table takes at most ${LONGEST} characters.` }
      return
    }
    const at = wish.type === 'order' || wish.type === 'undo' || wish.type === 'change' ? { at: this.view.at } : {}
    if (wish.type === 'order') {
      this.busy = true
      this.sent.set(id, { wish, key: this.keyOf(wish), quiet, again })
      if (!quiet) this.replayFrom = this.news[0]?.number ?? 0
    }
    this.line.send(id, { ...wish, ...at })
  }
  /** Gives an order; `quiet`: it decides nothing, so that what happened before it is still the last exchange. */
  give(order: string, quiet = false): void {
    if (order && !this.busy) this.ask({ type: 'order', order }, quiet)
  }
  /** The answer that goes by itself: to a question with nothing to decide, as long as nothing hinders it. One that was refused does not go again. */
  get byItself(): string {
    const [draft, view] = [this.drafts[0], this.view]
    if (!draft?.question.trivial || !view || view.seat === 'referee' || view.paused || view.locked || view.scene.ending) return ''
    if (this.busy || this.late || !this.settled || this.declined === draft.key) return ''
    return view.seats.some((one) => one.name === view.side && one.computer) ? '' : draft.question.default
  }
  /** Asks what an order in the making would do; the answer goes to its draft. One question at a time: of several the latest follows. */
  foresee(draft: Draft, order: string, tries = 0): void {
    this.toGlimpse = null
    if (!order || order.length > LONGEST) return
    if (this.glimpsed) {
      this.toGlimpse = { draft, order }
      return
    }
    const id = fresh()
    if (this.line.glance(id, { type: 'foresee', order })) this.glimpsed = { id, order, draft, tries }
  }
  private again({ draft, order, tries }: Glimpse): void {
    if (!this.glimpsed && draft.order === order) this.foresee(draft, order, tries + 1)
  }
  /** True if everything that has come is on the table. */
  get settled(): boolean {
    return this.queue.length === 0
  }
  get still(): boolean {
    return still()
  }
  leave(): void {
    clearTimeout(this.timer)
    this.line.close()
  }
}
