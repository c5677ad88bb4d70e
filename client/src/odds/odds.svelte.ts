/** The odds that are asked for: two lists and what is assumed. Each change asks again; while it is counted the old answer stays. */
import { odds as ask, say } from '../api'
import type { Assumption, Forecast, OddsPage } from '../wire'

/** An interval so narrow says who is stronger: until then battles are fought on. */
const NARROW = 7
const PAUSE = 250 // milliseconds of rest before what is typed is asked
const LONG = 2000 // milliseconds without an answer, after which the page says why
export const SIDES = ['attacker', 'defender'] as const
export type Side = (typeof SIDES)[number]

/** An entry of a list, as people write it. */
export interface Entry { count: number; name: string }

export const entries = (text: string): Entry[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const found = /^(\d{1,4})\s+(.*)$/.exec(part)
      return found ? { count: Number(found[1]), name: found[2]! } : { count: 1, name: part }
    })

export const written = (list: Entry[]): string =>
  list
    .filter((one) => one.count > 0)
    .map((one) => (one.count > 1 ? `${one.count} ${one.name}` : one.name))
    .join(', ')

export class Question {
  lists = $state({ attacker: '', defender: '' })
  flags = $state<Record<string, string>>({})
  found = $state.raw<Forecast>()
  counting = $state(false)
  /** Battles are fought on: the answer stands, and its interval narrows. */
  narrowing = $state(false)
  /** The answer takes long: it is fought out, and not counted. */
  long = $state(false)
  trouble = $state('')
  private asked = 0
  private timer = 0

  constructor(readonly book: string, readonly page: OddsPage) {
    const said = new URLSearchParams(location.search)
    this.lists = { attacker: said.get('a') ?? page.attacker ?? '', defender: said.get('d') ?? page.defender ?? '' }
    for (const one of page.assumptions ?? []) if (said.get(one.name)) this.flags[one.name] = said.get(one.name)!
  }

  /** The assumptions that count for these two lists. */
  get assumptions(): Assumption[] {
    const duel = this.found?.duel
    const counts = ({ only, unless }: Assumption) =>
      (!only || (duel !== undefined && (only === 'duel') === duel)) && !(unless?.length && this.flags[unless[0]!] === unless[1])
    return (this.page.assumptions ?? []).filter(counts)
  }

  value(one: Assumption): string {
    const chosen = this.flags[one.name]
    return one.choices?.some(([word]) => word === chosen) ? chosen! : (one.choices?.[0]?.[0] ?? '')
  }

  /** Asks after a moment of rest, or `now`. */
  change(now = false): void {
    this.counting = true
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.ask(), now ? 0 : PAUSE)
  }

  private async ask(): Promise<void> {
    const mine = ++this.asked
    history.replaceState(null, '', this.address)
    this.trouble = ''
    this.narrowing = this.long = false
    const waiting = window.setTimeout(() => (this.long = mine === this.asked && this.counting), LONG)
    try {
      for (const side of SIDES) if (!this.lists[side].trim()) throw new Error(`The ${side} has nobody: name a unit, such as ${entries(this.page[side] ?? '')[0]?.name ?? 'one of the list'}.`)
      let found = await ask(this.book, { ...this.lists, flags: this.flags, around: false })
      if (mine !== this.asked) return
      this.found = found
      this.counting = false
      // What would make it even is known of odds that are counted alone: battles that were fought are not fought again for it.
      if (!found.games) found = await ask(this.book, { ...this.lists, flags: this.flags, around: true })
      if (mine !== this.asked) return
      this.found = found
      await this.narrow(mine)
    } catch (error) {
      if (mine !== this.asked) return
      this.counting = this.narrowing = false
      this.trouble = error instanceof Error ? error.message : say(error)
    } finally {
      clearTimeout(waiting)
    }
  }

  /** Fights on until the interval means something, or until that would take longer than a page should. */
  private async narrow(mine: number): Promise<void> {
    let now = this.found!
    while (now.games && now.margin > NARROW && mine === this.asked) {
      this.narrowing = true
      const found = await ask(this.book, { ...this.lists, flags: this.flags, around: false, games: 3 * now.games })
      if (mine !== this.asked) return
      if (found.games <= now.games) break
      now = this.found = found
    }
    if (mine === this.asked) this.narrowing = false
  }
  /** True if the interval is wide and stays so: the lists are too large to be fought out often enough. */
  get rough(): boolean {
    return !this.counting && !this.narrowing && !!this.found?.games && this.found.margin > NARROW
  }

  assume(name: string, word: string): void {
    this.flags[name] = word
    this.change(true)
  }
  set(side: Side, text: string, now = false): void {
    this.lists[side] = text
    this.change(now)
  }
  swap(): void {
    this.lists = { attacker: this.lists.defender, defender: this.lists.attacker }
    this.change(true)
  }

  get query(): string {
    const said = new URLSearchParams({ a: this.lists.attacker, d: this.lists.defender })
    for (const [name, word] of Object.entries(this.flags)) said.set(name, word)
    return said.toString()
  }
  get address(): string {
    return `/odds/${this.book}?${this.query}`
  }
  get command(): string {
    const quoted = (text: string) => `"${text}"`
    const flags = this.assumptions.map((one) => `--option ${one.name}=${this.value(one)}`.replace(/=(.*[^\w/-].*)$/, '="$1"')).filter((word) => !word.endsWith('='))
    return ['banneret odds', this.book, quoted(this.lists.attacker), quoted(this.lists.defender), ...flags].join(' ')
  }
}
