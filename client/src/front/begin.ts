/** Begins a battle, remembers its links, and sits down. */
import { begin, Trouble } from '../api'
import { keep } from '../memory.svelte'
import { go } from '../route.svelte'
import type { NewBattle, RulebookPage, ScenarioLine, SideChoice } from '../wire'

export const titled = (id: string) => id.charAt(0).toUpperCase() + id.slice(1).replaceAll('_', ' ')
export const say = (error: unknown) => (error instanceof Trouble ? error.message : String(error))

/** The computer that plays where nobody chose one. */
export const usual = (book: RulebookPage) => book.players.find((one) => one.name === 'greedy')?.name ?? book.players[0]?.name ?? ''

/** The player of a side: `me`, `link`, or the name of a computer player. */
export const chosen = (by: string): SideChoice => (by === 'me' || by === 'link' ? { by } : { by: 'computer', level: by })

/** The players that one click begins with: me on the first side, the computer on all others. */
export function plain(book: RulebookPage, scenario: ScenarioLine): NewBattle {
  const sides = Object.fromEntries(scenario.sides.map((side, i) => [side, chosen(i ? usual(book) : 'me')]))
  return { rulebook: book.id, scenario: scenario.id, options: {}, dice: 'seeded', sides }
}

/** Begins what is wanted and goes to it: to the first side that I play, else to what else I may see. */
export async function launch(wanted: NewBattle): Promise<void> {
  const made = await begin(wanted)
  keep(made.battle, made.tokens, made.mine)
  go(`/battle#${made.tokens[made.mine.find((seat) => wanted.sides?.[seat]?.by === 'me') ?? 'referee'] ?? made.tokens.spectator ?? ''}`)
}
