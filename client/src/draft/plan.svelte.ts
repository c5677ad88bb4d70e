/** Orders that are made of steps: a piece is taken in hand and its steps drawn, or one plan sets up everybody. */
import type { Spot } from '../board/plane/chart'
import { bodyOf, middle, type Body } from '../board/plane/geometry'
import { borne, placed, straight } from '../board/plane/words'
import { ActorsDraft } from './actors.svelte'
import { denied, type Denied } from './denied'
import { noted, orderOf, saidOf, shared, sharePointedAt, sharesOf } from './shares'
import { groupsOf, spotAt, spotWord } from './words'
import { CHIPS, type Badge } from './draft.svelte'
import type { Odds, OptionView, Piece, Plan, Preview, Question, Scene, Shape, Step } from '../wire'

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
  /** True as long as a hand draws. */
  drawing = $state(false)
  /** The point to which the last step was drawn or wished on the board, until that is read or another step is made. */
  wished = $state.raw<Spot | null>(null)
  /** The step that was drawn farther aside than it may go. */
  private bounded = $state.raw<Step | null>(null)

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
    if (this.shared.length) return orderOf(this.plan, this.steps, this.question.options)
    return this.steps.length || this.plan.bare ? [this.plan.verb, this.plan.word, ...this.steps].filter(Boolean).join(' ') : ''
  }
  override get says(): string {
    const name = this.piece(this.held)?.name ?? ''
    if (this.whole) return this.whole.label
    if (this.plan && this.shared.length) return this.option?.label ?? (this.steps.length ? saidOf(this.plan, this.steps) : `${name}: at whom?`)
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
    return (this.plan?.to || this.shared.length) && this.told?.odds ? { label: this.plan!.label, odds: this.told.odds } : super.ahead
  }
  override get shapes(): Shape[] {
    return this.told?.shapes ?? []
  }
  override get weighs(): boolean {
    return !!this.plan?.to || !!this.shared.length || super.weighs
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
  /** All that the piece in hand may be planned to do: the plainest first, then what is aimed at another. */
  get verbs(): Plan[] {
    const all = this.plansOf(this.held)
    return [...all.filter((one) => !one.to), ...all.filter((one) => one.to)]
  }
  /** The digit of a kind: they follow the rows of the piece in hand. */
  digitOf(plan: Plan): string {
    const n = this.listed.length + this.verbs.indexOf(plan) + 1
    return this.verbs.length > 1 && n < 10 ? String(n) : ''
  }
  override digit(n: number): string {
    const kind = this.held && n ? this.verbs.find((one) => this.digitOf(one) === String(n)) : undefined
    if (!kind) return super.digit(n)
    this.takeUp(kind)
    return ''
  }
  /** Begins to plan something for the piece in hand. */
  takeUp(plan: Plan | null): void {
    this.denied = null
    this.plan = plan
    this.foreseen = null
    this.steps = groupsOf(plan?.start ?? '')
    if (plan) this.chosen = ''
  }
  /** The place of the piece in hand after its steps, and the movement left. */
  get pose(): Body | null {
    return bodyOf((this.told?.shapes ?? []).filter((shape) => shape.kind === 'body').at(-1)?.points ?? this.piece(this.held)?.shape)
  }
  get left(): number {
    return Math.max(0, (this.told?.most ?? this.plan?.most ?? 0) - (this.told?.cost ?? 0))
  }

  // ---- pointing at the ground

  /** A hand has drawn the steps as they are, towards a point; `bounded`: the step that it drew farther aside than it may go. */
  drawn(to: Spot, bounded?: Step): void {
    this.drawing = false
    this.wished = to
    this.bounded = bounded ?? null
  }
  protected override heed(): void {
    this.drawing = false
    this.wished = this.bounded = null
  }
  protected override get noticed(): Denied | null {
    if (!this.wished || this.drawing || !this.steps.length || this.pending || !this.told) return null
    const place = spotWord(this.wished)
    if (this.told.refusal) return denied(place, '', this.told)
    const { bounded } = this
    const short = this.nearest.length ? { refusal: this.told.sentence, rule: this.told.rule, instead: this.nearest } : bounded && { refusal: `At most ${bounded.most}° to either side: it goes aside no farther.`, rule: bounded.rule }
    return short ? { ...denied(place, '', short), refused: false } : null
  }
  /** The steps, and one more that leads straight to a point: by the hand that the plan has for it. */
  private toward(spot: Spot): string[] {
    const [go, bearing, point, piece] = [this.byHand('drag'), this.byHand('bearing'), this.byHand('point'), this.piece(this.held)]
    if (this.whole) return this.posted(spot)
    if (bearing && piece?.bases?.length) return [borne('', bearing.word, middle(piece.bases.map(([x, y]): Spot => [x, y])), spot)]
    if (point) return [placed(point.word, spot)]
    return go && this.pose ? [...this.steps, straight(go.word, this.pose.heading, this.pose.front, spot)] : []
  }
  /** The posts, the one looked at put to a point. */
  private posted(spot: Spot): string[] {
    const text = this.steps[this.at]
    const step = text && this.plan?.steps?.find((one) => text.startsWith(`(${one.word} `))
    if (!step) return []
    const words = text.slice(step.word.length + 2, -1).split(' ')
    const first = step.hand === 'post' ? 2 : 0
    ;[words[first], words[first + 1]] = spot.map((n) => String(Math.round(n * 4) / 4)) as [string, string]
    return this.steps.map((one, i) => (i === this.at ? `(${[step.word, ...words].join(' ')})` : one))
  }
  override attempt(place: string): string {
    const spot = spotAt(place)
    const steps = spot && this.plan ? this.toward(spot) : []
    return steps.length && steps.every(Boolean) ? [this.plan!.verb, this.plan!.word, ...steps].filter(Boolean).join(' ') : ''
  }
  override grant(place: string, option: OptionView): void {
    super.grant(place, option)
    this.wished = spotAt(place)
  }
  override spot(id: string): string {
    const spot = spotAt(id)
    return spot ? `${spot.map((n, i) => `${Math.round(n)} ${this.scene.board.unit || 'in'} ${i ? 'north' : 'east'}`).join(', ')}` : super.spot(id)
  }
  override noUse(place: string): string {
    if (this.whole) return 'Point at the unit first, or choose it in the list; then at the ground where it is to stand.'
    if (this.chooses) return 'No unit is in hand. Take one that may act, then point at where it is to go.'
    return this.plan ? `${this.plan.label} is not drawn on the ground. ${this.plan.help ?? ''}`.trim() : super.noUse(place)
  }
  /** Where nobody is in hand: the nearest who may be taken in hand. */
  override offers(place: string): OptionView[] {
    const spot = spotAt(place)
    if (!spot || !this.chooses) return super.offers(place)
    const far = (piece: Piece) => Math.hypot(piece.at![0] - spot[0], piece.at![1] - spot[1])
    const near = [...this.planned].map((id) => this.piece(id)).filter((piece) => !!piece?.at).toSorted((a, b) => far(a!) - far(b!))
    return near.slice(0, CHIPS).map((piece) => ({ order: `hold ${piece!.id}`, label: piece!.name, pieces: [piece!.id] }))
  }

  // ---- the steps

  /** Keeps so many steps, and lays one more (none: an empty text). */
  lay(keep: number, text: string): void {
    this.wished = this.bounded = null
    const next = [...this.steps.slice(0, keep), ...(text ? [text] : [])]
    if (next.join() !== this.steps.join()) this.steps = next
  }
  /** The steps of the plan that each give a share of the piece in hand to another. */
  get shared(): Step[] {
    return sharesOf(this.plan)
  }
  /** One more has a share, or no share any more. */
  share(step: Step): void {
    this.divide(shared(this.plan!, this.steps, step))
  }
  /** Replaces the shares. */
  divide(steps: string[]): void {
    this.wished = this.bounded = null
    this.steps = steps
  }
  override get badges(): Map<string, Badge> {
    return this.shared.length ? noted(this.shared, this.steps) : super.badges
  }
  /** Writes one step again. */
  write(i: number, words: (string | number)[]): void {
    this.wished = this.bounded = null
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
    this.denied = null
    if (option.order === `hold ${option.pieces?.[0]}`) return this.hold(option.pieces![0]!)
    if (!this.plan || !option.order.startsWith(`${[this.plan.verb, this.plan.word].filter(Boolean).join(' ')} `)) return super.instead(option)
    this.steps = groupsOf(option.order)
  }
  override back(): boolean {
    if (!this.plan?.piece || !this.steps.length) return false
    this.wished = this.bounded = null
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
    if (this.held && this.shared.length) return new Set(this.shared.map((step) => step.piece ?? ''))
    return new Set(this.held ? this.plansOf(this.held).map((plan) => plan.to ?? '').filter(Boolean) : [])
  }
  override pick(piece: Piece): boolean {
    const step = this.held ? sharePointedAt(this.plan, this.steps, piece.id) : undefined
    if (step) {
      this.share(step)
      return true
    }
    const aimed = this.held ? this.plansOf(this.held).find((plan) => plan.to === piece.id) : undefined
    if (aimed) this.takeUp(aimed)
    else if (!this.acts(piece.id)) return false
    else if (this.held === piece.id) this.release()
    else this.hold(piece.id)
    return true
  }
}
