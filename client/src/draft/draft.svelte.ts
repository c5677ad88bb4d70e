/** A draft order: what is chosen of a question so far, by panel, board, tray or keys alike. Every form of question has a draft of its own. */
import { FREE } from '../table/keyboard'
import { byId, byPlace, spotOf } from '../scene'
import type { Denied } from './denied'
import type { Item, Odds, OptionView, Piece, Place, Preview, Question, Scene, Shape } from '../wire'

/** The forms that a question can have; each has a draft here and a part of the panel. */
export type FormName = 'options' | 'kinds' | 'chips' | 'roll' | 'moves' | 'subset' | 'path' | 'plan' | 'typed' | 'amounts' | 'slots'
/** A note of the board at a piece or place: a few letters, and what they mean in words. */
export interface Badge { text: string; words: string }

/** The most orders that are offered in place of one that does not work. */
export const CHIPS = 3
/** The reason why no press on the board means anything, where a question is not about it. */
export const ASIDE = 'What is asked now is not about the board: choose beside it.'
/** The reason why a place means nothing as long as nobody is in hand who could go there. */
export const TAKE = 'Nobody is in hand. Take one that may act, then point at where it is to go.'
const NONE = new Map<string, Badge>()

/** The texts of an option or item as sentences, for those who do not see the board. */
const sentences = (parts: (string | undefined)[]): string => parts.filter((part) => !!part).map((part) => part!.charAt(0).toUpperCase() + part!.slice(1)).join('. ')
export const spoken = (what: OptionView | Item): string => sentences([what.label, what.vain?.replace(/\.$/, ''), what.consequence, what.odds?.text])

export abstract class Draft {
  abstract readonly form: FormName
  readonly key: string
  /** The order of the option that is chosen. */
  chosen = $state('')
  /** The target pointed at: the order of an option, or the word of an item. */
  looked = $state('')
  /** The piece in hand: the board shows where it may go. */
  held = $state('')
  /** The table's preview of an order: see `glance`. */
  foreseen = $state.raw<{ order: string; preview: Preview } | null>(null)
  /** The wish that was refused last, as long as nothing else was done. */
  private refused = $state.raw<Denied | null>(null)
  protected readonly pieces: Map<string, Piece>
  protected readonly there: Map<string, Piece[]>

  constructor(readonly question: Question, readonly scene: Scene) {
    this.key = JSON.stringify(question)
    this.pieces = byId(scene)
    this.there = byPlace(scene)
    this.chosen = this.usual
  }

  /** The wish that was refused, or that goes less far than it was meant to. */
  get denied(): Denied | null {
    return this.refused ?? this.noticed
  }
  set denied(found: Denied | null) {
    this.refused = found
    if (!found) this.heed()
  }
  /** What there is to say of a draft order that is not refused outright. */
  protected get noticed(): Denied | null {
    return null
  }
  /** What there was to say has been read. */
  protected heed(): void {}

  /** The order that the dark button begins with: the default, or the first that is not known to achieve nothing. */
  get usual(): string {
    const { default: usual, options } = this.question
    if (!options.find((option) => option.order === usual)?.vain) return usual
    return options.find((option) => !option.vain)?.order ?? usual
  }

  // ---- the order

  /** The order as it stands; empty as long as it is not whole. */
  get order(): string {
    return this.chosen
  }
  /** The words of the dark button. */
  get says(): string {
    return this.option?.label ?? 'Choose'
  }
  /** The option that the order is. */
  get option(): OptionView | undefined {
    const order = this.order
    return this.question.options.find((option) => option.order === order)
  }
  /** The option shown: the one pointed at, else the one that the dark button would take. */
  get shown(): OptionView | undefined {
    return this.question.options.find((option) => option.order === this.looked) ?? this.option
  }
  /** The odds to show, and of what. */
  get ahead(): { label: string; odds: Odds } | undefined {
    const [shown, told] = [this.shown, this.pictured?.odds]
    if (shown && told && !shown.odds) return { label: shown.label, odds: told }
    const found = this.weighed.find((one) => one?.odds)
    return found?.odds ? { label: found.label, odds: found.odds } : undefined
  }
  /** Whose odds may be shown, the most wanted first. */
  protected get weighed(): (OptionView | Item | undefined)[] {
    return [this.question.options.find((option) => option.order === this.looked), this.option]
  }
  /** The odds of everything that may be pointed at. */
  get forecasts(): Odds[] {
    return this.question.options.flatMap((option) => option.odds ?? [])
  }
  /** True if there are odds of anything that may be pointed at: then the panel keeps their place free. */
  get weighs(): boolean {
    return this.forecasts.length > 0
  }
  /** True if the odds are shown with the name of what they are of. */
  get namesOdds(): boolean {
    return false
  }
  /** The text in the place of odds as long as nothing is pointed at or chosen. */
  get invites(): string {
    return 'Point at an answer, or choose it, to see its odds.'
  }
  /** The order whose outcome the table is to be asked about while it is made, empty as long as there is none; undefined in forms of which the table says nothing. */
  get glance(): string | undefined {
    return this.depicted || undefined
  }
  /** The order that the table draws on the board: that of the option shown, the usual one as long as none is. */
  private get depicted(): string {
    return this.question.drawn ? (this.shown?.order ?? this.question.default) : ''
  }
  /** What the table has said of the option that is shown, where it draws that; null as long as it has not. */
  protected get pictured(): Preview | null {
    return this.depicted && this.foreseen?.order === this.depicted ? this.foreseen.preview : null
  }

  /** The shapes that the table's preview of the order draws on the board. */
  get shapes(): Shape[] {
    return this.pictured?.shapes ?? []
  }
  /** True if the order is known not to be possible, or to achieve nothing: it has no dark button then, and Enter does not give it. */
  get barred(): 'no' | 'vain' | '' {
    return this.obstacle ? 'vain' : ''
  }
  /** The obstacle in the way of the order, in a sentence, where it is known to achieve nothing. */
  get obstacle(): string {
    return this.option?.vain ?? ''
  }

  /** True if an answer is given by pressing it, without the dark button. */
  get atOnce(): boolean {
    return false
  }

  // ---- the list

  /** The options that the panel lists. */
  get listed(): OptionView[] {
    return this.question.options
  }
  /** The option that chooses nothing, if it has a button of its own. */
  get none(): OptionView | undefined {
    return undefined
  }
  choose(order: string): void {
    this.looked = ''
    this.held = ''
    this.chosen = order
  }
  clear(): void {
    this.held = ''
    this.looked = ''
    this.chosen = this.usual
  }
  /** A digit was pressed. The order that it gives at once, if any. */
  digit(n: number): string {
    const option = this.listed[n - 1]
    if (n === 0) this.clear()
    else if (option) this.choose(option.order)
    return ''
  }
  /** A letter was pressed. Whether it meant something. */
  letter(key: string): boolean {
    return !!this.held && this.goBy(key)
  }
  /** Takes the last bit of the order back. Whether there was one. */
  back(): boolean {
    return false
  }
  protected goBy(key: string): boolean {
    const goal = [...this.goals].find(([, one]) => one === key)?.[0]
    return !!goal && this.go(goal)
  }

  /** True if the list of what the order is made of needs all the room there is. */
  get fills(): boolean {
    return false
  }

  // ---- the piece in hand

  /** True if there is something in hand that can be let go of. */
  get busy(): boolean {
    return !!this.held
  }
  hold(piece: string): void {
    this.held = piece
    this.looked = ''
  }
  /** Lets go of what is in hand. Whether there was something. */
  release(): boolean {
    if (!this.held) return false
    this.held = ''
    return true
  }
  /** True if the panel itself tells of a piece. */
  tells(_piece: Piece): boolean {
    return false
  }

  // ---- the board

  /** A place inside a sentence, by its id; what is no place stays as it is. */
  spot(id: string): string {
    return spotOf(id, this.scene.board)
  }
  piece(id: string): Piece | undefined {
    return this.pieces.get(id)
  }
  /** True if something may be done with a piece, or with one that it holds. */
  may(piece: Piece): boolean {
    return this.acts(piece.id) || !!piece.inside?.some((unit) => this.acts(unit.id))
  }
  /** True if something may be done with that very piece. */
  acts(id: string): boolean {
    return this.question.options.some((option) => option.pieces?.includes(id))
  }
  /** True if a piece, or one that it holds, is in hand or part of the order. */
  holds(piece: Piece): boolean {
    if (this.held) return this.held === piece.id || !!piece.inside?.some((unit) => unit.id === this.held)
    return this.takes(piece)
  }
  /** True if a piece, or one that it holds, is part of the order. */
  protected takes(piece: Piece): boolean {
    return !!piece.inside?.some((unit) => this.takes(unit))
  }
  /** True if pieces are ticked one by one, so that what holds them is not lifted. */
  get ticking(): boolean {
    return false
  }
  /** True if that very piece is ticked. */
  ticks(_id: string): boolean {
    return false
  }
  /** True if that very piece is in hand. */
  lifts(piece: Piece): boolean {
    return this.held === piece.id
  }
  /** True if that very piece is ringed as one that something may still be done with. */
  rings(piece: Piece): boolean {
    return this.acts(piece.id) && !this.holds(piece)
  }
  /** True if the orders are ways over the board, which may be drawn by dragging. */
  get draws(): boolean {
    return false
  }
  /** True if that very piece may be dragged to where it is to go. */
  drags(_piece: Piece): boolean {
    return false
  }
  /** True if the piece in hand may join another one by being laid on it. */
  joins(_id: string): boolean {
    return false
  }
  /** The notes of the board at pieces and places, by their ids. */
  get badges(): Map<string, Badge> {
    return NONE
  }
  /** The notes at a place: its own, those of its pieces and of what they hold. */
  badgesAt(place: string): Badge[] {
    if (!this.badges.size) return []
    const ids = [place, ...this.standing(place).flatMap((piece) => [piece.id, ...(piece.inside ?? []).map((unit) => unit.id)])]
    return ids.map((id) => this.badges.get(id)).filter((badge) => !!badge)
  }
  /** The pieces that are marked on a field because the order is about them. */
  get marked(): string[] {
    return this.held ? [] : (this.shown?.pieces ?? [])
  }
  /** The single figures that may be picked, each where it stands. */
  get figures(): Item[] {
    return []
  }
  /** The pieces that the question is about. */
  get concerns(): string[] {
    return this.question.options.flatMap((option) => option.pieces ?? [])
  }
  /** The place that the question is about, as far as its form tells. */
  get asksAt(): string {
    return ''
  }
  /** The place of a piece: the one where it is to be put, if it is being placed. */
  placeOf(piece: Piece): string {
    return piece.place
  }
  /** The pieces at a place, as the board shows them. */
  protected standing(place: string): Piece[] {
    return this.there.get(place) ?? []
  }
  /** The place of what is in hand. */
  get origin(): string {
    const held = this.held && this.piece(this.held)
    return held ? this.placeOf(held) : ''
  }
  /** The way that is drawn on the board, place by place, without its start. */
  get path(): string[] {
    return []
  }
  /** Every way that the order draws on a board of cards: who goes, and over which places. */
  get ways(): { piece: Piece; places: string[] }[] {
    const piece = this.shown?.pieces?.[0] ? this.piece(this.shown.pieces[0]) : undefined
    return piece && this.shown?.places?.length ? [{ piece, places: this.shown.places }] : []
  }
  /** The places to which an order may lead now. */
  get targets(): Set<string> {
    return new Set(this.question.options.flatMap((option) => option.places ?? []))
  }
  /** True if a place is where the order leads. */
  aims(place: string): boolean {
    return this.path.at(-1) === place
  }
  /** The letter of every place that what is in hand may go to, in the order in which one reads the board. */
  get goals(): Map<string, string> {
    if (!this.busy) return new Map()
    const targets = this.targets
    const row = (place: Place) => place.at[1] * 1000 + place.at[0]
    const places = (this.scene.board.places ?? []).filter((place) => targets.has(place.id) && place.id !== this.origin)
    return new Map(places.toSorted((a, b) => row(a) - row(b)).slice(0, FREE.length).map((place, i) => [place.id, FREE[i]!]))
  }
  /** True if the order leads to that place or piece already: to point there once more is to give it. */
  leads(_id: string): boolean {
    return false
  }
  /** The order to go to a place with what is in hand, as a wish that the table can judge; empty where there is none. */
  attempt(place: string): string {
    if (!this.question.reasoned) return ''
    const own = [this.option, ...this.candidates].find((one) => one?.places?.length === 1 && one.order.endsWith(` ${one.places[0]}`))
    return own ? own.order.slice(0, -own.places![0]!.length) + place : ''
  }
  /** True if a piece may act that is called so, or stands there. */
  actsAt(place: string): boolean {
    return [...this.pieces.values()].some((piece) => (piece.id === place || piece.place === place) && this.may(piece))
  }
  /** The table takes the wish to go to a place, as that order. */
  grant(_place: string, option: OptionView): void {
    this.instead(option)
  }
  /** The reason why a place means nothing now. */
  noUse(place: string): string {
    if (!this.onBoard) return ASIDE
    return this.leading(place).length ? TAKE : `What is asked now is not about ${this.spot(place)}.`
  }
  /** True if anything that may be ordered is of a piece or place. */
  protected get onBoard(): boolean {
    const { options, form } = this.question
    return [...options, ...(form?.items ?? []).map(({ piece, place }) => ({ pieces: piece ? [piece] : [], places: place ? [place] : [] }))].some((one) => one.pieces?.length || one.places?.length) || !!form?.places?.length
  }
  /** The orders that lead to a place. */
  private leading(place: string): OptionView[] {
    return this.question.options.filter((option) => option.places?.at(-1) === place)
  }
  /** Orders to offer where a place means nothing: a few, each of another piece, first those that lead there. */
  offers(place: string): OptionView[] {
    const found = new Map<string, OptionView>()
    for (const option of [...this.leading(place), ...this.question.options]) {
      const of = option.group || option.pieces?.[0] || ''
      if (of && !found.has(of)) found.set(of, option)
    }
    return [...found.values()].slice(0, CHIPS)
  }
  /** The nth of what would work is taken. Whether there is one. */
  insteadBy(n: number): boolean {
    const option = this.denied?.instead[n - 1]
    if (option) this.instead(option)
    return !!option
  }
  /** The pieces in hand. */
  get inHand(): string[] {
    return this.held ? [this.held] : []
  }
  /** Something that would work is taken instead of what was refused. */
  instead(option: OptionView): void {
    this.denied = null
    this.choose(option.order)
  }
  /** The options that pointing at the board may mean. */
  protected get candidates(): OptionView[] {
    return this.question.options
  }
  /** A piece was pointed at. Whether that meant something. */
  pick(piece: Piece): boolean {
    this.held = ''
    const ids = new Set([piece.id, ...(piece.inside ?? []).map((unit) => unit.id)])
    return this.next(this.candidates.filter((option) => option.pieces?.some((id) => ids.has(id))))
  }
  /** A place was pointed at. `exact`: the way there, if it was drawn by hand. */
  go(place: string, _exact?: string[]): boolean {
    const found = this.candidates.filter((option) => option.places?.includes(place))
    const pieces = this.option?.pieces
    const same = found.filter((option) => pieces && option.pieces?.some((id) => pieces.includes(id)))
    return this.next(same.length ? same : found) || this.pickAt(place)
  }
  /** Of these options the one after the chosen one. */
  private next(options: OptionView[]): boolean {
    if (!options.length) return false
    const now = options.findIndex((option) => option.order === this.chosen)
    this.choose(options[(now + 1) % options.length]!.order)
    return true
  }
  /** A place was pointed at: the piece that may act there is meant. */
  protected pickAt(place: string): boolean {
    const piece = this.there.get(place)?.find((one) => this.may(one))
    return !!piece && this.pick(piece)
  }
  /** The effect of pointing at a place, in words. */
  hint(place: string): string {
    if (this.held) return this.hintInHand(place)
    const found = this.candidates.find((option) => option.places?.includes(place))
    return found ? [found.label, found.consequence, found.odds?.text].filter(Boolean).join('. ') : this.hintFree(place)
  }
  protected hintInHand(place: string): string {
    return place === this.origin && !this.targets.has(place) ? 'Let go' : ''
  }
  protected hintFree(place: string): string {
    return this.standing(place).some((piece) => this.may(piece)) ? 'May act: pick it up' : ''
  }
}
