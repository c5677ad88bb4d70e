/** Any of some items: they are ticked in the panel, or their pieces pointed at. A piece with several places to go to is taken in hand first. */
import { ItemsDraft } from './items.svelte'
import { spoken } from './draft.svelte'
import { tallied } from '../scene'
import type { Item, OptionView, Piece, Question, Scene } from '../wire'

/** More letters than these do not stand on a button. */
const LONG = 64

export class SubsetDraft extends ItemsDraft {
  readonly form = 'subset'
  picked = $state<string[]>([])

  constructor(question: Question, scene: Scene) {
    super(question, scene)
    this.picked = this.pickedIn(question.default).filter((word) => !this.item(word)?.vain)
  }

  /** True if items say where pieces come to stand, so that the board shows them there. */
  get posts(): boolean {
    return this.question.form?.posts ?? false
  }
  private get verb(): string {
    return this.question.form?.verb ?? ''
  }
  /** The items that an order names: what belongs to its verb ("lose 3") is none of them. */
  private pickedIn(order: string): string[] {
    if (order === this.verb) return []
    const rest = ` ${order.startsWith(`${this.verb} `) ? order.slice(this.verb.length) : order} `
    return this.items.filter((item) => rest.includes(` ${item.word} `)).map((item) => item.word)
  }
  get words(): string[] {
    return this.items.map((item) => item.word).filter((word) => this.picked.includes(word))
  }
  /** The options that need no items, where the usual one is of these: what a whole unit does, when some of its figures may do otherwise. */
  get whole(): OptionView[] {
    const usual = this.question.default
    if (usual === this.verb || this.pickedIn(usual).length) return []
    const found = this.question.options.filter((option) => !this.pickedIn(option.order).length)
    return found.length > 1 ? found : []
  }
  override get order(): string {
    return this.whole.length && !this.picked.length ? this.chosen : [this.verb, ...this.words].join(' ')
  }
  override get says(): string {
    if (!this.picked.length) return this.option?.label ?? this.none?.label ?? 'Nobody'
    const first = this.question.form?.act || (this.verb.charAt(0).toUpperCase() + this.verb.slice(1)).split(' ')[0]!
    const named = `${first}: ${tallied(this.words.map((word) => this.item(word)?.label ?? word))}`
    // A button of several lines is no button: the rows above it say who and where.
    if (this.picked.length < 2 || (this.picked.length === 2 && named.length <= LONG)) return named
    return `${first}: ${this.picked.length} of ${new Set(this.items.map((item) => item.slot || item.word)).size}`
  }
  override get namesOdds(): boolean {
    return true
  }
  override get listed(): OptionView[] {
    return this.whole
  }
  override get none(): OptionView | undefined {
    const none = this.question.options.find((option) => option.order === this.verb)
    // Where the order without items has another option's word, that one says what comes of it.
    const others = this.question.options.filter((option) => !option.order.startsWith(`${this.verb} `))
    return none ?? (!this.question.form?.least && others.length === 1 && this.question.options.length > 1 ? { ...others[0]!, order: this.verb } : undefined)
  }
  /** The items that the panel lists: where each piece has many places only those in the order, and those of the piece in hand. */
  get offered(): Item[] {
    return this.posts ? this.items.filter((item) => this.picked.includes(item.word) || item.piece === this.held) : this.items
  }
  override digit(n: number): string {
    if (this.whole.length) return super.digit(n)
    const item = this.offered[n - 1]
    if (n === 0) this.clear()
    else if (item) this.toggle(item.word)
    return ''
  }

  toggle(word: string): void {
    const item = this.item(word)
    if (!item) return
    this.looked = ''
    if (this.picked.includes(word)) {
      this.picked = this.picked.filter((one) => one !== word && !this.item(one)?.needs?.includes(word))
      return
    }
    this.swap(item)
    const kept = this.picked.filter((one) => !item.slot || this.item(one)?.slot !== item.slot)
    this.picked = [...kept, ...(item.needs ?? []).filter((need) => !kept.includes(need)), word]
  }
  /** A piece that stands where an item's piece is to go changes places with it, or goes back unplaced. */
  private swap(item: Item): void {
    const other = item.spot ? this.picked.find((one) => one !== item.word && this.item(one)?.spot === item.spot) : undefined
    if (!other) return
    const mine = this.picked.map((one) => this.item(one)).find((one) => one?.slot === item.slot)
    const slot = this.item(other)!.slot
    const back = mine?.spot ? this.items.find((one) => one.slot === slot && one.spot === mine.spot) : undefined
    this.picked = [...this.picked.filter((one) => one !== other), ...(back ? [back.word] : [])]
  }
  override choose(order: string): void {
    super.choose(order)
    this.picked = this.pickedIn(order)
  }
  override clear(): void {
    super.clear()
    this.picked = []
  }

  // ---- the board

  private has(id: string): boolean {
    return this.itemsOf(id).some((item) => this.picked.includes(item.word))
  }
  protected override takes(piece: Piece): boolean {
    return this.itemsOf(piece.id).length ? this.has(piece.id) : super.takes(piece)
  }
  override get ticking(): boolean {
    return true
  }
  override ticks(id: string): boolean {
    return !this.posts && this.has(id)
  }
  override rings(piece: Piece): boolean {
    return this.posts ? this.acts(piece.id) : super.rings(piece)
  }
  override drags(piece: Piece): boolean {
    return this.acts(piece.id) && this.itemsOf(piece.id).some((item) => item.place)
  }
  override get figures(): Item[] {
    return this.items.filter((item) => {
      const own = this.besides(item)
      return item.at && (own.find((one) => this.picked.includes(one.word)) ?? own[0]) === item
    })
  }
  /** All that the figure of an item may do, of which it does one. */
  private besides(item: Item): Item[] {
    return item.slot ? this.items.filter((one) => one.slot === item.slot) : [item]
  }
  /** A figure is pointed at: the next of what it may do, and after the last nothing. */
  point(item: Item): void {
    const own = this.besides(item)
    const now = own.findIndex((one) => this.picked.includes(one.word))
    this.toggle(own[now + 1]?.word ?? own[now]!.word)
  }
  override get asksAt(): string {
    return this.piece(this.item(this.words[0] ?? '')?.piece ?? '')?.place ?? ''
  }
  override placeOf(piece: Piece): string {
    if (!this.posts) return piece.place
    return this.words.map((word) => this.item(word)).find((item) => item?.piece === piece.id && item.place)?.place ?? piece.place
  }
  protected override standing(place: string): Piece[] {
    return this.posts ? (this.scene.pieces ?? []).filter((piece) => this.placeOf(piece) === place) : super.standing(place)
  }
  override get origin(): string {
    return this.held ? super.origin : (this.item(this.picked[0] ?? '')?.place ?? '')
  }
  override get targets(): Set<string> {
    if (!this.held) return super.targets
    const home = this.posts ? (this.piece(this.held)?.place ?? '') : ''
    return new Set([...this.itemsOf(this.held).map((item) => item.place ?? ''), home].filter(Boolean))
  }
  override get ways(): { piece: Piece; places: string[] }[] {
    if (this.posts) return super.ways
    return this.words.flatMap((word) => {
      const item = this.item(word)
      const piece = item?.piece ? this.piece(item.piece) : undefined
      return piece && item?.place && item.place !== piece.place ? [{ piece, places: [item.place] }] : []
    })
  }
  override pick(piece: Piece): boolean {
    if (this.whole.length) return super.pick(piece) // its figures are pointed at one by one
    const own = this.itemsOf(piece.id)
    if (own.length > 1) {
      if (own.some((item) => item.place)) {
        if (this.held === piece.id) this.release()
        else this.hold(piece.id)
        return true
      }
      // Several things that one piece may do: the next of them, and after the last nothing.
      const now = own.findIndex((item) => this.picked.includes(item.word))
      this.toggle(own[now + 1]?.word ?? own[now]!.word)
      return true
    }
    this.held = ''
    const words = [piece, ...(piece.inside ?? [])].flatMap((one) => this.itemsOf(one.id).slice(0, 1)).map((item) => item.word)
    words.forEach((word) => this.toggle(word))
    return words.length > 0 || super.pick(piece)
  }
  override go(place: string): boolean {
    const item = this.held ? this.itemsOf(this.held).find((one) => one.place === place) : undefined
    if (item) {
      if (!this.picked.includes(item.word) || !this.posts) this.toggle(item.word)
      this.held = ''
      return true
    }
    if (this.recall(place)) return true
    const those = this.standing(place).flatMap((piece) => [piece, ...(piece.kind === 'card' ? (piece.inside ?? []) : [])]).filter((piece) => this.itemsOf(piece.id).length)
    if (those.length) return this.pick(those.find((piece) => !this.holds(piece)) ?? those[0]!)
    return super.go(place)
  }
  /** The piece in hand goes back to where it lies without an order. */
  private recall(place: string): boolean {
    const piece = this.held && this.posts ? this.piece(this.held) : undefined
    if (!piece || piece.place !== place) return false
    this.picked = this.picked.filter((word) => this.item(word)?.piece !== piece.id)
    this.held = ''
    return true
  }
  protected override hintInHand(place: string): string {
    const item = this.itemsOf(this.held).find((one) => one.place === place)
    return super.hintInHand(place) || (item ? spoken(item) : '')
  }
}
