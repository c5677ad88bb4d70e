/** Walking over what lies on a page by the arrow keys, as it lies there. */

const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
/** How much farther away a thing counts for every pixel that it lies off the straight way. */
const ASTRAY = 3

/** What lies nearest in the direction of an arrow key; nothing for other keys, and at the edge. */
export function towards(from: HTMLElement, all: HTMLElement[], key: string): HTMLElement | undefined {
  const way = WAYS[key]
  if (!way) return undefined
  const middle = (node: HTMLElement): [number, number] => {
    const box = node.getBoundingClientRect()
    return [box.left + Math.min(box.width, 40) / 2, box.top + box.height / 2]
  }
  const [x, y] = middle(from)
  let best: HTMLElement | undefined
  let least = Infinity
  for (const node of all) {
    if (node === from || !node.offsetParent) continue
    const [nx, ny] = middle(node)
    const along = (nx - x) * way[0] + (ny - y) * way[1]
    const off = Math.abs((nx - x) * way[1]) + Math.abs((ny - y) * way[0])
    if (along > 4 && along + off * ASTRAY < least) [best, least] = [node, along + off * ASTRAY]
  }
  return best
}
