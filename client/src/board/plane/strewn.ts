/** The places of glyphs on a stretch of ground. */
import type { Place } from '../../wire'
import { hash } from '../chance'
import type { Chart, Point, Spot } from './chart'
import { along, holds } from './geometry'

/** Glyphs of a ground strewn over its outline, by a hash of its id: always the same for the same map. */
export function strewn(chart: Chart, place: Place, every: number): Point[] {
  const shape = (place.shape ?? []) as Spot[]
  const xs = shape.map(([x]) => x)
  const ys = shape.map(([, y]) => y)
  const chance = hash(place.id + place.name)
  const found: Point[] = []
  for (let y = Math.min(...ys); y < Math.max(...ys); y += every) {
    for (let x = Math.min(...xs); x < Math.max(...xs); x += every) {
      const spot: Spot = [x + every * (0.2 + 0.6 * chance()), y + every * (0.2 + 0.6 * chance())]
      const roomy = [0, 72, 144, 216, 288].every((heading) => holds(shape, along(spot, heading, every * 0.32)))
      if (roomy) found.push(chart.at(spot))
    }
  }
  return found.sort((a, b) => a.y - b.y)
}
