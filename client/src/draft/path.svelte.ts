/** A way over the board: pieces of one place are picked, then where they go. */
import { neighbours, way } from '../board/hexes/hexes'
import { rowKey } from '../table/keyboard'
import { tallied } from '../scene'
import type { Item, OptionView, Piece, Question, Scene } from '../wire'
import { TAKE } from './draft.svelte'
import { ItemsDraft } from './items.svelte'

export class PathDraft extends ItemsDraft {
  readonly form = 'path'
  picked = $state<string[]>([])
  private steps = $state<string[]>([])
  /** True if every move is wanted as a list. */
  all = $state(false)
  private readonly near: Map<string, string[]>

  constructor(question: Question, scene: Scene) {
    super(question, scene)
    this.near = scene.board.kind === 'hexes' ? neighbours(scene.board.places ?? []) : new Map()
  }

  override get path(): string[] {
    return this.steps
  }
  get words(): string[] {
    return this.items.map((item) => item.word).filter((word) => this.picked.includes(word))
  }
  private get verb(): string {
    return this.question.form?.verb ?? ''
  }
  override get order(): string {
    if (!this.picked.length) return this.chosen
    return this.steps.length ? `${this.verb} (${this.words.join(' ')}) (${this.steps.join(' ')})` : ''
  }
  /** The option that the order is, or one that takes the same pieces to the same place. */
  override get option(): OptionView | undefined {
    const found = super.option
    if (found || !this.steps.length) return found
    const to = this.steps.at(-1)
    const pieces = this.words.map((word) => this.item(word)?.piece ?? '')
    return this.question.options.find((one) => one.places?.at(-1) === to && one.pieces?.length === pieces.length && pieces.every((piece) => one.pieces?.includes(piece)))
  }
  override get says(): string {
    if (!this.picked.length) return this.option?.label ?? 'Choose'
    const names = tallied(this.words.map((word) => this.item(word)?.label ?? word))
    const to = this.steps.at(-1)
    const by = this.steps.slice(0, -1)
    const verb = this.verb.charAt(0).toUpperCase() + this.verb.slice(1)
    return to ? `${verb} ${names} to ${this.spot(to)}${by.length ? ` by ${by.map((place) => this.spot(place)).join(', ')}` : ''}` : `${names}: where to?`
  }

  // ---- the list

  /** The items that may be picked, by place; as soon as one is picked, only those of its place. */
  get groups(): [string, Item[]][] {
    const found = new Map<string, Item[]>()
    for (const item of this.items) {
      const place = item.place ?? ''
      if (!this.origin || place === this.origin) found.set(place, [...(found.get(place) ?? []), item])
    }
    return [...found]
  }
  override get listed(): OptionView[] {
    const rest = this.question.options.filter((option) => !option.pieces?.length)
    const moves = this.question.options.filter((option) => option.pieces?.length)
    if (this.all) return [...moves, ...rest]
    return this.origin ? moves.filter((option) => option.group === this.origin || option.pieces?.some((id) => this.words.some((word) => this.item(word)?.piece === id))) : rest
  }
  /** Picks these, and nothing else. */
  take(words: string[]): void {
    this.picked = words
    this.steps = []
  }
  private takeGroup(n: number): boolean {
    const group = this.groups[n]
    if (group) this.take(group[1].map((item) => item.word))
    return !!group
  }
  /** Of a group all are picked, or all let go. */
  takeAll(items: Item[]): void {
    this.take(items.every((item) => this.picked.includes(item.word)) ? [] : items.map((item) => item.word))
  }
  override digit(n: number): string {
    if (n === 0) this.clear()
    else if (!this.origin) this.takeGroup(n - 1)
    else {
      const item = this.groups.flatMap(([, items]) => items)[n - 1]
      if (item) this.toggle(item.word)
    }
    return ''
  }
  override letter(key: string): boolean {
    return this.picked.length ? this.goBy(key) : this.takeGroup(this.groups.findIndex((_, n) => n > 8 && rowKey(n) === key))
  }

  toggle(word: string): void {
    const item = this.item(word)
    if (!item) return
    this.looked = ''
    if (this.picked.includes(word)) this.picked = this.picked.filter((one) => one !== word && !this.item(one)?.needs?.includes(word))
    else {
      const kept = this.picked.filter((one) => this.item(one)?.place === item.place)
      this.picked = [...kept, ...(item.needs ?? []).filter((need) => !kept.includes(need)), word]
    }
    if (!this.steps.every((step) => this.targets.has(step))) this.steps = []
  }
  override choose(order: string): void {
    const option = this.question.options.find((one) => one.order === order)
    this.take(this.items.filter((item) => item.piece && option?.pieces?.includes(item.piece)).map((item) => item.word))
    if (this.picked.length) this.go(option?.places?.at(-1) ?? '', option?.places)
    else super.choose(order)
  }
  override clear(): void {
    super.clear()
    this.take([])
  }
  override get busy(): boolean {
    return this.picked.length > 0
  }
  override release(): boolean {
    const busy = this.busy
    if (busy) this.clear()
    return busy
  }

  // ---- the board

  private wordOf(piece: string): string {
    return this.itemsOf(piece)[0]?.word ?? ''
  }
  protected override takes(piece: Piece): boolean {
    const word = this.wordOf(piece.id)
    return word ? this.picked.includes(word) : super.takes(piece)
  }
  override get draws(): boolean {
    return true
  }
  override get origin(): string {
    return this.item(this.picked[0] ?? '')?.place ?? ''
  }
  /** The places that all picked items can reach. */
  override get targets(): Set<string> {
    const ways = new Map(this.question.form?.paths ?? [])
    const [first, ...others] = this.words.map((word) => new Set(ways.get(word) ?? this.question.form?.places ?? []))
    return first ? new Set([...first].filter((place) => others.every((other) => other.has(place)))) : new Set()
  }
  override leads(place: string): boolean {
    return this.steps.length > 0 && this.steps.at(-1) === place
  }
  /** A piece is picked or let go; what holds several, with all that may act in it. */
  override pick(piece: Piece): boolean {
    const words = [piece, ...(piece.inside ?? [])].map((one) => this.wordOf(one.id)).filter(Boolean)
    if (!words.length) return super.pick(piece)
    if (words.length > 1) this.take(words.every((word) => this.picked.includes(word)) ? [] : words)
    else this.toggle(words[0]!)
    return true
  }
  override go(place: string, exact?: string[]): boolean {
    const targets = this.targets
    if (!this.picked.length || !targets.has(place) || place === this.origin) return this.pickAt(place)
    const shun = new Set([...this.there].filter(([, pieces]) => pieces.some((piece) => piece.side !== this.question.side)).map(([id]) => id))
    this.steps = exact ?? way(this.near, this.origin, place, new Set([...targets, this.origin]), shun) ?? [place]
    return true
  }
  override get inHand(): string[] {
    return this.words.map((word) => this.item(word)?.piece ?? '').filter(Boolean)
  }
  override noUse(place: string): string {
    return this.picked.length ? super.noUse(place) : TAKE
  }
  override attempt(place: string): string {
    return this.picked.length && place !== this.origin ? `${this.verb} (${this.words.join(' ')}) (${place})` : ''
  }
  override instead(option: OptionView): void {
    this.denied = null
    this.take(this.items.filter((item) => item.piece && option.pieces?.includes(item.piece)).map((item) => item.word))
    if (this.picked.length) this.steps = option.places ?? []
    else super.choose(option.order)
  }
  override hint(place: string): string {
    if (!this.picked.length) return this.hintFree(place)
    if (!this.targets.has(place)) return place === this.origin ? 'Let go' : ''
    const pieces = this.words.map((word) => this.item(word)?.piece ?? '')
    const known = this.question.options.find((option) => option.places?.at(-1) === place && option.pieces?.some((id) => pieces.includes(id)))
    const enemy = this.there.get(place)?.filter((piece) => piece.side !== this.question.side) ?? []
    const what = known?.consequence ?? (enemy.length ? `Meets ${enemy.map((piece) => piece.name).join(', ')}` : '')
    return `To ${this.spot(place)}${what ? `: ${what}` : ''}`
  }
}
