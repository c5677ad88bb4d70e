/** A way over the hexes that is drawn by dragging. */
import type { Draft } from '../../draft/draft.svelte'
import type { Piece } from '../../wire'
import { Drop } from '../drop'

/** The hex under the pointer. */
function placeAt(event: PointerEvent): string {
  const found = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one instanceof SVGElement && one.closest('[data-place]'))
  return found?.closest<SVGElement>('[data-place]')?.dataset.place ?? ''
}

export class Drag {
  readonly dropped = new Drop()
  /** The hexes it went over, from where it began. */
  private way: string[] | null = null

  constructor(private readonly draft: () => Draft | null, private readonly there: () => Map<string, Piece[]>) {}

  grab(event: PointerEvent, piece: Piece): void {
    const draft = this.draft()
    if (event.button || !draft?.draws || !draft.may(piece)) return
    event.stopPropagation()
    ;(event.target as Element).releasePointerCapture?.(event.pointerId)
    this.way = [piece.place]
  }
  /** The hex that the pointer has come to, if it draws. */
  move(event: PointerEvent): string {
    const draft = this.draft()
    if (!event.buttons) this.way = null // let go beside the board
    if (!this.way || !draft) return ''
    const place = placeAt(event)
    if (!place || place === this.way.at(-1)) return ''
    const from = this.way[0]!
    if (this.way.length === 1 && draft.origin !== from) {
      const piece = this.there().get(from)?.find((one) => draft.may(one))
      if (piece) draft.pick(piece)
    }
    const known = this.way.indexOf(place)
    this.way = known >= 0 ? this.way.slice(0, known + 1) : [...this.way, place]
    if (this.way.length > 1 && draft.targets.has(place)) draft.go(place, this.way.slice(1))
    return place
  }
  drop(): void {
    if ((this.way?.length ?? 0) > 1) this.dropped.done()
    this.way = null
  }
  cancel(): void {
    this.way = null
  }
}
