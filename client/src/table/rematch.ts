/** The same battle once more: as it was asked for if this browser began it, else as far as its seats tell. */
import { begin, type NewBattle, type SideChoice } from '../api'
import { battles, keep } from '../memory.svelte'
import type { View } from '../messages'
import { go } from '../route.svelte'

const WANTED = 'banneret.wanted'
const MOST = 60

function wanted(): Record<string, NewBattle> {
  try {
    return (JSON.parse(localStorage.getItem(WANTED) ?? '{}') as Record<string, NewBattle> | null) ?? {}
  } catch {
    return {}
  }
}

/** Remembers how a battle was asked for. */
export function remember(battle: string, how: NewBattle): void {
  try {
    localStorage.setItem(WANTED, JSON.stringify(Object.fromEntries([[battle, how], ...Object.entries(wanted())].slice(0, MOST))))
  } catch {
    // nothing is kept: a rematch then takes the usual options
  }
}

function guessed(view: View): NewBattle {
  const mine = battles()[view.battle]?.mine ?? [view.side]
  const sides = Object.fromEntries(view.seats.map((seat): [string, SideChoice] => [seat.name, seat.computer && seat.name !== view.side ? { by: 'computer', level: seat.computer } : { by: mine.includes(seat.name) ? 'me' : 'link' }]))
  return { rulebook: view.scene.rulebook, scenario: view.scene.scenario, options: {}, dice: view.dice, sides }
}

/** Begins it and sits down on the same side. */
export async function rematch(view: View): Promise<void> {
  const how = wanted()[view.battle] ?? guessed(view)
  const made = await begin(how)
  keep(made.battle, made.tokens, made.mine)
  remember(made.battle, how)
  go(`/battle#${made.tokens[view.side] ?? made.tokens.spectator}`)
}
