/** Where a card about something on the screen is laid: beside it, and never over what is to stay in sight. */
export interface Rect { left: number; top: number; right: number; bottom: number }
export interface Laid { left: number; top: number; nub: '' | 'left' | 'right' | 'up' | 'down'; at: number }

const GAP = 12
const STEP = 24

const over = (a: Rect, b: Rect): number => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))
const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(high, value))

/** The place for a card of that size in a window: beside `about`, off the rectangles in `keep` where that can be had, rather not over those in `spare`. */
export function lay(w: number, h: number, about: Rect, keep: Rect[], spare: Rect[], window: Rect): Laid {
  const middle = { x: (about.left + about.right) / 2, y: (about.top + about.bottom) / 2 }
  const most = { x: Math.max(window.left, window.right - w - GAP), y: Math.max(window.top, window.bottom - h - GAP) }
  const x = between(window.left + GAP, middle.x - w / 2, most.x)
  const y = between(window.top + GAP, middle.y - h / 2, most.y)
  const spots: [number, number][] = [[about.right + GAP, y], [about.left - GAP - w, y], [x, about.top - GAP - h], [x, about.bottom + GAP]]
  for (let left = window.left + GAP; left <= most.x; left += STEP) for (let top = window.top + GAP; top <= most.y; top += STEP) spots.push([left, top])
  let best: Laid = { left: x, top: y, nub: '', at: 0 }
  let least = Infinity
  for (const [i, [left, top]] of spots.entries()) {
    if (left < window.left || top < window.top || left > most.x || top > most.y) continue
    const card = { left, top, right: left + w, bottom: top + h }
    const hides = keep.reduce((sum, one) => sum + over(card, one), 0)
    const veils = spare.reduce((sum, one) => sum + over(card, one), 0)
    const far = Math.hypot(Math.max(about.left - card.right, card.left - about.right, 0), Math.max(about.top - card.bottom, card.top - about.bottom, 0))
    const cost = hides * 200 + veils + over(card, about) * 8 + far * 60 + (i < 4 ? i : 40)
    if (cost < least) [least, best] = [cost, { left, top, ...nubOf(card, about, middle) }]
  }
  return best
}

/** The nub of a card that points at what it tells of, where the two lie side by side. */
function nubOf(card: Rect, about: Rect, middle: { x: number; y: number }): Pick<Laid, 'nub' | 'at'> {
  const inX = middle.x > card.left + 16 && middle.x < card.right - 16
  const inY = middle.y > card.top + 16 && middle.y < card.bottom - 16
  if (inX && card.bottom <= about.top) return { nub: 'down', at: middle.x - card.left }
  if (inX && card.top >= about.bottom) return { nub: 'up', at: middle.x - card.left }
  if (inY && card.left >= about.right) return { nub: 'left', at: middle.y - card.top }
  if (inY && card.right <= about.left) return { nub: 'right', at: middle.y - card.top }
  return { nub: '', at: 0 }
}
