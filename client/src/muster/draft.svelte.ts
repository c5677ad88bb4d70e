/** The army on the table of the muster page: every change is kept in the browser and held against the rulebook by the server. */
import { musterArmy, say, Trouble } from '../api'
import { ownArmies } from './kept'
import type { ArmyEntry, ArmyField, ArmyKind, ArmyList, ArmyTables, Mustered, Mustering } from '../wire'

const WAIT = 120

/** The kind of an entry: the one it names, or the one whose first field it has. */
export const kindOf = (tables: ArmyTables, entry: ArmyEntry): ArmyKind | undefined =>
  tables.kinds.find((kind) => entry.kind === kind.id || (!entry.kind && kind.fields[0]!.id in entry.values))

const bare = (entry: ArmyEntry) => !entry.name && Object.keys(entry.values).length === 1

export class Draft {
  id = $state('')
  army = $state<ArmyList>({ rulebook: '' })
  found = $state.raw<Mustered>()
  trouble = $state('')
  keys = $state.raw<number[]>([]) // one for each entry, which goes with it wherever it is moved
  #key = 0
  #timer = 0
  #asked = 0
  #fresh = false // what was found is of the army as it stands now

  constructor(readonly tables: ArmyTables) {}

  get entries(): ArmyEntry[] { return this.army.entries ?? [] }
  get faults() { return this.found?.appraisal.faults ?? [] }

  /** Takes up the latest draft of the rulebook, or begins one. */
  async resume(): Promise<void> {
    const latest = ownArmies.of(this.tables.rulebook)[0]
    if (latest) this.turn(latest[0])
    else await this.empty()
  }

  turn(id: string): void {
    const kept = ownArmies.get(id)
    if (!kept) return
    this.#take(kept, id)
    void this.#check()
  }

  #take(army: ArmyList, id: string = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`): void {
    this.id = id
    this.army = army
    this.keys = this.entries.map(() => ++this.#key)
    this.found = undefined
    this.#stale()
  }

  /** Earlier appraisals, and those on their way, are not of the present army. */
  #stale(): void {
    this.#asked++
    this.#fresh = false
  }

  /** Begins an empty army, at once: nothing that is done to it before the server has answered is lost. */
  async empty(): Promise<void> {
    this.#take({ rulebook: this.tables.rulebook, budget: this.tables.budgets[0] ?? 0 })
    await this.#check()
  }

  /** Begins the army of a file, or that of a scenario; but not if another was loaded meanwhile, or this one was changed. */
  async begin(wanted: Mustering): Promise<void> {
    const before = this.army
    const made = await musterArmy(this.tables.rulebook, wanted)
    if (before !== this.army) return
    this.#take(made.army)
    this.found = made
    this.#fresh = true
    if (this.entries.length) ownArmies.keep(this.id, made.army)
  }

  async drop(): Promise<void> {
    ownArmies.forget(this.id)
    await this.resume()
  }

  change(values: Partial<ArmyList>): void {
    this.army = { ...this.army, ...values }
    ownArmies.keep(this.id, $state.snapshot(this.army))
    this.#stale()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#check(), WAIT) as unknown as number
  }

  /** Adds one; equal ones that have nothing of their own are counted. Returns its place. */
  add(kind: ArmyKind, choice: string): number {
    const first = kind.fields[0]!.id
    const at = this.entries.findIndex((one) => bare(one) && one.values[first] === choice)
    if (at >= 0) this.set(at, { count: (this.entries[at]!.count ?? 1) + 1 })
    else this.#lay([...this.entries, { kind: kind.id, values: { [first]: choice } }], [...this.keys, ++this.#key])
    return at >= 0 ? at : this.entries.length - 1
  }

  set(at: number, values: Partial<ArmyEntry>): void {
    this.change({ entries: this.entries.map((one, i) => (i === at ? { ...one, ...values } : one)) })
  }

  /** Sets a field; an empty value takes it out. */
  field(at: number, field: ArmyField, value: ArmyEntry['values'][string]): void {
    const values = { ...this.entries[at]!.values }
    if (value === '' || value === field.default || (Array.isArray(value) && !value.length)) delete values[field.id]
    else values[field.id] = value
    this.set(at, { values })
  }

  /** Names an entry; those that refer to it go on referring to it. */
  name(at: number, name: string): void {
    const before = this.entries[at]!.name ?? ''
    this.change({ entries: this.entries.map((one, i) => (i === at ? { ...one, name } : before ? this.#referring(one, before, name) : one)) })
  }

  /** The name of an entry, given to it now if it has none. */
  named(at: number): string {
    const entry = this.entries[at]!
    if (entry.name) return entry.name
    const kind = kindOf(this.tables, entry)
    const title = kind?.fields[0]!.choices?.find((one) => one.id === entry.values[kind.fields[0]!.id])?.name ?? 'Entry'
    let number = 1
    while (this.entries.some((one) => one.name === `${title} ${number}`)) number++
    this.name(at, `${title} ${number}`)
    return `${title} ${number}`
  }

  remove(at: number): void {
    const name = this.entries[at]!.name ?? ''
    const left = this.entries.filter((_, i) => i !== at)
    this.#lay(name ? left.map((one) => this.#referring(one, name, '')) : left, this.keys.filter((_, i) => i !== at))
  }

  duplicate(at: number): void {
    const { name: _, ...copy } = $state.snapshot(this.entries[at]!) as ArmyEntry
    this.#lay(this.entries.toSpliced(at + 1, 0, copy), this.keys.toSpliced(at + 1, 0, ++this.#key))
  }

  move(at: number, by: number): void {
    this.#lay(this.entries.toSpliced(at, 1).toSpliced(at + by, 0, this.entries[at]!), this.keys.toSpliced(at, 1).toSpliced(at + by, 0, this.keys[at]!))
  }

  #lay(entries: ArmyEntry[], keys: number[]): void {
    this.keys = keys
    this.change({ entries })
  }

  /** The places of the entries that a field may refer to. */
  referable(field: ArmyField): number[] {
    return this.entries.flatMap((one, i) => (kindOf(this.tables, one)?.id === field.of ? [i] : []))
  }

  #referring(entry: ArmyEntry, before: string, name: string): ArmyEntry {
    const fields = kindOf(this.tables, entry)?.fields.filter((field) => field.form === 'entry' && entry.values[field.id] === before) ?? []
    if (!fields.length) return entry
    const values = { ...entry.values }
    for (const field of fields) {
      if (name) values[field.id] = name
      else delete values[field.id]
    }
    return { ...entry, values }
  }

  /** The server's appraisal of the present army, the last change included: for everything that leaves the page. */
  async settled(): Promise<Mustered> {
    clearTimeout(this.#timer)
    if (!this.#fresh) await this.#check()
    if (!this.found || !this.#fresh) throw new Trouble(this.trouble || 'The army has just been changed; try again.')
    return this.found
  }

  async #check(): Promise<void> {
    const asked = ++this.#asked
    try {
      const found = await musterArmy(this.tables.rulebook, { army: $state.snapshot(this.army) as ArmyList })
      if (asked === this.#asked) {
        this.found = found
        this.#fresh = true
        this.trouble = ''
      }
    } catch (error) {
      if (asked === this.#asked) this.trouble = say(error)
    }
  }
}
