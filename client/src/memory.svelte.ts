/** The memory of this browser: the secret links of its battles, and how the table shall look. */

/** The links of a battle: all of them, whose seats are mine, of a branch the link it came from, whether it is over, the link to be sent to a guest, that by which I came as one, and when it was last used. */
export interface Kept { tokens: Record<string, string>; mine: string[]; parent?: string; over?: boolean; invitation?: Invitation; came?: string; at: number }
/** A link to be sent: to a side, or to any (an empty one); `swap`: to mine too. */
export interface Invitation { token: string; side: string; swap?: boolean }
/** The number of battles remembered, and the least number besides those that go on. */
const MOST = 120
const SPARE = 30
const BATTLES = 'banneret.battles'
const LESSONS = 'banneret.lessons'
const MOST_LESSONS = 20
const SETTINGS = 'banneret.settings'
const CURTAIN = 'banneret.curtain'
const HOST = 'banneret.host'
const CLAIM = 'banneret.claim'
const PERSON = 'banneret.person'
const HASHES = 'banneret.hashes'
const MOST_HASHES = 300 // battles whose published hashes are remembered

function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? otherwise
  } catch {
    return otherwise
  }
}
function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // a browser that keeps nothing: the links in the address bar still work
  }
}

/** The key of the table's host, where this browser is theirs. */
export const hostKey = (): string => read<string>(HOST, '')
export const rememberHost = (key: string): void => write(HOST, key)
/** The table does not know the key any more. */
export const forgetHost = (key: string): void => {
  if (hostKey() === key) write(HOST, '')
}

export const battles = (): Record<string, Kept> => read<Record<string, Kept>>(BATTLES, {})

/** Remembers links of a battle; `used`: somebody sits there now. */
export function keep(battle: string, tokens: Record<string, string>, mine: string[], parent?: string, used = true): void {
  const all = battles()
  const before = all[battle]
  const at = used ? Date.now() : (before?.at ?? Date.now())
  all[battle] = { ...before, tokens: { ...before?.tokens, ...tokens }, mine: [...new Set([...(before?.mine ?? []), ...mine])], parent: parent ?? before?.parent, at }
  write(BATTLES, remembered(all))
}

/** Changes what is known of a battle of this browser. */
export function amend(battle: string, change: Partial<Kept>): void {
  const all = battles()
  if (all[battle]) write(BATTLES, { ...all, [battle]: { ...all[battle], ...change } })
}
/** The battle of this browser to which I came by an invitation, and that to which I invite by it. */
export const cameBy = (invitation: string): Kept | undefined => Object.values(battles()).find((one) => one.came === invitation)
export const inviteBy = (invitation: string): Kept | undefined => Object.values(battles()).find((one) => one.invitation?.token === invitation)

/** The name I go by at tables. */
export const person = (): string => read(PERSON, '')
export const callMe = (name: string): void => write(PERSON, name)

/** The secret with which I claim a seat: the same for the same invitation, so that a claim can be sent again. */
export function claimant(invitation: string, fresh: () => string): string {
  const known = read<{ invitation: string; id: string } | null>(CLAIM, null)
  if (known?.invitation === invitation) return known.id
  const id = fresh()
  write(CLAIM, { invitation, id })
  return id
}

/** The battles last used first. */
export const latest = (all: Record<string, Kept>): [string, Kept][] => Object.entries(all).sort((a, b) => b[1].at - a[1].at)

/** The battles that stay: every battle that goes on, because without its links nobody has the seat; of branches and of what is over only the last used. */
export function remembered(all: Record<string, Kept>): Record<string, Kept> {
  const spare = (one: Kept) => !!one.over || !!one.parent
  let room = Math.max(SPARE, MOST - Object.values(all).filter((one) => !spare(one)).length)
  return Object.fromEntries(latest(all).filter(([, one]) => !spare(one) || room-- > 0))
}

/** Notes of battles of this browser whether they are over; `used`: somebody sits there now. */
export function note(found: { battle: string; over?: boolean }[], used = false): void {
  const all = battles()
  const known = found.filter(({ battle }) => all[battle])
  for (const { battle, over } of known) all[battle] = { ...all[battle]!, over: !!over, at: used ? Date.now() : all[battle]!.at }
  if (known.length) write(BATTLES, all)
}

/** The hash of its seed that a battle published while it was fought: remembered, so that its record can be compared with it. */
export function published(battle: string, hash: string): void {
  const { [battle]: before = [], ...others } = read<Record<string, string[]>>(HASHES, {})
  if (!battle || !hash || before.includes(hash)) return
  write(HASHES, Object.fromEntries([...Object.entries(others).slice(1 - MOST_HASHES), [battle, [...before, hash]]]))
}

/**
 * A hash that was published while this battle was fought and is not among those of a record; '' where all are, null where none is known.
 * Without a battle: that of which one of these hashes is known.
 */
export function missing(hashes: string[], battle = ''): string | null {
  const all = read<Record<string, string[]>>(HASHES, {})
  const known = battle ? all[battle] : Object.values(all).find((one) => one.some((hash) => hashes.includes(hash)))
  return known ? (known.find((hash) => !hashes.includes(hash)) ?? '') : null
}

export function forget(battle: string): void {
  const all = battles()
  delete all[battle]
  write(BATTLES, all)
}

/** How far a lesson has come in this browser: the steps that were met, and whether it was skipped. */
export interface Learned { trail: [number, number][]; skipped: boolean }
export const lessons = {
  of: (battle: string): Learned => read<Record<string, Learned>>(LESSONS, {})[battle] ?? { trail: [], skipped: false },
  keep: (battle: string, learned: Learned): void => {
    const { [battle]: _, ...others } = read<Record<string, Learned>>(LESSONS, {})
    write(LESSONS, Object.fromEntries([...Object.entries(others).slice(1 - MOST_LESSONS), [battle, learned]]))
  },
}

/** A link that opens as much as this browser may: the referee's, else a seat of mine. */
export const keeper = (kept: Kept | undefined): string => kept?.tokens.referee ?? kept?.tokens[kept.mine[0] ?? ''] ?? ''

/** The links of all seats of mine: what is done for several seats takes the links of all of them. */
export const links = (kept: Kept | undefined): string[] => (kept?.mine ?? []).flatMap((name) => kept?.tokens[name] ?? [])

/** The link to sit down with: a side of mine, else whatever else there is. */
export function door(kept: Kept): string {
  const seat = kept.mine.find((name) => name !== 'referee') ?? (kept.tokens.spectator ? 'spectator' : kept.mine[0])
  return (seat && kept.tokens[seat]) || Object.values(kept.tokens)[0] || ''
}

/** The link by which others may look on, if there is one. Never that of a seat: who has that has the seat. */
export function onlookers(kept: Kept | undefined, seat: string, token: string, query = ''): string {
  const theirs = seat === 'spectator' ? token : kept?.tokens.spectator
  return theirs ? `${location.origin}/battle${query && '?'}${query}#${theirs}` : ''
}

export interface Settings { theme: 'auto' | 'light' | 'dark'; motion: boolean; pause: number; letters: boolean; size: number; textBoard: boolean; sound: boolean; tell: boolean }
const DEFAULTS: Settings = { theme: 'auto', motion: true, pause: 600, letters: true, size: 100, textBoard: false, sound: false, tell: false }

export const settings = $state<Settings>({ ...DEFAULTS, ...read<Partial<Settings>>(SETTINGS, {}) })

/** Puts the settings into effect and remembers them. */
export function settle(): void {
  const dark = settings.theme === 'dark' || (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  const root = document.documentElement
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.still = String(!settings.motion || matchMedia('(prefers-reduced-motion: reduce)').matches)
  root.style.fontSize = `${settings.size}%`
  write(SETTINGS, settings)
}
export const still = () => document.documentElement.dataset.still === 'true'

/** Of seats that are passed on in one window: the link of the one that waits behind the curtain. It outlives a reload of the page. */
export const curtained = {
  is: (token: string): boolean => {
    try {
      return sessionStorage.getItem(CURTAIN) === token
    } catch {
      return false
    }
  },
  draw: (token: string): void => {
    try {
      if (token) sessionStorage.setItem(CURTAIN, token)
      else sessionStorage.removeItem(CURTAIN)
    } catch {
      // a browser that keeps nothing has no curtain
    }
  },
}

/** The phases of a rulebook's turn, learned in the order in which they were met. */
export function learnPhases(book: string, phase: string, before: string): string[] {
  const all = read<Record<string, string[]>>('banneret.phases', {})
  const known = all[book] ?? []
  if (phase && !known.includes(phase)) {
    const after = known.indexOf(before)
    known.splice(after < 0 ? known.length : after + 1, 0, phase)
    write('banneret.phases', { ...all, [book]: known })
  }
  return known
}
