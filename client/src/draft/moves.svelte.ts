/** A list of what several pieces may do, each at places: a piece is taken in hand, and the board shows where it may go. */
import { ActorsDraft } from './actors.svelte'
import { TAKE } from './draft.svelte'
import type { Odds, Piece } from '../wire'

export class MovesDraft extends ActorsDraft {
  readonly form = 'moves'

  override get says(): string {
    return this.held && !this.order ? `${this.piece(this.held)?.name ?? ''}: where to?` : super.says
  }
  override get forecasts(): Odds[] {
    return this.listed.flatMap((option) => option.odds ?? [])
  }
  override get namesOdds(): boolean {
    return true
  }
  override get invites(): string {
    return this.order ? '' : 'Point at a place to see what would happen there.'
  }
  override hold(piece: string): void {
    super.hold(piece)
    if (!this.movers.get(piece)?.some((option) => option.order === this.chosen)) this.chosen = this.usual
  }

  // ---- the board

  override drags(piece: Piece): boolean {
    return this.acts(piece.id)
  }
  override joins(id: string): boolean {
    return this.own.some((option) => option.pieces?.includes(id))
  }
  override get targets(): Set<string> {
    return new Set(this.own.map((option) => option.places?.at(-1) ?? '').filter(Boolean))
  }
  override leads(place: string): boolean {
    return !!this.held && !!this.order && this.option?.places?.at(-1) === place
  }
  /** A piece is taken in hand or let go, or the piece in hand joins it or goes to it. */
  override pick(piece: Piece): boolean {
    const own = [piece, ...(piece.inside ?? [])].map((one) => one.id).filter((id) => this.movers.has(id))
    const joined = this.held ? this.own.find((option) => option.pieces?.includes(piece.id) && option.pieces[0] !== piece.id) : undefined
    if (joined) this.choose(joined.order)
    else if (this.held && this.held !== piece.id && this.targets.has(piece.place)) return this.go(piece.place)
    else if (!own.length) return false
    else if (this.held === piece.id) this.release()
    else this.hold(own[0]!)
    return true
  }
  override go(place: string, exact?: string[]): boolean {
    const ways = this.own.filter((option) => option.places?.at(-1) === place)
    if (!ways.length) return this.takeNext(place)
    this.choose((ways.find((option) => option.places!.join() === exact?.join()) ?? ways[0]!).order)
    return true
  }
  /** Of what stands at a place, the next that may act is taken in hand, after the last nothing. */
  private takeNext(place: string): boolean {
    const ids = this.standing(place).flatMap((piece) => [piece.id, ...(piece.inside ?? []).map((unit) => unit.id)]).filter((id) => this.acts(id))
    if (!ids.length) return false
    const now = ids.indexOf(this.held)
    if (now >= 0 && now === ids.length - 1) return this.release()
    this.hold(ids[now + 1]!)
    return true
  }
  override noUse(place: string): string {
    return this.held || !this.targets.size ? super.noUse(place) : TAKE
  }
  override attempt(place: string): string {
    const option = this.own.find((one) => one.places?.length && one.order.endsWith(one.places.join(' ')))
    return option && place !== this.origin ? `${option.order.slice(0, -option.places!.join(' ').length)}${place}` : ''
  }
  override hint(place: string): string {
    return this.held ? this.hintInHand(place) : this.hintFree(place)
  }
}
