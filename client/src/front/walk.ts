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

/** A list is one stop of the Tab key: the one that had the focus last, at first the first in sight. Arrows lead to the others, Home and End to the ends; what shares a box of `data-beside` with it follows by Tab. */
export function roving(list: HTMLElement, what: string): { destroy: () => void } {
  let at: HTMLElement | undefined
  const all = () => [...list.querySelectorAll<HTMLElement>(what)].filter((node) => node.offsetParent)
  const set = () => {
    const nodes = all()
    if (!at?.offsetParent || !nodes.includes(at)) at = nodes[0]
    for (const node of list.querySelectorAll<HTMLElement>(what)) {
      const stop = node === at || (!!at && !!node.closest<HTMLElement>('[data-beside]')?.contains(at)) ? 0 : -1
      if (node.tabIndex !== stop) node.tabIndex = stop
    }
  }
  const focus = (event: FocusEvent) => {
    const node = (event.target as HTMLElement).closest<HTMLElement>(what)
    if (node) at = node
    set()
  }
  const keys = (event: KeyboardEvent) => {
    const node = event.target as HTMLElement
    if (!node.matches(what) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
    const nodes = all()
    const next = event.key === 'Home' ? nodes[0] : event.key === 'End' ? nodes.at(-1) : towards(node, nodes, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const watch = new MutationObserver(set)
  watch.observe(list, { childList: true, subtree: true })
  const wide = new ResizeObserver(set)
  wide.observe(list)
  list.addEventListener('focusin', focus)
  list.addEventListener('keydown', keys)
  set()
  return {
    destroy() {
      watch.disconnect()
      wide.disconnect()
      list.removeEventListener('focusin', focus)
      list.removeEventListener('keydown', keys)
    },
  }
}
