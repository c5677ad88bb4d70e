/** A part of a board, in its own measure. */
export interface Window { left: number; top: number; right: number; bottom: number }
/** The part around some points, with a margin. */
export function boundsOf(points: { x: number; y: number }[], margin = 0): Window {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)]
  return { left: Math.min(...xs) - margin, top: Math.min(...ys) - margin, right: Math.max(...xs) + margin, bottom: Math.max(...ys) + margin }
}
/** The middle part of a part, so wide and so high. */
export const within = (part: Window, w: number, h: number): Window => {
  const { x, y } = middleOf(part)
  return { left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 }
}
export const middleOf = ({ left, top, right, bottom }: Window): { x: number; y: number } => ({ x: (left + right) / 2, y: (top + bottom) / 2 })
/** Where something longer than its room begins, so that no more than an edge of nothing is seen before it and after it. */
export const keptIn = (at: number, long: number, room: number, edge: number, after = edge): number => (long > room ? Math.min(edge, Math.max(room - after - long, at)) : at)
/** True on a phone while a question takes half of it: little is left of the board. */
export const isLow = (width: number, height: number): boolean => width > 0 && width < 640 && height < width * 1.1
/** Parts of a board in pixels, where it is shown so large. */
export interface Under { scaled: number; boxes: Window[] }
