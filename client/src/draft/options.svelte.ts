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
}
