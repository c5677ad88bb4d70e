/** An order in the making: what is picked of the question's options or form, by panel, board, tray or keys alike. */
import { neighbours, way } from '../board/hexes'
import { FREE } from '../table/keyboard'
import { byId, byPlace, tallied, type Item, type Option, type Piece, type Question, type Scene } from '../scene'

export class Draft {
  readonly key: string
  readonly kind: string
  picked = $state<string[]>([])
  path = $state<string[]>([])
  chosen = $state('')
  looked = $state('')
  value = $state('')
  private readonly near: Map<string, string[]>
  private readonly pieces: Map<string, Piece>
  private readonly there: Map<string, Piece[]>

  constructor(readonly question: Question, readonly scene: Scene) {
    this.key = JSON.stringify(question)
    this.kind = question.form?.kind ?? 'options'
    this.near = scene.board.kind === 'hexes' ? neighbours(scene.board.places ?? []) : new Map()
    this.pieces = byId(scene)
    this.there = byPlace(scene)
    this.chosen = question.default
    if (this.kind === 'subset') this.picked = this.items.filter((item) => ` ${question.default} `.includes(` ${item.word} `)).map((item) => item.word)
  }

  get items(): Item[] {
    return this.question.form?.items ?? []
  }
  item(word: string): Item | undefined {
    return this.items.find((item) => item.word === word)
  }
  get words(): string[] {
    return this.items.map((item) => item.word).filter((word) => this.picked.includes(word))
  }
  /** Where the picked pieces stand. */
  get origin(): string {
    return this.item(this.picked[0] ?? '')?.place ?? ''
  }
  /** Where all of the picked may go. */
  get reach(): Set<string> {
    const ways = new Map(this.question.form?.paths ?? [])
    const all = this.words.map((word) => new Set(ways.get(word) ?? this.question.form?.places ?? []))
    const [first, ...others] = all
    return first ? new Set([...first].filter((place) => others.every((other) => other.has(place)))) : new Set()
  }

  /** The order as it stands, and why it is not whole yet. */
  get order(): string {
    const verb = this.question.form?.verb ?? ''
    if (this.kind === 'subset') return [verb, ...this.words].join(' ')
    if (this.kind === 'path' && this.picked.length) return this.path.length ? `${verb} (${this.words.join(' ')}) (${this.path.join(' ')})` : ''
    if ((this.kind === 'number' || this.kind === 'text') && this.value) return `${verb} ${this.value}`
    return this.chosen
  }
  get option(): Option | undefined {
    const order = this.order
    const found = this.question.options.find((option) => option.order === order)
    if (found || this.kind !== 'path' || !this.path.length) return found
    const to = this.path.at(-1)
    const pieces = this.words.map((word) => this.item(word)?.piece ?? '')
    return this.question.options.find((o) => o.places?.at(-1) === to && o.pieces?.length === pieces.length && pieces.every((p) => o.pieces?.includes(p)))
  }
  /** What is shown: the option under hand or focus, else the one that the dark button would take. */
  get shown(): Option | undefined {
    return this.question.options.find((option) => option.order === this.looked) ?? this.option
  }
  /** The words of the dark button. */
  get says(): string {
    const form = this.question.form
    const names = tallied(this.words.map((word) => this.item(word)?.label ?? word))
    const verb = form ? form.verb.charAt(0).toUpperCase() + form.verb.slice(1) : ''
    if (this.kind === 'path' && this.picked.length) {
      const to = this.path.at(-1)
      const by = this.path.slice(0, -1)
      return to ? `${verb} ${names} to ${to}${by.length ? ` by ${by.join(', ')}` : ''}` : `${names}: where to?`
    }
    if (this.kind === 'subset') return this.picked.length ? `${verb}: ${names}` : (this.option?.label ?? 'Nobody')
    if (this.kind === 'number' || this.kind === 'text') return `${verb} ${this.value}`.trim()
    return this.option?.label ?? 'Choose'
  }

  toggle(word: string): void {
    const item = this.item(word)
    if (!item) return
    this.looked = ''
    if (this.picked.includes(word)) {
      this.picked = this.picked.filter((one) => one !== word && !this.item(one)?.needs?.includes(word))
    } else {
      const kept = this.kind === 'path' ? this.picked.filter((one) => this.item(one)?.place === item.place) : this.picked.filter((one) => !item.slot || this.item(one)?.slot !== item.slot)
      this.picked = [...kept, ...(item.needs ?? []).filter((need) => !kept.includes(need)), word]
    }
    if (this.kind === 'path' && !this.path.every((step) => this.reach.has(step))) this.path = []
  }
  clear(): void {
    this.picked = []
    this.path = []
    this.looked = ''
    this.chosen = this.question.default
  }
  choose(order: string): void {
    this.looked = ''
    this.picked = this.kind === 'subset' ? this.items.filter((item) => ` ${order} `.includes(` ${item.word} `)).map((item) => item.word) : []
    this.path = []
    this.chosen = order
  }
  private wordOf(piece: string): string {
    return this.items.find((item) => item.piece === piece)?.word ?? ''
  }
  /** Whether something may be done with a piece, or with one that it holds. */
  may(piece: Piece): boolean {
    return this.mine(piece.id) || !!piece.inside?.some((unit) => this.mine(unit.id))
  }
  private mine(id: string): boolean {
    return !!this.wordOf(id) || this.question.options.some((option) => option.pieces?.includes(id))
  }
  holds(piece: Piece): boolean {
    const word = this.wordOf(piece.id)
    if (word) return this.picked.includes(word)
    if (piece.inside?.some((unit) => this.holds(unit))) return true
    return this.kind === 'options' && !!this.option?.pieces?.includes(piece.id)
  }
  /** Where an order may lead now. */
  get targets(): Set<string> {
    if (this.kind === 'path') return this.reach
    return new Set(this.question.options.flatMap((option) => option.places ?? []))
  }

  /** The letter of every place that the picked may go to, in the order in which one reads the board. */
  get goals(): Map<string, string> {
    if (this.kind !== 'path' || !this.picked.length) return new Map()
    const reach = this.reach
    const row = (place: { at: [number, number] }) => place.at[1] * 1000 + place.at[0]
    const places = (this.scene.board.places ?? []).filter((place) => reach.has(place.id) && place.id !== this.origin)
    return new Map(places.toSorted((a, b) => row(a) - row(b)).slice(0, FREE.length).map((place, i) => [place.id, FREE[i]!]))
  }

  /** A piece was pointed at: a unit is picked or let go, a stack with all that may act in it. */
  pick(piece: Piece): boolean {
    const words = [piece, ...(piece.inside ?? [])].map((one) => this.wordOf(one.id)).filter(Boolean)
    if (words.length) {
      const all = words.every((word) => this.picked.includes(word))
      if (this.kind === 'path' && words.length > 1) {
        this.picked = all ? [] : words
        this.path = []
      } else words.forEach((word) => this.toggle(word))
      return true
    }
    const ids = new Set([piece.id, ...(piece.inside ?? []).map((unit) => unit.id)])
    const found = this.question.options.filter((option) => option.pieces?.some((id) => ids.has(id)))
    if (!found.length) return false
    const now = found.findIndex((option) => option.order === this.chosen)
    this.choose(found[(now + 1) % found.length]!.order)
    return true
  }

  /** A place was pointed at. `exact`: the way there, if it was drawn by hand. */
  go(place: string, exact?: string[]): boolean {
    if (this.kind === 'path') {
      if (this.picked.length && this.reach.has(place) && place !== this.origin) {
        const shun = new Set([...this.there].filter(([, pieces]) => pieces.some((piece) => piece.side !== this.question.side)).map(([id]) => id))
        this.path = exact ?? way(this.near, this.origin, place, new Set([...this.reach, this.origin]), shun) ?? [place]
        return true
      }
      const stack = this.there.get(place)?.find((piece) => this.may(piece))
      return stack ? this.pick(stack) : false
    }
    const found = this.question.options.filter((option) => option.places?.includes(place))
    const pieces = this.option?.pieces
    const same = found.filter((option) => pieces && option.pieces?.some((id) => pieces.includes(id)))
    const list = same.length ? same : found
    if (list.length) {
      const now = list.findIndex((option) => option.order === this.chosen)
      this.choose(list[(now + 1) % list.length]!.order)
      return true
    }
    const stack = this.there.get(place)?.find((piece) => this.may(piece))
    return stack ? this.pick(stack) : false
  }

  /** What pointing at a place would mean, in words. */
  hint(place: string): string {
    if (this.kind === 'path' && this.picked.length) {
      if (!this.reach.has(place)) return place === this.origin ? 'Let go' : ''
      const pieces = this.words.map((word) => this.item(word)?.piece ?? '')
      const known = this.question.options.find((o) => o.places?.at(-1) === place && o.pieces?.some((id) => pieces.includes(id)))
      const enemy = this.there.get(place)?.filter((piece) => piece.side !== this.question.side) ?? []
      const what = known?.consequence ?? (enemy.length ? `Meets ${enemy.map((piece) => piece.name).join(', ')}` : '')
      return `To ${place}${what ? `: ${what}` : ''}`
    }
    const found = this.question.options.find((option) => option.places?.includes(place))
    if (found && this.kind !== 'path') return [found.label, found.consequence, found.odds?.text].filter(Boolean).join('. ')
    const stack = this.there.get(place)?.find((piece) => this.may(piece))
    return stack ? 'May act: pick it up' : ''
  }
  piece(id: string): Piece | undefined {
    return this.pieces.get(id)
  }
}
