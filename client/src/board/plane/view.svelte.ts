/** The view of a plane: its drawing, its size, and the room for words. */
import type { Scene } from '../../wire'
import { Chart, INCH, type Spot } from './chart'

export interface Box { left: number; top: number; right: number; bottom: number }

export class View {
  /** The size of the board and of its window. */
  scaled = $state(1)
  width = $state(0)
  layer = $state<SVGSVGElement>()

  constructor(private readonly of: () => Scene) {}

  readonly chart = $derived.by(() => new Chart(this.of().board.width, this.of().board.height))
  readonly unit = $derived.by(() => this.of().board.unit || 'in')
  readonly narrow = $derived(this.width > 0 && this.width < 640)
  /** Pixels to the inch as it is shown. */
  readonly density = $derived(INCH * this.scaled)
  /** A pixel of the screen in the measure of the drawing. */
  readonly px = $derived(1 / Math.max(0.05, this.scaled))
  /** True if plates show only what is most needed. */
  readonly brief = $derived(this.density < 10 || (this.narrow && this.density < 15))

  /** The point of the field under the pointer. */
  spotAt(event: PointerEvent | MouseEvent): Spot {
    const box = this.layer!.getBoundingClientRect()
    return this.chart.back({ x: ((event.clientX - box.left) / box.width) * this.chart.w, y: ((event.clientY - box.top) / box.height) * this.chart.h })
  }
  /** The box around some points, in pixels. */
  boxOf(spots: Spot[]): Box {
    const points = spots.map((spot) => this.chart.at(spot))
    const [xs, ys] = [points.map((p) => p.x * this.scaled), points.map((p) => p.y * this.scaled)]
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
  }
}
