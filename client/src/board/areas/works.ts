/** Works along an edge, as drawings that begin at 0, 0 and go to the right. */
import type { WorkLook } from '../../wire'

/** The number of pieces of that breadth that fill the edge, and the breadth of each then. */
function pieces(length: number, step: number): { n: number; w: number } {
  const n = Math.max(1, Math.round(length / step))
  return { n, w: length / n }
}

/** The outline of the works: `depth` is how high they are in all, `step` about how broad each piece of them is. */
export function outline(work: WorkLook, length: number, depth: number, step: number): string {
  const { n, w } = pieces(length, step)
  const rim = Array.from({ length: n }, (_, i) => work.rim.map(([x, y]) => `L${(i + x) * w} ${y * depth}`).join(''))
  return `M0 ${depth * 0.5}${rim.join('')}L${length} ${depth * 0.5}Z`
}
/** The lines on the works. */
export function joints(work: WorkLook, length: number, depth: number, step: number): string {
  const { n, w } = pieces(length, step)
  return Array.from({ length: n }, (_, i) => work.joints.map(([[x, y], [u, v]]) => `M${(i + x) * w} ${y * depth}L${(i + u) * w} ${v * depth}`).join('')).join('')
}
