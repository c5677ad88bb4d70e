/** The armies that this browser keeps as drafts: files of their owner that are not saved yet. */
import type { ArmyList } from '../wire'

const ARMIES = 'banneret.armies'
const MOST = 60
export interface KeptArmy { army: ArmyList; at: number }

export function armies(): Record<string, KeptArmy> {
  try {
    return (JSON.parse(localStorage.getItem(ARMIES) ?? 'null') as Record<string, KeptArmy> | null) ?? {}
  } catch {
    return {}
  }
}

function write(all: Record<string, KeptArmy>): void {
  const latest = Object.entries(all).sort((a, b) => b[1].at - a[1].at).slice(0, MOST)
  try {
    localStorage.setItem(ARMIES, JSON.stringify(Object.fromEntries(latest)))
  } catch {
    // a browser that keeps nothing: the file is what stays
  }
}

export const keepArmy = (id: string, army: ArmyList): void => write({ ...armies(), [id]: { army, at: Date.now() } })

export function forgetArmy(id: string): void {
  const all = armies()
  delete all[id]
  write(all)
}

/** The armies of a rulebook, the latest first. */
export const armiesOf = (book: string): [string, ArmyList][] =>
  Object.entries(armies()).filter(([, one]) => one.army.rulebook === book).sort((a, b) => b[1].at - a[1].at).map(([id, one]) => [id, one.army])

export const calledArmy = (army: ArmyList): string => army.name || 'An army without a name'

/** The army that is on its way to the front page, with the battle it is meant for. */
export const staged: { wanted?: { book: string; scenario: string; side: string; army: string } } = {}
