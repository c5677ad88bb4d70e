/** A card that is dragged to where it is to go, over the areas in between. */
import type { Draft } from '../../draft/draft.svelte'
import type { Piece } from '../../wire'
import { Drop } from '../drop'

/** The dragged piece, from where on the screen, how far on the table, and over which places. */
interface Dragged { id: string; x: number; y: number; dx: number; dy: number; path: string[] }

/** The place under the pointer, whatever lies on it. */
function placeAt(event: PointerEvent): string {
  const found = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one instanceof HTMLElement && one.dataset.place)
  return (found as HTMLElement | undefined)?.dataset.place ?? ''
}

export class Drag {
  now = $state.raw<Dragged | null>(null)
  readonly dropped = new Drop()

  /** `scale`: how much of the table a pixel of the screen is. */
  constructor(private readonly draft: () => Draft | null, private readonly scale: () => number) {}

  grab(event: PointerEvent, piece: Piece, place: string): void {
    if (event.button || !this.draft()?.drags(piece)) return
    event.stopPropagation()
    ;(event.target as Element).releasePointerCapture?.(event.pointerId)
    this.now = { id: piece.id, x: event.clientX, y: event.clientY, dx: 0, dy: 0, path: [place] }
  }
  /** The place that the pointer has come to; null where nothing is dragged. */
  move(event: PointerEvent): string | null {
    if (!event.buttons) this.now = null // let go beside the board
    const [drag, draft] = [this.now, this.draft()]
    if (!drag || !draft) return null
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y]
    if (!drag.dx && !drag.dy && Math.hypot(dx, dy) < 6) return null
    if (draft.held !== drag.id) draft.hold(drag.id)
    const place = placeAt(event)
    const known = drag.path.indexOf(place)
    const path = !place || place === drag.path.at(-1) ? drag.path : known >= 0 ? drag.path.slice(0, known + 1) : [...drag.path, place]
    this.now = { ...drag, dx: dx * this.scale(), dy: dy * this.scale(), path }
    return place
  }
  drop(): void {
    const [drag, draft] = [this.now, this.draft()]
    this.now = null
    if (!drag || (!drag.dx && !drag.dy)) return
    this.dropped.done()
    const to = drag.path.at(-1) ?? ''
    if (draft && drag.path.length > 1 && draft.targets.has(to)) draft.go(to, drag.path.slice(1))
  }
  cancel(): void {
    this.now = null
  }
}
