/** Begins a battle, remembers its links, and sits down. */
import { begin } from '../api'
import { amend, keep, person } from '../memory.svelte'
import { go } from '../route.svelte'
import type { NewBattle, RulebookPage, ScenarioLine, SideChoice } from '../wire'

export const titled = (id: string) => id.charAt(0).toUpperCase() + id.slice(1).replaceAll('_', ' ')

/** The computer that plays where nobody chose one. */
export const usual = (book: RulebookPage) => book.players.find((one) => one.name === 'greedy')?.name ?? book.players[0]?.name ?? ''

/** The player of a side: `me`, `link` (a friend, by invitation), or the name of a computer player. */
export const chosen = (by: string): SideChoice => (by === 'me' ? { by } : by === 'link' ? { by: 'guest' } : { by: 'computer', level: by })

/** The players by side, at least one of them a friend: who was chosen stays, and a friend takes the last side that is not mine where none was. */
export function withFriend(by: Record<string, string>): Record<string, string> {
  const sides = Object.keys(by)
  if (Object.values(by).includes('link')) return by
  const theirs = sides.findLast((side) => by[side] !== 'me') ?? sides.at(-1)
  return theirs ? { ...by, [theirs]: 'link' } : by
}

/** The players that one press begins with: me on one side, the first where none is named, the computer on all others. */
export function plain(book: RulebookPage, scenario: ScenarioLine, mine = scenario.sides[0]): NewBattle {
  const sides = Object.fromEntries(scenario.sides.map((side) => [side, chosen(side === mine ? 'me' : usual(book))]))
  return { rulebook: book.id, scenario: scenario.id, options: {}, dice: 'seeded', sides }
}

/** Begins the battle to learn a rulebook by: its lesson, where that is one. */
export async function teach(book: RulebookPage, scenario: ScenarioLine): Promise<void> {
  if (book.lesson === scenario.id) go(`/learn/${book.id}`)
  else await launch(plain(book, scenario, book.first?.side))
}

/** Begins what is wanted and goes to it: to the invitation where one is to be sent, else to the first side that I play, or to what else I may see. */
export async function launch(wanted: NewBattle): Promise<void> {
  const made = await begin({ ...wanted, person: person() })
  keep(made.battle, made.tokens, made.mine)
  const [guest] = Object.entries(made.invitations)
  if (guest) amend(made.battle, { invitation: { side: guest[0], token: guest[1] } })
  go(`/${guest ? 'invite' : 'battle'}#${made.tokens[made.mine.find((seat) => wanted.sides?.[seat]?.by === 'me') ?? 'referee'] ?? made.tokens.spectator ?? ''}`)
}
