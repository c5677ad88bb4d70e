/** A sequence of slots, each filled by an action with its parameters; they may be filled in any order. */
import { rowKey } from '../table/keyboard'
import type { Blank, Move, Odds, Piece, Question, Scene, Slot } from '../wire'
import { Draft, type Badge } from './draft.svelte'
import { groupsOf, wordsOf } from './words'

/** As many letters go on the dark button without covering what it is about. */
const LONG = 80

/** Something that a slot puts on a board of squares. */
export interface Ghost { slot: number; move: Move; place: string; squares: string[] }
/** The filling of a slot: the word of one of its choices, and a word for each blank of that, empty as long as it is not known. */
export interface Filling { word: string; parameters: string[] }

export class SlotsDraft extends Draft {
  readonly form = 'slots'
  filled = $state.raw<(Filling | null)[]>([])
  /** The slot that is open. */
  at = $state(0)
  /** The slots that hold what somebody chose, and not what is usual. */
  private readonly own = new Set<number>()
  /** Where the places of a board of squares lie, and the other way round. */
  private readonly spots: Map<string, [number, number]>
  private readonly names: Map<string, string>
  private readonly placed: Set<string>

  constructor(question: Question, scene: Scene) {
    super(question, scene)
    this.placed = new Set((scene.board.places ?? []).map((place) => place.id))
    const squares = scene.board.kind === 'squares' ? (scene.board.places ?? []) : []
    this.spots = new Map(squares.map((place) => [place.id, place.at]))
    this.names = new Map(squares.map((place) => [place.at.join(), place.id]))
    this.choose(question.default)
  }

  get slots(): Slot[] {
    return this.question.form?.slots ?? []
  }
  private get verb(): string {
    return this.question.form?.verb ?? ''
  }
  /** The choice that fills a slot. */
  move(i: number): Move | undefined {
    return this.slots[i]?.choices.find((move) => move.word === this.filled[i]?.word)
  }
  blanks(i: number): Blank[] {
    return this.move(i)?.parameters ?? []
  }
  /** True if a slot is filled, with all that belongs to it. */
  whole(i: number): boolean {
    return !!this.move(i) && this.blanks(i).every((blank, k) => this.fits(blank, this.filled[i]!.parameters[k] ?? ''))
  }
  private fits(blank: Blank, word: string): boolean {
    if (blank.choices?.length) return blank.choices.some(([one]) => one === word)
    return word !== '' && Number.isInteger(Number(word)) && Number(word) >= (blank.least ?? 0) && Number(word) <= (blank.most ?? 0)
  }
  /** The odds of a choice in a slot, of what fills it if none is named; those that are the same in all slots of a piece stand with its first. */
  odds(i: number, word = this.filled[i]?.word): Odds | undefined {
    const [own, first] = [this.slots[i], this.slots.find((one) => one.piece === this.slots[i]?.piece)]
    return [own, first].map((slot) => slot?.choices.find((one) => one.word === word)?.odds).find((odds) => odds) ?? undefined
  }
  /** A slot in words: its action with all that belongs to it. */
  told(i: number): string {
    const move = this.move(i)
    if (!move) return ''
    const words = this.blanks(i).map((blank, k) => blank.choices?.find(([word]) => word === this.filled[i]!.parameters[k])?.[1] ?? this.filled[i]!.parameters[k] ?? '')
    return [move.label, ...words].filter(Boolean).join(' ')
  }

  // ---- filling

  /** Fills the open slot; what it has of the same blanks stays. The next that is empty opens when nothing is wanting here. */
  put(word: string): void {
    const before = this.filled[this.at]
    const move = this.slots[this.at]?.choices.find((one) => one.word === word)
    if (!move) return
    const parameters = (move.parameters ?? []).map((blank, k) => {
      const old = before?.parameters[k] ?? ''
      if (this.fits(blank, old)) return old
      return blank.choices?.length ? (blank.choices.length === 1 ? blank.choices[0]![0] : '') : String(blank.least ?? 0)
    })
    this.filled = Object.assign([...this.filled], { [this.at]: { word, parameters } })
    this.own.add(this.at)
    this.chosen = ''
    if (!parameters.length) this.openNext()
  }
  /** Fills a blank of a slot. */
  write(i: number, blank: number, word: string): void {
    const before = this.filled[i]
    if (!before) return
    this.filled = Object.assign([...this.filled], { [i]: { ...before, parameters: Object.assign([...before.parameters], { [blank]: word }) } })
    this.chosen = ''
  }
  /** Empties a slot. */
  take(i: number): void {
    this.filled = Object.assign([...this.filled], { [i]: null })
    this.chosen = ''
    this.at = i
  }
  open(i: number): void {
    this.at = Math.max(0, Math.min(this.slots.length - 1, i))
  }
  /** Opens the next slot that is not filled, else the next that is only filled as usual. */
  private openNext(): void {
    const after = this.slots.map((_, i) => (this.at + 1 + i) % this.slots.length)
    this.at = after.find((i) => !this.whole(i)) ?? after.find((i) => !this.own.has(i)) ?? this.at
  }

  // ---- what stands on a board of squares

  /** Everything that the slots put on squares, with the squares that it fills. */
  get ghosts(): Ghost[] {
    return this.filled.flatMap((one, slot) => {
      const move = this.move(slot)
      const place = one?.parameters.find((word) => this.spots.has(word))
      return move?.base && place ? [{ slot, move, place, squares: this.under(move, place) }] : []
    })
  }
  /** The squares that it fills from the one that its order names. */
  private under(move: Move, place: string): string[] {
    const [x, y] = this.spots.get(place)!
    const n = Math.max(1, Math.round(move.base![0]))
    return Array.from({ length: n * n }, (_, i) => this.names.get(`${x + (i % n)},${y + Math.floor(i / n)}`) ?? '')
  }
  override get glance(): string | undefined {
    return this.ghosts.length ? this.order : undefined
  }
  /** The reason why what is set up cannot be, as the table says. */
  get trouble(): string {
    return this.foreseen && this.foreseen.order === this.order ? (this.foreseen.preview.refusal ?? '') : ''
  }
  override get barred(): 'no' | 'vain' | '' {
    return this.trouble ? 'no' : ''
  }
  override noUse(place: string): string {
    const move = this.move(this.at)
    if (!move?.base || !this.spots.has(place)) return this.takers(place)
    const n = Math.max(1, Math.round(move.base[0]))
    return n > 1 ? `${move.label} fills ${n * n} squares of your start, and ${this.spot(place)} would be the upper left of them: they are not all free.` : `${move.label} starts on a free square of your start.`
  }
  /** The choices of the open slot that go to places, in a sentence. */
  private takers(place: string): string {
    const goes = (move: Move) => !!move.base || !!move.parameters?.some((blank) => blank.choices?.some(([word]) => this.placed.has(word)))
    const found = this.slots[this.at]?.choices.filter(goes) ?? []
    if (!found.length) return super.noUse(place)
    const move = this.move(this.at)
    if (move && goes(move)) return `${move.label} cannot go to ${this.spot(place)}.`
    if (found.length > 3) return 'Choose in the list what goes there, then point at where.'
    const names = found.map((one) => one.label)
    return `Only ${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)} go` : `${names[0]} goes`} to a place: choose that first, then point at where.`
  }
  /** True if the open slot may put what it has on a place, beside all others. */
  private roomAt(place: string): boolean {
    const move = this.move(this.at)
    const taken = new Set(this.ghosts.filter((one) => one.slot !== this.at).flatMap((one) => one.squares))
    return !move?.base || !this.under(move, place).some((square) => taken.has(square))
  }

  // ---- the order

  override get order(): string {
    if (this.chosen) return this.chosen
    if (!this.slots.every((_, i) => this.whole(i))) return ''
    return [this.verb, ...this.filled.map((one) => `(${[one!.word, ...one!.parameters].join(' ')})`)].join(' ')
  }
  override get says(): string {
    if (this.chosen) return super.says
    const open = this.slots.findIndex((_, i) => !this.whole(i))
    if (open < 0) return `${this.question.sealed ? 'Seal' : this.verb.charAt(0).toUpperCase() + this.verb.slice(1)}: ${this.brief}`
    const blank = this.blanks(open).find((one, k) => !this.fits(one, this.filled[open]!.parameters[k] ?? ''))
    return `${this.slots[open]!.title}: ${blank ? `${this.move(open)!.label}, ${blank.title.toLowerCase()}?` : 'what?'}`
  }
  /** What fills the slots; where that is long, the actions alone: the rest stands in the slots themselves. */
  private get brief(): string {
    const whole = this.worth.map((i) => this.told(i)).join(', ')
    return whole.length <= LONG ? whole : this.worth.map((i) => this.move(i)?.label ?? '').join(', ')
  }
  /** The slots that are worth naming: where things are set up, those that set something up, if there are any. */
  private get worth(): number[] {
    const ghosts = this.ghosts.map((one) => one.slot)
    return ghosts.length ? ghosts : this.slots.map((_, i) => i)
  }
  override get listed() {
    return this.question.options.filter((option) => option.order.split(' ')[0] !== this.verb)
  }
  override choose(order: string): void {
    super.choose(order)
    if (order.split(' ')[0] !== this.verb) return
    this.filled = this.slots.map((slot, i) => {
      const words = wordsOf(groupsOf(order)[i] ?? '')
      const move = slot.choices.find((one) => one.word === words.slice(0, one.word.split(' ').length).join(' '))
      return move ? { word: move.word, parameters: words.slice(move.word.split(' ').length) } : null
    })
    this.chosen = ''
    this.own.clear()
    this.at = Math.max(0, this.slots.findIndex((_, i) => !this.whole(i)))
  }
  override clear(): void {
    super.clear()
    this.filled = this.slots.map(() => null)
    this.own.clear()
    this.at = 0
    this.chosen = ''
  }
  override digit(n: number): string {
    const move = this.slots[this.at]?.choices[n - 1]
    if (n === 0) this.clear()
    else if (move) this.put(move.word)
    return ''
  }
  /** Empties the open slot, or where that is empty the one before it. */
  override back(): boolean {
    const i = this.filled[this.at] ? this.at : this.at - 1
    if (!this.filled[i]) return false
    this.take(i)
    return true
  }

  // ---- the board: what a blank names may be pointed at, if its words are ids of places or pieces

  /** The blank of the open slot that is filled by pointing: the first that is empty, else the last. */
  private get pointed(): number {
    const able = this.blanks(this.at).flatMap((blank, k) => (blank.choices?.some(([word]) => this.known(word)) ? [k] : []))
    return able.find((k) => !this.filled[this.at]!.parameters[k]) ?? able.at(-1) ?? -1
  }
  private known(word: string): boolean {
    return !!this.piece(word) || !!this.scene.board.places?.some((place) => place.id === word)
  }
  private get pointable(): string[] {
    return this.blanks(this.at)[this.pointed]?.choices?.map(([word]) => word) ?? []
  }
  /** A square on which another slot has put something opens that slot. */
  private point(id: string): boolean {
    const ghost = this.ghosts.find((one) => one.slot !== this.at && one.squares.includes(id))
    if (ghost) this.open(ghost.slot)
    if (ghost) return true
    if (!this.pointable.includes(id)) return false
    this.write(this.at, this.pointed, id)
    if (this.whole(this.at)) this.openNext()
    return true
  }
  override get busy(): boolean {
    return this.targets.size > 0
  }
  override get ticking(): boolean {
    return true
  }
  override letter(key: string): boolean {
    if (this.busy) return this.goBy(key)
    const move = this.slots[this.at]?.choices.find((_, n) => n > 8 && rowKey(n) === key)
    if (move) this.put(move.word)
    return !!move
  }
  override release(): boolean {
    return false
  }
  override acts(id: string): boolean {
    return this.pointable.includes(id)
  }
  protected override takes(piece: Piece): boolean {
    return this.badges.has(piece.id) || super.takes(piece)
  }
  override get targets(): Set<string> {
    return new Set(this.pointable.filter((word) => !this.piece(word) && this.known(word) && this.roomAt(word)))
  }
  override aims(place: string): boolean {
    return this.badges.has(place)
  }
  /** The things named in the slots, with the number of the slot. */
  override get badges(): Map<string, Badge> {
    const found = new Map<string, number[]>()
    this.filled.forEach((one, i) => one?.parameters.forEach((word) => this.known(word) && found.set(word, [...(found.get(word) ?? []), i + 1])))
    return new Map([...found].map(([id, slots]) => [id, { text: slots.join(' '), words: slots.map((n) => `${this.slots[n - 1]!.title}: ${this.move(n - 1)!.label}`).join(', ') }]))
  }
  override pick(piece: Piece): boolean {
    return [piece, ...(piece.inside ?? [])].some((one) => this.point(one.id))
  }
  override go(place: string): boolean {
    return this.point(place) || this.pickAt(place)
  }
  override hint(place: string): string {
    const name = this.blanks(this.at)[this.pointed]?.choices?.find(([word]) => word === place)?.[1]
    return name ? `${this.slots[this.at]!.title}: ${this.move(this.at)!.label} ${name}` : this.hintFree(place)
  }
}
