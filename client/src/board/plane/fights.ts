/** The fights: the marks on the seams where they meet. */
import type { Link } from '../../wire'
import type { Chart, Point } from './chart'

/** The id of a fight as long as it goes on. */
export const fightId = (link: Link): string => `fight ${link.pieces.join(' ')}`

/** The places of the marks: those that would lie on each other, side by side. `px`: a pixel of the screen in the measure of the drawing. */
export function marksOf(links: Link[], chart: Chart, px: number): Point[] {
  const set: Point[] = []
  for (const link of links) {
    const at = chart.at(link.at!)
    while (set.some((other) => Math.hypot(other.x - at.x, other.y - at.y) < 33 * px)) at.x += 17 * px
    set.push(at)
  }
  return set
}
