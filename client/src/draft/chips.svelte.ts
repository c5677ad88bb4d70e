/** Actions by their card or power: of each, the terms that tell one way from another are chips to press, whatever is left open chosen already. */
import type { Badge } from './draft.svelte'
import { KindsDraft } from './kinds.svelte'
import { countOf, noted, orderOf, saidOf, shared, sharePointedAt, sharesOf, spentOn } from './shares'
import { rowKey } from '../table/keyboard'
import type { Chance, Odds, OptionView, Piece, Plan, Preview, Question, Scene, Shape, Step } from '../wire'

/** The key by which the open kind is divided among several, as long as it is not that of a row. */
const DIVIDES = 'd'

/** A word of a kind's options, with what it may say as things stand, and what it says now. */
export interface Term { word: string; values: string[]; now: string; stops?: Stop[] }
/** A point of another's way at which something may be done: how far along it lies, and the range and chance there, as far as they are known. */
export interface Stop { value: string; at: number; band: string; chance?: Chance }

const says = (option: OptionView | Plan | undefined, word: string): string => option?.terms?.find(([one]) => one === word)?.[1] ?? ''

/** True if a question has options that differ by terms: several of one group, or some of two groups under the same label. */
export const inChips = (question: Question): boolean => {
  const seen = new Set<string>()
  const once = (name: string): boolean => !seen.has(name) && !!seen.add(name)
  return question.options.some((option) => !!option.terms?.length && !!option.group && [!once(`of ${option.group}`), !once(`as ${option.label}`)].some(Boolean))
}

export class ChipsDraft extends KindsDraft {
  override readonly form = 'chips'
  /** What is written instead of what the rows say, where a question takes that too. */
  value = $state('')

  /** The kind whose row was pressed last: pressed once more, its order is given. */
  taken = $state('')

  /** The plans by which the pieces divide what they have among several. */
  private readonly plans: Plan[]
  /** The plan by which the open kind is divided, and the shares; null as long as it is whole. */
  division = $state.raw<{ plan: Plan; steps: string[] } | null>(null)

  constructor(question: Question, scene: Scene) {
    super(question, scene)
    this.plans = (question.form?.plans ?? []).map((plan) => ({ ...question.form!.ways?.[plan.way ?? -1], ...plan })).filter((plan) => sharesOf(plan).length)
    this.choose(this.usual)
  }

  override get several(): [string, OptionView[]][] {
    return [...this.kinds].filter(([, options]) => options.length > 1)
  }
  override get plain(): OptionView[] {
    const none = this.usual === this.none?.order ? undefined : this.none
    return this.question.options.filter((option) => option !== none && (!option.group || this.kinds.get(option.group)!.length < 2))
  }
  override get listed(): OptionView[] {
    return this.plain
  }
  override get order(): string {
    const written = this.value.trim()
    const verb = this.question.form?.verb ?? ''
    if (written && verb) return written.startsWith(`${verb} `) ? written : `${verb} ${written}`
    return this.division ? orderOf(this.division.plan, this.division.steps, this.question.options) : super.order
  }
  override get says(): string {
    if (this.value.trim() && this.question.form) return this.order.charAt(0).toUpperCase() + this.order.slice(1)
    if (!this.division || this.option) return super.says
    const { plan, steps } = this.division
    return steps.length ? saidOf(plan, steps) : `${this.kind}: at whom?`
  }

  // ---- divided among several

  /** The ways in which a kind may be divided. */
  private waysOf(kind: string): Plan[] {
    const piece = this.of(kind).pieces?.[0]
    return this.plans.filter((plan) => plan.piece === piece)
  }
  /** True if the open kind may be divided. */
  get divides(): boolean {
    return !!this.kind && this.waysOf(this.kind).length > 0
  }
  /** The word for it: at one target alone some shoot and the others hold. */
  get dividesAs(): string {
    return this.waysOf(this.kind).every((plan) => sharesOf(plan).length < 2) ? 'some' : 'divided'
  }
  /** The key by which the open kind is divided; none where a row has it. */
  get dividesBy(): string {
    const rows = this.listed.length + this.several.length
    return Array.from({ length: rows }, (_, n) => rowKey(n)).includes(DIVIDES) ? '' : DIVIDES
  }
  /** Of these the one whose terms are most like others. */
  private nearest<T extends OptionView | Plan>(all: T[], terms: [string, string][] | undefined): T | undefined {
    const same = (one: T) => (terms ?? []).filter(([word, value]) => says(one, word) === value).length
    return all.toSorted((a, b) => same(b) - same(a))[0]
  }
  /** The open kind is divided, or whole again. What is begun with is the target that is chosen, and the other where there are two. */
  divide(): void {
    const now = this.of(this.kind)
    const plan = this.division ? undefined : this.nearest(this.waysOf(this.kind), now.terms)
    this.foreseen = null
    this.looked = ''
    this.division = plan ? { plan, steps: [] } : null
    const pieces = new Set(sharesOf(plan).map((step) => step.piece ?? ''))
    for (const id of pieces) if (pieces.size < 3 || now.pieces?.[1] === id) this.share(sharePointedAt(plan, [], id)!)
  }
  /** One more has a share, or no share any more. */
  share(step: Step): void {
    if (this.division) this.deal(shared(this.division.plan, this.division.steps, step))
  }
  /** Replaces the shares. */
  deal(steps: string[]): void {
    if (this.division) this.division = { ...this.division, steps }
  }
  /** Another way to divide, with the same shares where they fit; else those who had one have equal shares. */
  private turnTo(plan: Plan): void {
    const { plan: before, steps } = this.division!
    const taken = sharesOf(plan).filter((step) => countOf(steps, step))
    const sum = spentOn(steps)
    const fits = taken.length === steps.length && taken.every((step) => countOf(steps, step) <= (step.most ?? 1)) && (sum < (before.most ?? 0) ? sum <= (plan.most ?? 0) : sum === plan.most)
    this.division = { plan, steps: fits ? steps : taken.reduce<string[]>((laid, step) => shared(plan, laid, step), []) }
  }
  /** The table's preview of the shares; the last one as long as the new one is not known. */
  get told(): Preview | null {
    return this.division ? (this.foreseen?.preview ?? null) : null
  }
  /** True if what the table has said is of other shares than those that are shown. */
  get pending(): boolean {
    return !!this.division && !!this.order && this.foreseen?.order !== this.order
  }
  override get glance(): string | undefined {
    if (!this.division) return super.glance
    return this.value.trim() ? undefined : this.order
  }
  override get ahead(): { label: string; odds: Odds } | undefined {
    if (!this.division || this.looked) return super.ahead
    return this.told?.odds && { label: this.says, odds: this.told.odds }
  }
  override get barred(): 'no' | 'vain' | '' {
    return this.division && !this.pending && this.told?.refusal ? 'no' : super.barred
  }
  override get shapes(): Shape[] {
    if (!this.division) return super.shapes
    return this.division.steps.length ? (this.told?.shapes ?? []) : []
  }
  override get badges(): Map<string, Badge> {
    return this.division ? noted(sharesOf(this.division.plan), this.division.steps) : super.badges
  }
  override get marked(): string[] {
    return this.division && !this.looked ? [this.division.plan.piece, ...this.badges.keys()] : super.marked
  }
  override leads(id: string): boolean {
    return !this.division && super.leads(id)
  }
  override back(): boolean {
    if (!this.division) return super.back()
    if (this.division.steps.length) this.deal(this.division.steps.slice(0, -1))
    else this.division = null
    return true
  }
  override choose(order: string): void {
    this.division = null
    super.choose(order)
  }

  // ---- whole

  /** The option of a kind that is chosen, or that would be. */
  of(kind: string): OptionView {
    const options = this.kinds.get(kind)!
    return options.find((option) => option.order === this.chosen) ?? options.find((option) => !option.vain) ?? options[0]!
  }
  /** The terms in which options of a kind differ. Each offers what goes with the terms before it. */
  terms(kind: string): Term[] {
    const divided = this.division && kind === this.kind ? this.division.plan : undefined
    const options: (OptionView | Plan)[] = divided ? this.waysOf(kind) : this.kinds.get(kind)!
    const now = divided ?? this.of(kind)
    const words = [...new Set(options.flatMap((option) => (option.terms ?? []).map(([word]) => word)))]
    let left = options
    const found: Term[] = []
    for (const word of words) {
      const all = new Set(options.map((option) => says(option, word)))
      const values = [...new Set(left.map((option) => says(option, word)))].filter(Boolean)
      const stops = this.stops(kind, word, values, divided ? undefined : (left as OptionView[]))
      if (all.size > 1 && values.length) found.push({ word, values, now: says(now, word), ...(stops && { stops }) })
      left = left.filter((option) => says(option, word) === says(now, word))
    }
    return found
  }
  /** The points of a way that the values of a term are; undefined where they are none, or too few to be laid out. `left`: the options with the terms before it, of which the odds are shown. */
  private stops(kind: string, word: string, values: string[], left?: OptionView[]): Stop[] | undefined {
    const found: Stop[] = []
    for (const value of values) {
      const option = (left ?? this.kinds.get(kind)!).find((one) => says(one, word) === value)
      if (option?.stop === undefined || option.stop === null) return undefined
      const odds = option.odds ?? (left && this.order === option.order ? this.pictured?.odds : undefined)
      found.push({ value, at: option.stop, band: (left && odds?.band) || '', chance: left && odds?.band ? odds.chances?.[0] : undefined })
    }
    const apart = new Set(found.map((stop) => stop.at)).size === found.length
    return apart && found.length > 2 ? found : undefined
  }
  /** A chip was pressed: terms before it stay, those after it stay as far as they can. */
  set(kind: string, word: string, value: string): void {
    if (this.division && kind === this.kind) {
      const way = this.likest(this.waysOf(kind), this.division.plan, word, value)
      if (way) this.turnTo(way)
      return
    }
    const best = this.likest(this.kinds.get(kind)!, this.of(kind), word, value)
    if (best) this.choose(best.order)
  }
  /** Of these the one with that term that has the terms before it, and most of those after it. */
  private likest<T extends OptionView | Plan>(all: T[], now: T, word: string, value: string): T | undefined {
    const words = (now.terms ?? []).map(([one]) => one)
    const at = words.indexOf(word)
    const same = (option: T, some: string[]) => some.filter((one) => says(option, one) === says(now, one)).length
    const fit = all.filter((option) => says(option, word) === value && (at < 0 || same(option, words.slice(0, at)) === at))
    return fit.toSorted((a, b) => same(b, words) - same(a, words))[0]
  }
  override digit(n: number): string {
    const option = this.listed[n - 1]
    if (!n && this.none) this.choose(this.none.order)
    else if (!n) this.clear()
    else if (option) this.choose(option.order)
    else this.takeNth(n - 1 - this.listed.length)
    return ''
  }
  override letter(key: string): boolean {
    const rows = this.listed.length + this.several.length
    const n = Array.from({ length: rows }, (_, i) => i).findIndex((i) => i > 8 && rowKey(i) === key)
    if (n >= this.listed.length) this.takeNth(n - this.listed.length)
    else if (n >= 0) this.choose(this.listed[n]!.order)
    else if (key === this.dividesBy && this.divides) {
      this.divide()
      return true
    }
    return n >= 0 || (!!this.kind && this.goBy(key))
  }
  private takeNth(n: number): void {
    const kind = this.several[n]?.[0]
    if (kind) this.take(kind)
  }
  override acts(id: string): boolean {
    return this.question.options.some((option) => option.pieces?.includes(id))
  }
  /** A piece was pointed at: one of the open kind is meant, else whatever can be done with it. */
  override pick(piece: Piece): boolean {
    const step = sharePointedAt(this.division?.plan, this.division?.steps ?? [], piece.id)
    if (step) {
      this.share(step)
      return true
    }
    const kind = this.kind
    if (super.pick(piece)) return true
    this.kind = ''
    if (kind && super.pick(piece)) return true
    this.kind = kind
    return false
  }
  override take(kind: string): void {
    this.choose(this.of(kind).order)
    this.taken = kind
  }
  override get none(): OptionView | undefined {
    return this.question.options.find((one) => !one.pieces?.length && !one.places?.length && !one.group && one.order === this.usual) ?? this.question.options.find((one) => !one.pieces?.length && !one.places?.length && !one.group && !one.terms?.length && !one.consequence)
  }
  /** The row that the dark button begins with is open from the start: nothing is in hand as long as that stands. */
  override get busy(): boolean {
    return !!this.division || this.chosen !== this.usual
  }
  override clear(): void {
    super.clear()
    this.choose(this.usual)
    this.taken = ''
  }
  override release(): boolean {
    if (!this.busy) return false
    if (this.division) this.division = null
    else this.clear()
    return true
  }
}
