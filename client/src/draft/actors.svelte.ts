/** Questions that are answered piece by piece: one is taken in hand first, then comes what it does. */
import { Draft, spoken } from './draft.svelte'
import { rowKey } from '../table/keyboard'
import { common } from '../scene'
import type { OptionView, Piece, Question, Scene } from '../wire'

export abstract class ActorsDraft extends Draft {
  /** True if every option is wanted as a list. */
  all = $state(false)
  /** The options of each piece. */
  readonly movers = new Map<string, OptionView[]>()

  constructor(question: Question, scene: Scene) {
    super(question, scene)
    for (const option of question.options) {
      const who = option.pieces?.[0]
      if (who) this.movers.set(who, [...(this.movers.get(who) ?? []), option])
    }
  }

  override get order(): string {
    return this.held && !this.movers.get(this.held)?.some((option) => option.order === this.chosen) ? '' : this.chosen
  }
  /** The pieces that may act, by their ids. */
  protected get able(): string[] {
    return [...this.movers.keys()]
  }
  /** The pieces that may be taken in hand, as long as none is; of those that are alike in all, the first. */
  get actors(): Piece[] {
    return this.held || this.all ? [] : [...this.kinds.values()].map(([first]) => first!)
  }
  /** The pieces that may be taken in hand, those in one group that nobody could tell apart but by their numbers. */
  private get kinds(): Map<string, Piece[]> {
    const found = new Map<string, Piece[]>()
    for (const id of new Set(this.able)) {
      const piece = this.piece(id)
      const key = piece && [common(piece.name), piece.place, piece.kind, piece.detail, piece.states?.join(), piece.tags?.map((tag) => tag.text).join(), piece.at ? id : ''].join('|')
      if (piece) found.set(key!, [...(found.get(key!) ?? []), piece])
    }
    return found
  }
  /** How many there are of a piece, itself counted. */
  alike(piece: Piece): number {
    return [...this.kinds.values()].find((group) => group.includes(piece))?.length ?? 1
  }
  /** True if nobody is in hand, so that one may be chosen. */
  get chooses(): boolean {
    return !this.held
  }
  override get listed(): OptionView[] {
    if (this.held) return this.movers.get(this.held) ?? []
    return this.all ? this.question.options : this.question.options.filter((option) => !option.pieces?.length)
  }
  override choose(order: string): void {
    super.choose(order)
    this.held = this.question.options.find((option) => option.order === order)?.pieces?.[0] ?? ''
  }
  override digit(n: number): string {
    if (n === 0 || this.held) return super.digit(n)
    const actor = this.actors[n - 1]
    if (actor) this.hold(actor.id)
    return ''
  }
  override letter(key: string): boolean {
    if (this.held) return super.letter(key)
    const actor = this.actors.find((_, n) => n > 8 && rowKey(n) === key)
    if (actor) this.hold(actor.id)
    return !!actor
  }
  override release(): boolean {
    if (!super.release()) return false
    this.chosen = this.usual
    return true
  }

  // ---- the board

  /** The orders of the piece in hand. */
  protected get own(): OptionView[] {
    return this.movers.get(this.held) ?? []
  }
  override acts(id: string): boolean {
    return this.movers.has(id)
  }
  protected override takes(): boolean {
    return false
  }
  protected override hintInHand(place: string): string {
    const option = this.own.find((one) => one.places?.at(-1) === place)
    return super.hintInHand(place) || (option ? spoken(option) : '')
  }
}
