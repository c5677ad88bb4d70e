/** A question that is answered from a list; pieces and places that an option touches may be pointed at instead. */
import { Draft } from './draft.svelte'
import type { Piece } from '../wire'

export class OptionsDraft extends Draft {
  readonly form: 'options' | 'kinds' | 'chips' = 'options'

  protected override takes(piece: Piece): boolean {
    return super.takes(piece) || !!this.option?.pieces?.includes(piece.id)
  }
  override lifts(piece: Piece): boolean {
    return this.held ? super.lifts(piece) : this.takes(piece)
  }
  override aims(place: string): boolean {
    return !!this.option?.places?.includes(place)
  }

  /** The place or piece that was pointed at last, if that left a single answer. */
  private met = $state('')
  override choose(order: string): void {
    super.choose(order)
    this.met = ''
  }
  override leads(id: string): boolean {
    return !!this.order && this.met === id
  }
  override go(place: string, exact?: string[]): boolean {
    return this.meets(place, super.go(place, exact))
  }
  override pick(piece: Piece): boolean {
    return this.meets(piece.id, super.pick(piece))
  }
  private meets(id: string, meant: boolean): boolean {
    if (meant && this.candidates.filter((option) => option.places?.includes(id) || option.pieces?.includes(id)).length === 1) this.met = id
    return meant
  }
}
