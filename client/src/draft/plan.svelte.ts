/** Orders that are made of steps: a piece is taken in hand and its steps drawn, or one plan sets up everybody. */
import { ActorsDraft } from './actors.svelte'
import { groupsOf } from './words'
import type { Odds, OptionView, Piece, Plan, Preview, Question, Scene, Step } from '../wire'

export class PlanDraft extends ActorsDraft {
  readonly form = 'plan'
  /** Every plan, with the steps, help and rule that it shares with others. */
  readonly plans: Plan[]
  /** The pieces that have plans. */
  private readonly planned: Set<string>
  /** The plan of the piece in hand, and its steps in words. */
  plan = $state.raw<Plan | null>(null)
  steps = $state.raw<string[]>([])
  /** Of a plan for all: the step that is looked at. */
  at = $state(-1)

  constructor(question: Question, scene: Scene) {
    super(question, scene)
    this.plans = (question.form?.plans ?? []).map((plan) => ({ ...question.form!.ways?.[plan.way ?? -1], ...plan }))
    this.planned = new Set(this.plans.map((plan) => plan.piece).filter(Boolean))
    // A plan of no piece is for all, and is chosen at once.
    const whole = this.plans.find((plan) => !plan.piece)
    if (whole) this.takeUp(whole)
  }

  /** The plan for all, if that is what is made. */
  get whole(): Plan | null {
    return this.plan && !this.plan.piece ? this.plan : null
  }
  override get fills(): boolean {
    return !!this.whole
  }
  override get order(): string {
    if (!this.plan) return super.order
    return this.steps.length || this.plan.bare ? [this.plan.verb, this.plan.word, ...this.steps].filter(Boolean).join(' ') : ''
  }
  override get says(): string {
    const name = this.piece(this.held)?.name ?? ''
    if (this.whole) return this.whole.label
    if (this.plan) return this.order ? `${this.plan.label}: ${name}` : `${name}: ${this.plan.label.toLowerCase()} where?`
    return this.held && !this.order ? `${name}: what?` : super.says
  }
  override get glance(): string | undefined {
    return this.plan ? this.order : undefined
  }
  /** The table's preview of the steps so far; the last one as long as the new one is not known. */
  get told(): Preview | null {
    return this.plan ? (this.foreseen?.preview ?? null) : null
  }
  override get ahead(): { label: string; odds: Odds } | undefined {
    return this.plan?.to && this.told?.odds ? { label: this.plan.label, odds: this.told.odds } : super.ahead
  }
  override get weighs(): boolean {
    return !!this.plan?.to || super.weighs
  }
  override get barred(): 'no' | 'vain' | '' {
    if (!this.steps.length || this.pending) return ''
    return this.told?.refusal ? 'no' : this.told?.vain ? 'vain' : ''
  }
  /** True if what the table has said is of an earlier plan than the one that is shown. */
  get pending(): boolean {
    return !!this.plan && !!this.order && this.foreseen?.order !== this.order
  }
  protected override get able(): string[] {
    return [...this.planned, ...super.able]
  }
  override get chooses(): boolean {
    return !this.held && !this.plan
  }
  override get listed(): OptionView[] {
    return this.whole ? this.question.options.filter((option) => option.order === this.question.default) : super.listed
  }

  /** The plans that a piece may follow. */
  plansOf(piece: string): Plan[] {
    return this.plans.filter((plan) => plan.piece === piece)
  }
  /** Begins to plan something for the piece in hand. */
  takeUp(plan: Plan | null): void {
    this.plan = plan
    this.foreseen = null
    this.steps = groupsOf(plan?.start ?? '')
    if (plan) this.chosen = ''
  }
  /** Keeps so many steps, and lays one more (none: an empty text). */
  lay(keep: number, text: string): void {
    const next = [...this.steps.slice(0, keep), ...(text ? [text] : [])]
    if (next.join() !== this.steps.join()) this.steps = next
  }
  /** Writes one step again. */
  write(i: number, words: (string | number)[]): void {
    this.steps = [...this.steps.slice(0, i), `(${words.join(' ')})`, ...this.steps.slice(i + 1)]
  }
  /** What would work instead of the steps as they are; the same keys take it as where something was refused on the board. */
  override insteadBy(n: number): boolean {
    const option = this.denied ? undefined : this.nearest[n - 1]
    if (option) this.instead(option)
    return !!option || super.insteadBy(n)
  }
  get nearest(): OptionView[] {
    return this.steps.length && !this.pending ? (this.told?.instead ?? []) : []
  }
  override instead(option: OptionView): void {
    if (!this.plan || !option.order.startsWith(`${this.plan.verb} ${this.plan.word} `)) return super.instead(option)
    this.denied = null
    this.steps = groupsOf(option.order)
  }
  override back(): boolean {
    if (!this.plan?.piece || !this.steps.length) return false
    this.steps = this.steps.slice(0, -1)
    return true
  }
  /** A step of that hand in what is planned. */
  byHand(hand: string): Step | undefined {
    return this.plan?.steps?.find((step) => step.hand === hand)
  }

  override hold(piece: string): void {
    if (this.held !== piece) this.takeUp(this.plansOf(piece)[0] ?? null)
    super.hold(piece)
  }
  override release(): boolean {
    if (!this.held) return false
    this.takeUp(null)
    return super.release()
  }
  override clear(): void {
    this.takeUp(this.whole)
    super.clear()
  }
  override choose(order: string): void {
    if (this.whole && order.startsWith(`${this.whole.verb} `)) {
      this.looked = ''
      this.steps = groupsOf(order)
      return
    }
    this.takeUp(null)
    super.choose(order)
  }
  override acts(id: string): boolean {
    return super.acts(id) || this.planned.has(id)
  }
  override tells(piece: Piece): boolean {
    return !!this.plan && this.held === piece.id
  }
  /** The targets of the plans of the piece in hand. */
  get aimedAt(): Set<string> {
    return new Set(this.held ? this.plansOf(this.held).map((plan) => plan.to ?? '').filter(Boolean) : [])
  }
  override pick(piece: Piece): boolean {
    const aimed = this.held ? this.plansOf(this.held).find((plan) => plan.to === piece.id) : undefined
    if (aimed) this.takeUp(aimed)
    else if (!this.acts(piece.id)) return false
    else if (this.held === piece.id) this.release()
    else this.hold(piece.id)
    return true
  }
}
