/** The coach of a lesson: which step is open, what of it is done, what its card says. */
import { untrack } from 'svelte'
import { MediaQuery } from 'svelte/reactivity'
import { lesson, rulebook } from '../api'
import type { Draft } from '../draft/draft.svelte'
import { lessons, settings } from '../memory.svelte'
import type { Seat } from '../table/table.svelte'
import type { LessonPage, LessonStep, LessonTask, LessonWord, View } from '../wire'
import { meet, piecesOf, type Trail } from './progress'

/** A card as it is shown: of a step, between two steps, or after the last. */
export interface Card { title: string; sentence: string; why: string; tasks: { text: string; done: boolean; option?: string }[]; words: LessonWord[]; place: string; clear: string[] }

const BETWEEN = { title: 'Between the steps', sentence: 'This one is no part of the lesson. The large button takes the usual order, and the lesson goes on.' }

export class Coach {
  page = $state.raw<LessonPage | null>(null)
  private trail = $state.raw<Trail>([])
  /** The place of the open step among all; -1 where none is open. */
  step = $state(-1)
  skipped = $state(false)
  /** True if the battle is over. */
  over = $state(false)
  /** A step that was met before and is looked at again; -1: none. */
  looked = $state(-1)
  /** True if the last order was not the one of its card; said with the question that follows it. */
  other = $state(false)
  private gave = false
  private battle = ''
  /** True where there is no room for a card on the board. */
  readonly narrow = new MediaQuery('max-width: 640px')

  /** `away`: the seat looks at something else than its battle now. */
  constructor(private readonly draft: () => Draft | null, private readonly away: () => boolean) {}

  /** Finds out whether a battle is the lesson of its rulebook, as this seat sees it. */
  async find(view: View): Promise<void> {
    if (this.battle === view.battle) return
    this.battle = view.battle
    const book = view.scene.rulebook
    if ((await rulebook(book)).lesson !== view.scene.scenario || !view.commitment) return
    const page = await lesson(book)
    if (page.commitment !== view.commitment || page.side !== view.side) return
    const kept = lessons.of(view.battle)
    this.trail = kept.trail
    this.skipped = kept.skipped
    this.page = page
  }
  /** A question was put to this seat. */
  meet(news: number): void {
    const draft = this.draft()
    this.looked = -1
    this.step = -1
    if (!this.page || !draft || draft.question.trivial) return
    const { step, trail } = meet(this.page.steps, this.trail, draft.question, draft.scene, news)
    this.step = step
    this.other = this.gave
    this.gave = false
    if (JSON.stringify(trail) !== JSON.stringify(this.trail)) this.keep(trail)
  }
  /** An order is given: was it the one of the card? */
  given(): void {
    if (this.draft()?.question.trivial) return
    this.gave = this.step >= 0 && !this.tasks(this.steps[this.step]!).slice(0, -1).every((task) => task.done)
  }
  private keep(trail: Trail): void {
    this.trail = trail
    lessons.keep(this.battle, { trail, skipped: this.skipped })
  }
  skip(skipped = true): void {
    this.skipped = skipped
    this.keep(this.trail)
  }

  get steps(): LessonStep[] {
    return this.page?.steps ?? []
  }
  /** True while the coach is there. */
  get here(): boolean {
    return !!this.page && !this.skipped && !this.over && !this.away()
  }
  /** True if the steps stand over the board. */
  get strip(): boolean {
    return this.here && !this.narrow.current
  }
  /** True if the card stands above the question, and not on the board. */
  get beside(): boolean {
    return this.narrow.current || settings.textBoard
  }
  /** The step that is open, or was last. */
  get now(): number {
    return this.step >= 0 ? this.step : (this.trail.at(-1)?.[0] ?? -1)
  }
  isDone(step: number): boolean {
    return step < this.now || (this.step < 0 && step === this.now)
  }
  /** True after the last step. */
  get ended(): boolean {
    return this.step < 0 && this.now === this.steps.length - 1
  }

  private isTaken(task: LessonTask, draft: Draft): boolean {
    const { piece: name, place, verb, option } = task
    if (option) return draft.option?.label === option
    if (verb) return draft.order === verb || draft.order.startsWith(`${verb} `)
    if (place) return draft.aims(place) || draft.leads(place) || draft.option?.places?.at(-1) === place
    if (!name) return false
    if (draft.origin === name) return true
    return [...piecesOf(draft.scene)].some((piece) => (piece.name === name || piece.place === name) && (draft.holds(piece) || draft.ticks(piece.id) || !!draft.option?.pieces?.includes(piece.id)))
  }
  private tasks(step: LessonStep): { text: string; done: boolean; of: LessonTask }[] {
    const draft = this.draft()
    return step.tasks.map((of) => ({ text: of.text, of, done: !!draft && this.isTaken(of, draft) }))
  }
  /** The number of the next thing to do, 0 where there is none; and the name of where it is done, '' where that is the large button. */
  get next(): { number: number; at: string } {
    if (this.step < 0 || this.looked >= 0) return { number: 0, at: '' }
    const tasks = this.tasks(this.steps[this.step]!)
    const i = tasks.findIndex((task) => !task.done)
    const { piece = '', place = '' } = tasks[i]?.of ?? {}
    return { number: i + 1, at: place || piece }
  }
  /** The card to show; null where nothing is asked, or the coach is gone. */
  get card(): Card | null {
    const draft = this.draft()
    if (!this.here) return null
    const step = this.steps[this.looked >= 0 ? this.looked : this.step]
    if (step) {
      const tasks = this.looked >= 0 ? step.tasks.map(({ text }) => ({ text, done: true })) : this.tasks(step).map(({ text, done, of }) => ({ text, done, option: of.option }))
      return { title: step.title, sentence: step.sentence, why: step.why ?? '', tasks, words: step.words ?? [], place: step.place ?? '', clear: step.clear ?? [] }
    }
    if (!draft || draft.question.trivial) return null
    return { ...(this.ended ? this.page!.after : BETWEEN), why: '', tasks: [], words: [], place: '', clear: [] }
  }
  /** The card as it is spoken. */
  get spoken(): string {
    const card = this.card
    if (!card || this.looked >= 0) return ''
    const step = this.step >= 0 ? `Lesson, step ${this.step + 1} of ${this.steps.length}.` : 'Lesson.'
    const tasks = (this.steps[this.step]?.tasks ?? []).map(({ text }, i) => `${i + 1}: ${text}`)
    return [step, this.other ? 'That was also good.' : '', `${card.title}.`, card.sentence, ...tasks, card.why].filter(Boolean).join(' ')
  }
}

/** The coach of a seat, who follows its questions and orders. */
export function coached(seat: Seat, draft: () => Draft | null, away: () => boolean): Coach {
  const coach = new Coach(draft, away)
  $effect(() => {
    if (!seat.view) return
    coach.over = !!seat.view.scene.ending
    coach.find(seat.view).catch(() => undefined) // without its page there is no lesson
  })
  $effect(() => {
    void [coach.page, draft()?.key]
    const news = seat.news[0]?.number ?? 0
    untrack(() => coach.meet(news))
  })
  $effect(() => {
    if (seat.busy) untrack(() => coach.given())
  })
  return coach
}
