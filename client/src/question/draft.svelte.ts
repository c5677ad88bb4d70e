/** An order in the making: what is picked of the question's options or form, by panel, board, tray or keys alike. */
import { neighbours, way } from '../board/hexes'
import { FREE } from '../table/keyboard'
import { byId, byPlace, tallied } from '../scene'
import type { Item, Odds, OptionView, Piece, Plan, Preview, Question, Scene, Step } from '../wire'

const sentences = (parts: (string | undefined)[]): string => parts.filter((part) => !!part).map((part) => part!.charAt(0).toUpperCase() + part!.slice(1)).join('. ')
/** The piece that an option moves, where it leads somewhere. */
const mover = (option: OptionView): string => (option.places?.length ? (option.pieces?.[0] ?? '') : '')

/** How a question without a form is answered: where several pieces may go to places, one is picked first, then its goal. */
function kindOf(question: Question): string {
  return new Set(question.options.map(mover).filter(Boolean)).size > 1 ? 'moves' : 'options'
}

/**
 * Kinds: those of forms (subset, path, plan, number, text); `options`, a list; and `moves`, a list of what several pieces may do.
 * In a subset and in moves one piece may be in hand (`held`), and then the board shows where it may go.
 */
export class Draft {
  readonly key: string
  readonly kind: string
  picked = $state<string[]>([])
  path = $state<string[]>([])
  chosen = $state('')
  looked = $state('')
  value = $state<string | number | null>('')
  held = $state('')
  /** Of a plan: what the piece in hand is to do, its steps in words, and what the table says of them. */
  plan = $state.raw<Plan | null>(null)
  steps = $state.raw<string[]>([])
  /** Of a plan for all: the step that is looked at. */
  at = $state(-1)
  foreseen = $state.raw<{ order: string; preview: Preview } | null>(null)
  private readonly near: Map<string, string[]>
  private readonly pieces: Map<string, Piece>
  private readonly there: Map<string, Piece[]>
  /** Of a form of plans: each with the steps, help and rule that it shares with others. */
  readonly plans: Plan[]
  /** What each piece may do, of a list of moves. */
  readonly movers = new Map<string, OptionView[]>()

  constructor(readonly question: Question, readonly scene: Scene) {
    this.key = JSON.stringify(question)
    this.kind = question.form?.kind ?? kindOf(question)
    this.near = scene.board.kind === 'hexes' ? neighbours(scene.board.places ?? []) : new Map()
    this.pieces = byId(scene)
    this.there = byPlace(scene)
    this.chosen = question.default
    this.plans = (question.form?.plans ?? []).map((plan) => ({ ...question.form!.ways?.[plan.way ?? -1], ...plan }))
    if (this.kind === 'moves' || this.kind === 'plan') {
      for (const option of question.options) {
        const who = option.pieces?.[0]
        if (who) this.movers.set(who, [...(this.movers.get(who) ?? []), option])
      }
    }
    // A plan of no piece is for all, and is taken up at once.
    const whole = this.plans.find((plan) => !plan.piece)
    if (this.kind === 'plan' && whole) this.takeUp(whole)
    if (this.kind === 'subset') this.picked = this.pickedIn(question.default)
  }

  get items(): Item[] {
    return this.question.form?.items ?? []
  }
  /** The items that an order of a subset names: what belongs to its verb ("lose 3") is none of them. */
  private pickedIn(order: string): string[] {
    const verb = this.question.form?.verb ?? ''
    const rest = ` ${order.startsWith(`${verb} `) ? order.slice(verb.length) : order} `
    return this.items.filter((item) => rest.includes(` ${item.word} `)).map((item) => item.word)
  }
  item(word: string): Item | undefined {
    return this.items.find((item) => item.word === word)
  }
  get words(): string[] {
    return this.items.map((item) => item.word).filter((word) => this.picked.includes(word))
  }
  /** What may be said of a piece in a form. */
  itemsOf(piece: string): Item[] {
    return this.items.filter((item) => item.piece === piece)
  }
  /** Where a piece stands: with a form of posts, where it is to be put. */
  placeOf(piece: Piece): string {
    if (!this.question.form?.posts) return piece.place
    return this.words.map((word) => this.item(word)).find((item) => item?.piece === piece.id && item.place)?.place ?? piece.place
  }
  /** The pieces at a place, as the board shows them. */
  private standing(place: string): Piece[] {
    return this.question.form?.posts ? (this.scene.pieces ?? []).filter((piece) => this.placeOf(piece) === place) : (this.there.get(place) ?? [])
  }
  /** Where the picked pieces stand. */
  get origin(): string {
    const held = this.held && this.piece(this.held)
    if (held) return this.placeOf(held)
    return this.item(this.picked[0] ?? '')?.place ?? ''
  }
  /** Where all of the picked may go. */
  get reach(): Set<string> {
    const ways = new Map(this.question.form?.paths ?? [])
    const all = this.words.map((word) => new Set(ways.get(word) ?? this.question.form?.places ?? []))
    const [first, ...others] = all
    return first ? new Set([...first].filter((place) => others.every((other) => other.has(place)))) : new Set()
  }

  /** What was typed, if anything: a field for numbers gives a number, which may be 0, or null when it was emptied. */
  private get typed(): string {
    return String(this.value ?? '').trim()
  }
  /** The order as it stands, and why it is not whole yet. */
  get order(): string {
    const verb = this.question.form?.verb ?? ''
    if (this.kind === 'subset') return [verb, ...this.words].join(' ')
    if (this.kind === 'path' && this.picked.length) return this.path.length ? `${verb} (${this.words.join(' ')}) (${this.path.join(' ')})` : ''
    if ((this.kind === 'number' || this.kind === 'text') && this.typed) return `${verb} ${this.typed}`
    if (this.plan) return this.steps.length || this.plan.bare ? [this.plan.verb, this.plan.word, ...this.steps].filter(Boolean).join(' ') : ''
    if ((this.kind === 'moves' || this.kind === 'plan') && this.held && !this.movers.get(this.held)?.some((option) => option.order === this.chosen)) return ''
    return this.chosen
  }
  get option(): OptionView | undefined {
    const order = this.order
    const found = this.question.options.find((option) => option.order === order)
    if (found || this.kind !== 'path' || !this.path.length) return found
    const to = this.path.at(-1)
    const pieces = this.words.map((word) => this.item(word)?.piece ?? '')
    return this.question.options.find((o) => o.places?.at(-1) === to && o.pieces?.length === pieces.length && pieces.every((p) => o.pieces?.includes(p)))
  }
  /** What is shown: the option under hand or focus, else the one that the dark button would take. */
  get shown(): OptionView | undefined {
    return this.question.options.find((option) => option.order === this.looked) ?? this.option
  }
  /** The odds to show, and of what: under hand or focus, else of the piece in hand, of what is chosen, or of the first that has any. */
  get ahead(): { label: string; odds: Odds } | undefined {
    const found = [
      this.item(this.looked), this.question.options.find((option) => option.order === this.looked), ...(this.held ? this.itemsOf(this.held) : []), this.option,
      ...this.words.map((word) => this.item(word)),
    ].find((one) => one?.odds)
    return found?.odds ? { label: found.label, odds: found.odds } : undefined
  }
  /** The words of the dark button. */
  get says(): string {
    const form = this.question.form
    const names = tallied(this.words.map((word) => this.item(word)?.label ?? word))
    const verb = form ? form.verb.charAt(0).toUpperCase() + form.verb.slice(1) : ''
    const first = verb.split(' ')[0]!
    if (this.kind === 'path' && this.picked.length) {
      const to = this.path.at(-1)
      const by = this.path.slice(0, -1)
      return to ? `${verb} ${names} to ${to}${by.length ? ` by ${by.join(', ')}` : ''}` : `${names}: where to?`
    }
    if (this.plan && !this.plan.piece) return this.plan.label
    if (this.plan) return this.order ? `${this.plan.label}: ${this.piece(this.held)?.name ?? ''}` : `${this.piece(this.held)?.name ?? ''}: ${this.plan.label.toLowerCase()} where?`
    if (this.kind === 'plan' && this.held && !this.order) return `${this.piece(this.held)?.name ?? ''}: what?`
    if (this.kind === 'moves' && this.held && !this.order) return `${this.piece(this.held)?.name ?? ''}: where to?`
    if (this.kind === 'subset') return this.picked.length ? (this.picked.length > 2 ? `${first}: ${this.picked.length} of ${new Set(this.items.map((item) => item.slot || item.word)).size}` : `${first}: ${names}`) : (this.option?.label ?? 'Nobody')
    if (this.kind === 'number' || this.kind === 'text') return this.typed ? `${verb} ${this.typed}` : (this.option?.label ?? verb)
    return this.option?.label ?? 'Choose'
  }

  toggle(word: string): void {
    const item = this.item(word)
    if (!item) return
    this.looked = ''
    if (this.picked.includes(word)) {
      this.picked = this.picked.filter((one) => one !== word && !this.item(one)?.needs?.includes(word))
    } else {
      this.swap(item)
      const kept = this.kind === 'path' ? this.picked.filter((one) => this.item(one)?.place === item.place) : this.picked.filter((one) => !item.slot || this.item(one)?.slot !== item.slot)
      this.picked = [...kept, ...(item.needs ?? []).filter((need) => !kept.includes(need)), word]
    }
    if (this.kind === 'path' && !this.path.every((step) => this.reach.has(step))) this.path = []
  }
  /** Whoever has taken up what an item wants goes where the item's own piece was, or nowhere. */
  private swap(item: Item): void {
    const other = item.spot ? this.picked.find((one) => one !== item.word && this.item(one)?.spot === item.spot) : undefined
    if (!other) return
    const mine = this.picked.map((one) => this.item(one)).find((one) => one?.slot === item.slot)
    const slot = this.item(other)!.slot
    const back = mine?.spot ? this.items.find((one) => one.slot === slot && one.spot === mine.spot) : undefined
    this.picked = [...this.picked.filter((one) => one !== other), ...(back ? [back.word] : [])]
  }
  // ---- plans: orders made of steps

  /** What a piece may do in steps. */
  plansOf(piece: string): Plan[] {
    return this.plans.filter((plan) => plan.piece === piece)
  }
  /** Who may act, of what is done piece by piece: a list of moves, or plans. */
  get actors(): Piece[] {
    const ids = this.kind === 'moves' ? [...this.movers.keys()] : this.kind === 'plan' ? [...this.plans.map((plan) => plan.piece), ...this.movers.keys()] : []
    return [...new Set(ids)].map((id) => this.piece(id)).filter((piece) => !!piece)
  }
  /** Begins to plan something for the piece in hand. */
  takeUp(plan: Plan | null): void {
    this.plan = plan
    this.foreseen = null
    this.steps = plan?.start?.match(/\([^()]*\)/g) ?? []
    if (plan) this.chosen = ''
  }
  /** Keeps so many steps, and lays one more (none: an empty text). */
  lay(keep: number, text: string): void {
    const next = [...this.steps.slice(0, keep), ...(text ? [text] : [])]
    if (next.join() !== this.steps.join()) this.steps = next
  }
  /** Writes one step anew. */
  write(i: number, words: (string | number)[]): void {
    this.steps = [...this.steps.slice(0, i), `(${words.join(' ')})`, ...this.steps.slice(i + 1)]
  }
  /** Takes the last step back. Whether there was one. */
  back(): boolean {
    if (!this.plan?.piece || !this.steps.length) return false
    this.steps = this.steps.slice(0, -1)
    return true
  }
  /** A step of that hand in what is planned. */
  byHand(hand: string): Step | undefined {
    return this.plan?.steps?.find((step) => step.hand === hand)
  }
  /** What the table says of the steps so far; as long as it is not known, what it said last. */
  get told(): Preview | null {
    return this.plan ? (this.foreseen?.preview ?? null) : null
  }

  /** Whether what the table has said is of an earlier plan than the one that is shown. */
  get pending(): boolean {
    return !!this.plan && !!this.order && this.foreseen?.order !== this.order
  }

  /** Takes a piece in hand. */
  hold(piece: string): void {
    if (this.kind === 'plan' && this.held !== piece) this.takeUp(this.plansOf(piece)[0] ?? null)
    this.held = piece
    this.looked = ''
    if (this.kind === 'moves' && !this.movers.get(piece)?.some((option) => option.order === this.chosen)) this.chosen = this.question.default
  }
  /** Lets go of the piece in hand. Whether there was one. */
  release(): boolean {
    if (!this.held) return false
    this.held = ''
    this.takeUp(null)
    if (this.kind === 'moves' || this.kind === 'plan') this.chosen = this.question.default
    return true
  }
  clear(): void {
    this.held = ''
    if (this.plan && !this.plan.piece) this.takeUp(this.plan)
    else this.takeUp(null)
    this.picked = []
    this.path = []
    this.looked = ''
    this.chosen = this.question.default
  }
  choose(order: string): void {
    this.looked = ''
    if (this.plan && !this.plan.piece && order.startsWith(`${this.plan.verb} `)) {
      this.steps = order.match(/\([^()]*\)/g) ?? []
      return
    }
    this.takeUp(null)
    this.held = this.kind === 'moves' || this.kind === 'plan' ? (this.question.options.find((option) => option.order === order)?.pieces?.[0] ?? '') : ''
    this.picked = this.kind === 'subset' ? this.pickedIn(order) : []
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
  /** Whether something may be done with that very piece. */
  acts(id: string): boolean {
    return this.mine(id)
  }
  private mine(id: string): boolean {
    if (this.kind === 'moves') return this.movers.has(id)
    if (this.kind === 'plan') return this.movers.has(id) || this.plansOf(id).length > 0
    return !!this.wordOf(id) || this.question.options.some((option) => option.pieces?.includes(id))
  }
  holds(piece: Piece): boolean {
    if (this.held) return this.held === piece.id || !!piece.inside?.some((unit) => unit.id === this.held)
    if (this.kind === 'moves' || this.kind === 'plan') return false
    if (this.kind === 'subset' && this.itemsOf(piece.id).some((item) => this.picked.includes(item.word))) return true
    const word = this.wordOf(piece.id)
    if (word) return this.picked.includes(word)
    if (piece.inside?.some((unit) => this.holds(unit))) return true
    return this.kind === 'options' && !!this.option?.pieces?.includes(piece.id)
  }
  /** Where an order may lead now. */
  get targets(): Set<string> {
    if (this.kind === 'path') return this.reach
    if (this.kind === 'moves') return new Set((this.movers.get(this.held) ?? []).map((option) => option.places?.at(-1) ?? '').filter(Boolean))
    if (this.kind === 'subset' && this.held) {
      const home = this.question.form?.posts ? (this.piece(this.held)?.place ?? '') : ''
      return new Set([...this.itemsOf(this.held).map((item) => item.place ?? ''), home].filter(Boolean))
    }
    return new Set(this.question.options.flatMap((option) => option.places ?? []))
  }

  /** The letter of every place that the picked may go to, in the order in which one reads the board. */
  get goals(): Map<string, string> {
    if (!this.held && (this.kind !== 'path' || !this.picked.length)) return new Map()
    const reach = this.targets
    const row = (place: { at: [number, number] }) => place.at[1] * 1000 + place.at[0]
    const places = (this.scene.board.places ?? []).filter((place) => reach.has(place.id) && place.id !== this.origin)
    return new Map(places.toSorted((a, b) => row(a) - row(b)).slice(0, FREE.length).map((place, i) => [place.id, FREE[i]!]))
  }

  /** A piece was pointed at: a unit is picked or let go, a stack with all that may act in it. */
  pick(piece: Piece): boolean {
    if (this.kind === 'moves') return this.take(piece)
    if (this.kind === 'plan') {
      const aimed = this.held ? this.plansOf(this.held).find((plan) => plan.to === piece.id) : undefined
      if (aimed) this.takeUp(aimed)
      else if (!this.mine(piece.id)) return false
      else if (this.held === piece.id) this.release()
      else this.hold(piece.id)
      return true
    }
    const own = this.itemsOf(piece.id)
    if (this.kind === 'subset' && own.length > 1) {
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

  /** Of a list of moves a piece was pointed at: it is taken in hand or let go, or the piece in hand joins it or goes to it. */
  private take(piece: Piece): boolean {
    const own = [piece, ...(piece.inside ?? [])].map((one) => one.id).filter((id) => this.movers.has(id))
    const joins = this.held ? this.movers.get(this.held)?.find((option) => option.pieces?.includes(piece.id) && option.pieces[0] !== piece.id) : undefined
    if (joins) this.choose(joins.order)
    else if (this.held && this.held !== piece.id && this.targets.has(piece.place)) return this.go(piece.place)
    else if (!own.length) return false
    else if (this.held === piece.id) this.release()
    else this.hold(own[0]!)
    return true
  }
  /** With a form of posts: the piece in hand goes back to where it lies without an order. */
  private recall(place: string): boolean {
    const piece = this.held && this.question.form?.posts ? this.piece(this.held) : undefined
    if (!piece || piece.place !== place) return false
    this.picked = this.picked.filter((word) => this.item(word)?.piece !== piece.id)
    this.held = ''
    return true
  }
  /** Of what stands at a place, the next that may act is taken in hand, after the last nothing. */
  private next(place: string): boolean {
    const ids = this.standing(place).flatMap((piece) => [piece.id, ...(piece.inside ?? []).map((unit) => unit.id)]).filter((id) => this.mine(id))
    if (!ids.length) return false
    const now = ids.indexOf(this.held)
    if (now >= 0 && now === ids.length - 1) return this.release()
    this.hold(ids[now + 1]!)
    return true
  }
  /** Whether the order leads to that place already: to point there once more is to give it. */
  leads(place: string): boolean {
    if (this.kind === 'path') return this.path.length > 0 && this.path.at(-1) === place
    return this.kind === 'moves' && !!this.held && !!this.order && this.option?.places?.at(-1) === place
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
    if (this.kind === 'moves') {
      const ways = (this.movers.get(this.held) ?? []).filter((option) => option.places?.at(-1) === place)
      if (!ways.length) return this.next(place)
      this.choose((ways.find((option) => option.places!.join() === exact?.join()) ?? ways[0]!).order)
      return true
    }
    if (this.kind === 'subset') {
      const item = this.held ? this.itemsOf(this.held).find((one) => one.place === place) : undefined
      if (item) {
        if (!this.picked.includes(item.word) || !this.question.form?.posts) this.toggle(item.word)
        this.held = ''
        return true
      }
      if (this.recall(place)) return true
      const those = this.standing(place).flatMap((piece) => [piece, ...(piece.form === 'card' ? (piece.inside ?? []) : [])]).filter((piece) => this.itemsOf(piece.id).length)
      if (those.length) return this.pick(those.find((piece) => !this.holds(piece)) ?? those[0]!)
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
    if (this.held) {
      if (place === this.origin && !this.targets.has(place)) return 'Let go'
      const item = this.itemsOf(this.held).find((one) => one.place === place)
      const option = this.movers.get(this.held)?.find((one) => one.places?.at(-1) === place)
      const what = item ?? option
      return what ? sentences([what.label, what.consequence, what.odds?.text]) : ''
    }
    const found = this.question.options.find((option) => option.places?.includes(place))
    if (found && this.kind !== 'path' && this.kind !== 'moves') return [found.label, found.consequence, found.odds?.text].filter(Boolean).join('. ')
    const stack = this.standing(place).find((piece) => this.may(piece))
    return stack ? 'May act: pick it up' : ''
  }
  piece(id: string): Piece | undefined {
    return this.pieces.get(id)
  }
}
