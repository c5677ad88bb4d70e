/** The battles of this browser, as sentences. */
import { battles } from '../memory.svelte'
import { turnOf } from '../scene'
import type { Summary } from '../wire'
import { titled } from './begin'

const called = (one: Summary, ids: string[]) => ids.map((id) => one.scene.sides.find((side) => side.id === id)?.name ?? titled(id)).join(' and ')

/** True if it waits for this seat. */
export const mine = (one: Summary): boolean => !one.trouble && !one.over && !!one.scene.waiting?.includes(one.side)

/** Where it stands, and what is asked. */
export function stands(one: Summary): { when: string; what: string } {
  if (one.trouble) return { when: one.trouble, what: '' }
  if (one.over) {
    const won = one.scene.ending?.winners ?? []
    return { when: won.length ? `Won by ${called(one, won)}` : 'Ended in a draw', what: '' }
  }
  const others = one.scene.waiting?.length ? `${called(one, one.scene.waiting)} to move` : ''
  return { when: turnOf(one.scene), what: mine(one) ? one.question || 'Your move' : others }
}

/** Who fights whom. */
export function against(one: Summary): string {
  const others = one.scene.sides.filter((side) => side.id !== one.side)
  const sides = others.map((side) => (one.players[side.id] ? 'the computer' : side.name)).join(' and ')
  const apart = battles()[one.battle]?.parent ? 'What if: ' : one.branch ? 'A branch: ' : ''
  return `${apart}${others.length < one.scene.sides.length ? `You as ${called(one, [one.side])}` : `As ${one.seat}`}, against ${sides}`
}
