/** Motion that explains: a hidden thing is turned up, a lost one falls. With motion off each is there, or gone, at once. */
import { still } from '../memory.svelte'

const ease = (t: number) => 1 - (1 - t) ** 3

/** Turned up about its upright middle. */
export function turnup(_node: Element, { duration = 200, base = '' }: { duration?: number; base?: string } = {}) {
  return { duration: still() ? 0 : duration, easing: ease, css: (t: number) => `transform: ${base} scaleX(${Math.max(0.02, t)}); transform-box: fill-box; transform-origin: center` }
}

/** Fades and drops, unless it only left for another place. */
export function fall(_node: Element, { gone = true, duration = 260 }: { gone?: boolean; duration?: number } = {}) {
  return { duration: still() || !gone ? 0 : duration, easing: (t: number) => t, css: (t: number, u: number) => `opacity: ${t}; translate: 0 ${(u * 26).toFixed(1)}px` }
}
