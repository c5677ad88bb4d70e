/** The places of the labels of a plane: no label lies on another, at no zoom; of those that find no room the least needed are left out. */

export interface Box { left: number; top: number; right: number; bottom: number }
export interface Size { w: number; h: number }
/** A label that is wanted: where its piece is, how large it may be, the fullest first; `above`: its place is rather above the piece; the `first` chooses before others. `only`: the places that it may have, the best first, and no others. */
export interface Wanted { id: string; box: Box; sizes: Size[]; above: boolean; first: number; only?: Spot[] }
/** A label in its place: its middle, and which of its sizes it has. */
export interface Plate extends Size { id: string; x: number; y: number; size: number }
export interface Spot { x: number; y: number }

/** Pixels between labels. */
const GAP = 4
/** How far a label may reach over the edge of the field. */
export const RIM = 6
/** How far a label steps aside on a leader, in its own heights. */
const RINGS = 7

/** The box of a label whose middle is at a spot. */
export const boxAt = ({ x, y }: Spot, { w, h }: Size): Box => ({ left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 })
const meets = (a: Box, b: Box, gap = 0): boolean => a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom + gap && b.top < a.bottom + gap
const shared = (a: Box, b: Box): number => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

/** The places beside a piece, the best first: behind it, shifted, beside it, on its other side. */
function beside({ box, above }: Wanted, { w, h }: Size): Spot[] {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
  const [low, high] = [box.bottom + h / 2 + 5, box.top - h / 2 - 5]
  const [near, far] = above ? [high, low] : [low, high]
  const aside = (by: number, at: number) => ({ x: x + by * w, y: at })
  const right = box.right + w / 2 + 6
  const left = box.left - w / 2 - 6
  return [{ x, y: near }, aside(0.35, near), aside(-0.35, near), { x: right, y }, { x: left, y }, { x, y: far }, aside(0.35, far), aside(-0.35, far)]
}
/** The places farther off, ring by ring: the label stands there on a leader. */
function farther({ box, above }: Wanted, { w, h }: Size): Spot[] {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
  const spots: Spot[] = []
  for (let ring = 1; ring <= RINGS; ring++) {
    const [down, up] = [box.bottom + h / 2 + 5 + ring * (h + GAP), box.top - h / 2 - 5 - ring * (h + GAP)]
    const [out, back] = [box.right + w / 2 + 6 + ring * (w / 2 + GAP), box.left - w / 2 - 6 - ring * (w / 2 + GAP)]
    for (const at of above ? [up, down] : [down, up]) for (const by of [0, 0.5, -0.5, 1, -1]) spots.push({ x: x + by * w, y: at })
    for (const at of [out, back]) for (const by of [0, 1, -1]) spots.push({ x: at, y: y + by * (h + GAP) })
  }
  return spots
}

/** Which of some boxes lies on the field and covers least of what is taken; the first of equals. */
export function clearest(boxes: Box[], taken: Box[], room: Size): number {
  const cost = boxes.map((box) => taken.reduce((sum, other) => sum + shared(box, other), 0) + (box.right - box.left) * (box.bottom - box.top) - shared(box, { left: 0, top: 0, right: room.w, bottom: room.h }))
  return cost.reduce((best, one, i) => (one < cost[best]! - 1 ? i : best), 0)
}

const holds = (outer: Box, box: Box): boolean => box.left >= outer.left && box.right <= outer.right && box.top >= outer.top && box.bottom <= outer.bottom

/** The places of labels, in pixels. `kept`: what no label may cover; `spared`: what they cover only where there is no other room; `sight`: the part that is shown first, which a label beside a piece in it does not leave while there is other room. */
export function plates(wanted: Wanted[], kept: Box[], spared: Box[], room: Size, sight: Box | null = null): Map<string, Plate> {
  const field: Box = { left: -RIM, top: -RIM, right: room.w + RIM, bottom: room.h + RIM }
  const taken: Box[] = [...kept]
  const covered = [...wanted.map((one) => one.box), ...spared]
  const found = new Map<string, Plate>()
  const order = [...wanted].sort((a, b) => b.first - a.first || a.box.top - b.box.top || a.box.left - b.box.left)
  for (const one of order) {
    const free = (spot: Spot, size: Size) => {
      const box = boxAt(spot, size)
      return holds(field, box) && !taken.some((other) => meets(box, other, GAP))
    }
    const over = (spot: Spot, size: Size) => covered.reduce((sum, other) => sum + shared(boxAt(spot, size), other), 0)
    const clear = (spots: Spot[], size: Size) => spots.find((spot) => free(spot, size) && over(spot, size) < 1)
    const by = (size: Size) => one.only ?? beside(one, size)
    const near = (size: Size) => by(size).filter((spot) => !sight || holds(sight, boxAt(spot, size)))
    const settle = (spot: Spot, size: number) => {
      const { w, h } = one.sizes[size]!
      found.set(one.id, { id: one.id, ...spot, w, h, size })
      taken.push(boxAt(spot, { w, h }))
    }
    const least = one.sizes.length - 1
    const smallest = one.sizes[least]!
    /** The fullest label that has room at one of its places. */
    const fullest = (places: (size: Size) => Spot[]) => one.sizes.map((wide, size) => ({ size, spot: clear(places(wide), wide) })).find(({ spot }) => spot)
    // Beside the piece in sight; else the least one on a leader in sight, beside it out of sight, on a leader anywhere, and at last over a piece that is not its own.
    let best = fullest(near)
    // What has no room of its own in sight is left out: far from it, it would name something else.
    if (!best && one.only) continue
    const off = best ? [] : farther(one, smallest)
    const seen = sight && meets(one.box, sight) ? off.filter((spot) => holds(sight, boxAt(spot, smallest))) : []
    best ??= [{ size: least, spot: clear(seen, smallest) }].find(({ spot }) => spot) ?? (sight ? fullest(by) : undefined) ?? [{ size: least, spot: clear(off, smallest) }].find(({ spot }) => spot)
    if (best) {
      settle(best.spot!, best.size)
      continue
    }
    const any = [...beside(one, smallest), ...farther(one, smallest)].filter((spot) => free(spot, smallest))
    if (any.length) settle(any.reduce((best, spot) => (over(spot, smallest) < over(best, smallest) ? spot : best)), least)
  }
  return found
}

/** The lines to their pieces from the labels that had no room beside them. */
export function tethers(wanted: Wanted[], set: Map<string, Plate>): { id: string; line: string }[] {
  return wanted.flatMap((one) => {
    const plate = set.get(one.id)
    if (!plate) return []
    const near = { x: Math.max(one.box.left, Math.min(one.box.right, plate.x)), y: Math.max(one.box.top, Math.min(one.box.bottom, plate.y)) }
    const gap = Math.max(Math.abs(near.x - plate.x) - plate.w / 2, Math.abs(near.y - plate.y) - plate.h / 2)
    return gap > plate.h / 2 ? [{ id: one.id, line: `M${plate.x.toFixed(1)} ${plate.y.toFixed(1)}L${near.x.toFixed(1)} ${near.y.toFixed(1)}` }] : []
  })
}
