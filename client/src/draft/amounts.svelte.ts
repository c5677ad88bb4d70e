/** Amounts laid on several things, at a price each, against a budget. */
import { rowKey } from '../table/keyboard'
import type { Item, OptionView, Piece, Question, Scene } from '../wire'
import { spoken, type Badge } from './draft.svelte'
import { ItemsDraft } from './items.svelte'
import { groupsOf, wordsOf } from './words'

/** So many at most, where nothing else bounds an amount. */
const MOST = 999

export class AmountsDraft extends ItemsDraft {
  readonly form = 'amounts'
  private laid = $state<Record<string, number>>({})
  /** The item that was changed last. */
  private last = ''

  constructor(question: Question, scene: Scene) {
    super(question, scene)
    this.choose(question.default)
    this.laid = Object.fromEntries(Object.entries(this.laid).filter(([word]) => !this.item(word)?.vain))
  }

  private get verb(): string {
    return this.question.form?.verb ?? ''
  }
  /** True if an order lays amounts; else it is another answer. */
  private lays(order: string): boolean {
    return order === this.verb || order.startsWith(`${this.verb} `)
  }

  /** The table tells what the amounts may come to. */
  override get glance(): string | undefined {
    return this.lays(this.order) ? this.order : ''
  }

  // ---- amounts and their sum

  amount(item: Item): number {
    return this.laid[item.word] ?? this.least(item)
  }
  least(item: Item): number {
    return item.least ?? 0
  }
  most(item: Item): number {
    return item.most || MOST
  }
  price(item: Item): number {
    return item.price ?? 1
  }
  get measure(): string {
    return this.question.form?.measure ?? ''
  }
  /** The budget; 0 where nothing bounds it. */
  get budget(): number {
    return this.question.form?.budget ?? 0
  }
  get spent(): number {
    return this.items.reduce((sum, item) => sum + this.amount(item) * this.price(item), 0)
  }
  get left(): number {
    return this.budget - this.spent
  }
  /** The fault of the sum in words: too much, or not enough. */
  get wrong(): string {
    const short = (this.question.form?.least ?? 0) - this.spent
    const of = this.measure && ` ${this.measure}`
    if (this.budget && this.left < 0) return `${-this.left}${of} too many`
    return short > 0 ? `${short}${of} still to go` : ''
  }
  /** The number of an item that may still be added. */
  room(item: Item): number {
    const most = this.most(item) - this.amount(item)
    return this.budget && this.price(item) > 0 ? Math.min(most, Math.floor(this.left / this.price(item))) : most
  }

  set(item: Item, amount: number): void {
    const whole = Math.max(this.least(item), Math.min(this.most(item), Math.round(amount) || 0))
    this.laid = { ...this.laid, [item.word]: whole }
    this.last = item.word
    this.looked = ''
    this.chosen = ''
  }
  add(item: Item, by: number): void {
    if (by < 0 || this.room(item) > 0) this.set(item, this.amount(item) + by)
  }
  /** One more; where there is no room for it, none but what must be. */
  private more(item: Item): void {
    if (this.room(item) > 0) this.add(item, 1)
    else this.set(item, this.least(item))
  }

  // ---- the order

  get words(): string[] {
    return this.items.filter((item) => this.amount(item) !== 0).map((item) => item.word)
  }
  override get order(): string {
    if (this.chosen) return this.chosen
    return this.wrong ? '' : [this.verb, ...this.words.map((word) => `(${word} ${this.amount(this.item(word)!)})`)].join(' ')
  }
  override get says(): string {
    if (this.chosen || (!this.words.length && this.option)) return super.says
    const first = this.verb.charAt(0).toUpperCase() + this.verb.slice(1).split(' ')[0]!
    if (this.wrong) return `${first}: ${this.wrong}`
    if (this.budget) return `${first}: ${this.spent} of ${this.budget}${this.measure && ` ${this.measure}`}`
    return this.words.length ? `${first}: ${this.words.map((word) => `${this.amount(this.item(word)!)} ${this.item(word)!.label}`).join(', ')}` : `${first} nothing`
  }
  override get listed(): OptionView[] {
    return this.question.options.filter((option) => !this.lays(option.order))
  }
  override get none(): OptionView | undefined {
    return this.question.options.find((option) => option.order === this.verb)
  }
  override choose(order: string): void {
    super.choose(order)
    if (!this.lays(order)) return
    const found = groupsOf(order).map(wordsOf).map((words): [string, number] => [words.slice(0, -1).join(' '), Number(words.at(-1))])
    this.laid = Object.fromEntries(found.filter(([word]) => this.item(word)))
    this.chosen = ''
  }
  override clear(): void {
    super.clear()
    this.laid = {}
    this.chosen = ''
  }
  override digit(n: number): string {
    const item = this.items[n - 1]
    if (n === 0) this.clear()
    else if (item) this.more(item)
    return ''
  }
  override letter(key: string): boolean {
    const item = this.items.find((_, n) => n > 8 && rowKey(n) === key)
    if (item) this.more(item)
    return !!item
  }
  override back(): boolean {
    const item = this.item(this.last)
    if (!item || this.amount(item) <= this.least(item)) return false
    this.add(item, -1)
    return true
  }

  // ---- the board

  /** An item in words: how much of it there is, and at what price. */
  about(item: Item): string {
    const bound = item.most ? ` of ${item.most}` : ''
    const price = this.price(item) === 1 && !this.measure ? '' : `each costs ${this.price(item)}`
    return [`${spoken(item)}: ${this.amount(item)}${bound}`, price].filter(Boolean).join(', ')
  }
  /** The items at a place: items of it, or of pieces there. */
  private itemsAt(place: string): Item[] {
    const ids = this.standing(place).flatMap((piece) => [piece, ...(piece.inside ?? [])]).map((piece) => piece.id)
    return this.items.filter((item) => (item.piece ? ids.includes(item.piece) : item.place === place))
  }
  override get ticking(): boolean {
    return true
  }
  override get badges(): Map<string, Badge> {
    return new Map(this.items.filter((item) => this.amount(item) > 0 && (item.piece || item.place)).map((item) => [item.piece || item.place!, { text: String(this.amount(item)), words: `${this.amount(item)} laid` }]))
  }
  protected override takes(piece: Piece): boolean {
    return this.itemsOf(piece.id).some((item) => this.amount(item) > 0) || super.takes(piece)
  }
  override rings(piece: Piece): boolean {
    return this.itemsOf(piece.id).some((item) => this.room(item) > 0)
  }
  override get targets(): Set<string> {
    return new Set(this.items.filter((item) => !item.piece && item.place).map((item) => item.place!))
  }
  override aims(place: string): boolean {
    return this.items.some((item) => item.place === place && this.amount(item) > 0)
  }
  override pick(piece: Piece): boolean {
    const own = [piece, ...(piece.inside ?? [])].flatMap((one) => this.itemsOf(one.id))
    const item = own.find((one) => this.room(one) > 0) ?? own.find((one) => this.amount(one) > this.least(one))
    if (item) this.more(item)
    return !!item
  }
  override go(place: string): boolean {
    const items = this.itemsAt(place)
    const item = items.find((one) => this.room(one) > 0) ?? items[0]
    if (item) this.more(item)
    return !!item
  }
  override hint(place: string): string {
    return this.itemsAt(place).map((item) => `${this.about(item)}. ${this.room(item) > 0 ? 'Point to lay one more' : 'Point to take all back'}`).join('. ')
  }
}
