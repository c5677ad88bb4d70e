/** Where a card goes on the board: beside what it is about, and over nothing that it talks of. */
export interface Box { x: number; y: number; w: number; h: number }

const GAP = 14
const EDGE = 12

/** The area that two boxes share. */
export const shared = (a: Box, b: Box): number => Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y))

/** The place for a card of this size in a room: near `anchor` where there is one, clear of all others as far as it can be, and rather of `besides` too. */
export function placed(card: { w: number; h: number }, room: { w: number; h: number }, anchor: Box | null, clear: Box[], besides: Box[] = []): Box {
  const within = (x: number, y: number): Box => ({ x: Math.max(EDGE, Math.min(room.w - card.w - EDGE, x)), y: Math.max(EDGE, Math.min(room.h - card.h - EDGE, y)), ...card })
  const [right, low] = [room.w - card.w - EDGE, room.h - card.h - EDGE]
  const corners = [within(EDGE, low), within(right, low), within(EDGE, EDGE), within(right, EDGE)]
  const middle = anchor && { x: anchor.x + anchor.w / 2 - card.w / 2, y: anchor.y + anchor.h / 2 - card.h / 2 }
  const beside = anchor && middle ? [within(middle.x, anchor.y + anchor.h + GAP), within(anchor.x + anchor.w + GAP, middle.y), within(anchor.x - card.w - GAP, middle.y), within(middle.x, anchor.y - card.h - GAP)] : []
  const all = [...beside, ...corners]
  const over = (box: Box, others: Box[]) => others.reduce((sum, one) => sum + shared(box, one), 0)
  const covered = (box: Box) => 10 * over(box, clear) + over(box, besides)
  return all.reduce((best, one) => (covered(one) < covered(best) - 1 ? one : best))
}
