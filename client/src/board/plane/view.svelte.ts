/** The view of a plane: its drawing, its size, and the room for words. */
import type { Piece, Scene, Shape } from '../../wire'
import { boundsOf, isLow, middleOf, within, type Under, type Window } from '../window'
import { Chart, INCH, type Spot } from './chart'
import { around } from './geometry'

/** Inches around the armies that are shown too, at their sides with room for a label, and the least that is shown of a field. */
const AROUND = { w: 7, h: 4 }
const LEAST = { w: 30 * INCH, h: 20 * INCH }
/** At most this number of pieces who may act is shown together on a phone; of more it shows the middle, as large as labels want it. */
export const FEW = 4
/** The kinds of zones of pieces that are shown where a player asks to see them. */
export const KINDS = ['circle', 'area', 'arc', 'edge']
/** Pixels of the board that the sheet of a phone covers. */
const SHEET = 18
export interface Box { left: number; top: number; right: number; bottom: number }

export class View {
  /** The size of the board and of its window. */
  scaled = $state(1)
  width = $state(0)
  height = $state(0)
  layer = $state<SVGSVGElement>()
  under = $state.raw<Under | null>(null)
  /** The part of the field that is in sight, with a margin, since the map came to rest. */
  window = $state.raw<Window | null>(null)

  constructor(private readonly of: () => Scene) {}

  readonly chart = $derived.by(() => new Chart(this.of().board.width, this.of().board.height))
  readonly unit = $derived.by(() => this.of().board.unit || 'in')
  readonly narrow = $derived(this.width > 0 && this.width < 640)
  /** True where little is left of the field: that is for pieces and their labels. */
  readonly low = $derived(isLow(this.width, this.height))
  /** Pixels to the inch as it is shown. */
  readonly density = $derived(INCH * this.scaled)
  /** A pixel of the screen in the measure of the drawing. */
  readonly px = $derived(1 / Math.max(0.05, this.scaled))
  /** The parts of the field under the buttons as it is shown first: labels go there only where there is no other room. */
  readonly buttons = $derived.by(() => (this.under && Math.abs(this.under.scaled - this.scaled) < 0.001 ? this.under.boxes : []))
  /** The part of the field that is seen, in pixels: on a phone the sheet stands over its foot. */
  readonly seen = $derived.by(() => {
    const seen = this.window && this.shown(within(this.window, this.width * this.px, this.height * this.px))
    return seen && { ...seen, bottom: seen.bottom - (this.low ? SHEET : 0) }
  })
  /** The fullest label that a piece may have: 0 its name and state, 1 the last word of its name, 2 sign and figures. A small battle has room for names at any size. */
  readonly from = $derived.by(() => {
    const few = (this.of().pieces?.length ?? 0) <= (this.narrow ? 6 : 14)
    return few || this.density >= 20 ? 0 : this.density >= 12 ? 1 : 2
  })

  /** The part of the field with all these spots, in the measure of the drawing; null where that is nearly the whole. */
  framed(spots: Spot[]): Box | null {
    if (!spots.length) return null
    const box = boundsOf(spots.map((spot) => this.chart.at(spot)))
    const { x, y } = middleOf(box)
    const w = Math.max(LEAST.w, box.right - box.left + 2 * AROUND.w * INCH)
    const h = Math.max(LEAST.h, box.bottom - box.top + 2 * AROUND.h * INCH)
    return w > this.chart.w * 0.9 && h > this.chart.h * 0.9 ? null : { left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 }
  }
  /** The part of the field with all of some pieces and of what is drawn, where there are several: on a phone it is seen whole. */
  together(pieces: Piece[], drawn: Shape[] = []): Box | null {
    return pieces.length + drawn.length < 2 ? null : this.framed([...pieces.flatMap((piece) => around(piece)), ...drawn.flatMap((shape) => shape.points)])
  }
  /** The part of the field that some pieces stand on, with a little around them; null for fewer than two. */
  close(pieces: Piece[]): Box | null {
    return pieces.length < 2 ? null : boundsOf(pieces.flatMap((piece) => around(piece)).map((spot) => this.chart.at(spot)), 1.5 * INCH)
  }
  /** A part of the field in pixels, from the measure of the drawing. */
  shown({ left, top, right, bottom }: Box): Box {
    return { left: left * this.scaled, top: top * this.scaled, right: right * this.scaled, bottom: bottom * this.scaled }
  }
  /** The point of the field under the pointer. */
  spotAt(event: PointerEvent | MouseEvent): Spot {
    const box = this.layer!.getBoundingClientRect()
    return this.chart.back({ x: ((event.clientX - box.left) / box.width) * this.chart.w, y: ((event.clientY - box.top) / box.height) * this.chart.h })
  }
  /** The box around some points, in pixels. */
  boxOf(spots: Spot[]): Box {
    return this.shown(boundsOf(spots.map((spot) => this.chart.at(spot))))
  }
}
