/** The names of grounds: where each stands. */
import type { Place } from '../../wire'
import type { Chart, Spot } from './chart'

/** The place of a name: a `share` along a way, outside its verge on either `hand`, else in the middle of its ground. */
export function nameOf(chart: Chart, place: Place, along = 0, hand = 1): { x: number; y: number; angle: number; anchor: 'start' | 'middle' } {
  const line = place.shape ?? []
  if (!place.breadth) return { ...chart.at(place.at), angle: 0, anchor: 'middle' }
  const [a, b] = [line[0]!, line.at(-1)!]
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const all = Math.hypot(dx, dy) || 1
  const upright = Math.abs(dx) < Math.abs(dy) * 0.3
  const share = along || (upright ? 0.88 : 0.86)
  const off = hand * (place.breadth / 2 + 0.95)
  const spot: Spot = [a[0] + dx * share + (dy / all) * off, a[1] + dy * share - (dx / all) * off]
  return { ...chart.at(spot), angle: upright ? 0 : (-Math.atan2(dy, dx) * 180) / Math.PI, anchor: upright ? 'start' : 'middle' }
}
/** The grounds that have a name on the field. */
export const called = (places: Place[]): Place[] => places.filter((place) => place.name && !place.zone && (place.breadth || place.shape?.length))
