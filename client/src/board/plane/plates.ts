/** The places of the plates of pieces, and the lines that lead from a plate to its piece. */

export interface Plate { id: string; x: number; y: number; w: number; h: number }
export interface Wanted { id: string; box: { left: number; top: number; right: number; bottom: number }; w: number; h: number; above: boolean; first: number }

export interface Box { left: number; top: number; right: number; bottom: number }
/** The places of the plates of pieces, in pixels: beside their piece, on no other plate, on as few pieces as can be, and off what is `kept` free. */
export function plates(wanted: Wanted[], kept: Box[], room: { w: number; h: number }): Map<string, Plate> {
  const set: Plate[] = []
  const boxes = wanted.map((one) => one.box)
  const found = new Map<string, Plate>()
  for (const one of [...wanted].sort((a, b) => b.first - a.first || a.box.top - b.box.top)) {
    const middleX = (one.box.left + one.box.right) / 2
    const middleY = (one.box.top + one.box.bottom) / 2
    const below = { x: middleX, y: one.box.bottom + one.h / 2 + 5 }
    const above = { x: middleX, y: one.box.top - one.h / 2 - 5 }
    const tries = [
      ...(one.above ? [above, below] : [below, above]),
      { x: one.box.right + one.w / 2 + 6, y: middleY },
      { x: one.box.left - one.w / 2 - 6, y: middleY },
      ...[-1, 1].flatMap((side) => [0.35, -0.35].map((by) => ({ x: middleX + by * one.w, y: side < 0 ? above.y : below.y }))),
      ...[1, 2, 3].flatMap((n) => [{ x: middleX, y: below.y + n * (one.h + 2) }, { x: middleX, y: above.y - n * (one.h + 2) }]),
    ]
    let best = tries[0]!
    let least = Infinity
    tries.forEach((place, i) => {
      const box = { left: place.x - one.w / 2, right: place.x + one.w / 2, top: place.y - one.h / 2, bottom: place.y + one.h / 2 }
      const over = (b: typeof box) => Math.max(0, Math.min(box.right, b.right) - Math.max(box.left, b.left)) * Math.max(0, Math.min(box.bottom, b.bottom) - Math.max(box.top, b.top))
      const outside = Math.max(0, -box.left, box.right - room.w, -box.top, box.bottom - room.h)
      const cost = outside * 40 + i * 12 + kept.reduce((sum, b) => sum + over(b), 0) * 3 + set.reduce((sum, p) => sum + over({ left: p.x - p.w / 2, right: p.x + p.w / 2, top: p.y - p.h / 2, bottom: p.y + p.h / 2 }), 0) * 2 + boxes.reduce((sum, b) => sum + (b === one.box ? 0 : over(b)), 0)
      if (cost < least) [least, best] = [cost, place]
    })
    const plate = { id: one.id, ...best, w: one.w, h: one.h }
    set.push(plate)
    found.set(one.id, plate)
  }
  return found
}

/** Plates that had no room beside their piece, each with the line that leads from it to the piece. */
export function tethers(wanted: Wanted[], set: Map<string, Plate>): { id: string; line: string }[] {
  return wanted.flatMap((one) => {
    const plate = set.get(one.id)
    if (!plate) return []
    const near = { x: Math.max(one.box.left, Math.min(one.box.right, plate.x)), y: Math.max(one.box.top, Math.min(one.box.bottom, plate.y)) }
    const gap = Math.max(Math.abs(near.x - plate.x) - plate.w / 2, Math.abs(near.y - plate.y) - plate.h / 2)
    return gap > plate.h / 2 ? [{ id: one.id, line: `M${plate.x.toFixed(1)} ${plate.y.toFixed(1)}L${near.x.toFixed(1)} ${near.y.toFixed(1)}` }] : []
  })
}
