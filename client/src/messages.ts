/** What goes over the wire besides scenes. */
import type { Figure, Part, Preview, Scene } from './scene'

export interface Seat { name: string; side: string; here?: boolean; computer?: string; level?: string }
export interface Said { number: number; seat: string; text: string }
/** An army that a side is to bring before the battle begins. */
export interface OpenArmy { side: string; settled?: boolean; most?: number }
export interface View {
  type: 'view'; at: number; scene: Scene; seats: Seat[]; seat: string; side: string; battle: string; dice: string
  commitment?: string; seals?: { side: string; hash: string }[]; can_undo?: boolean; why_not_undo?: string; wish?: string; said?: Said[]; paused?: string; seed?: string; armies?: OpenArmy[]
}
export interface Done { type: 'done'; id: string; at: number }
export interface Refused { type: 'refused'; id: string; reason: string; rule?: string; nearest?: string }
export interface Behind { type: 'behind'; id: string; at: number }
export interface Foreseen { type: 'foreseen'; id: string; at: number; preview: Preview | null }
export type Answer = View | Foreseen | Done | Refused | Behind | { type: 'goodbye'; reason: string } | { type: 'pong' }

export type Wish =
  | { type: 'order'; order: string; side?: string; reason?: string }
  | { type: 'undo'; to?: number; reason?: string }
  | { type: 'agree'; yes: boolean }
  | { type: 'player'; level: string | null; side?: string; reason?: string }
  | { type: 'end'; winners: string[]; reason?: string }
  | { type: 'change'; change: string; reason: string }
  | { type: 'pause'; on: boolean; reason: string }
  | { type: 'say'; text: string }

export interface Blank { title: string; choices?: [string, string][]; least?: number; most?: number }
export interface Change { verb: string; title: string; blanks?: Blank[]; help?: string }
export interface Panel { at: number; changes: Change[]; entries: { number: number; text: string }[]; paused: string; error: string }

export interface Tokens { battle: string; tokens: Record<string, string>; mine: string[] }
export interface Summary {
  battle: string; token: string; seat: string; side: string; rulebook: string; scenario: string; title: string
  scene: Scene; players: Record<string, string>; updated: number; entries: number; over?: boolean; mine?: boolean
  /** Why it cannot be opened, where it cannot. */
  trouble?: string
}
export interface Scenario { id: string; title: string; level: string; kind: string; summary: string; sides: string[]; armies?: string[]; musters?: string[] }
export interface Variant { id: string; values: string[]; default: string; rule: string; title: string; text: string; conflicts?: string[] }
export interface Player { name: string; level: string; summary: string }
export interface Rulebook { id: string; title: string; summary: string; options: Variant[]; scenarios: Scenario[]; players: Player[]; phases?: [string, string][] }
export interface RulebookLine { id: string; title: string; summary: string }
export interface Rule { id: string; title: string; tier: string; text: string; [more: string]: unknown }
export interface Then { number: number; of: number; scene: Scene }

export interface ArmyChoice { id: string; name: string; group?: string; price?: number; text?: string }
export interface ArmyField { id: string; title: string; form: 'one' | 'many' | 'number' | 'entry'; choices?: ArmyChoice[]; default?: string; least?: number; most?: number; of?: string; text?: string; rare?: boolean }
export interface ArmyKind { id: string; title: string; fields: ArmyField[] }
export interface ArmyTables { rulebook: string; points: string; budgets: number[]; kinds: ArmyKind[]; scenarios: Record<string, string[]>; text?: string }
export type ArmyValue = string | number | string[]
export interface ArmyEntry { values: Record<string, ArmyValue>; kind?: string; count?: number; name?: string }
export interface ArmyList { rulebook: string; entries?: ArmyEntry[]; name?: string; budget?: number; notes?: string }
export interface ArmyFault { text: string; fix: string; entry?: number; where?: string; field?: string; rule?: string }
export interface ArmyCard { title: string; cost: number; parts: Part[]; figures?: Figure[]; words?: string[]; symbol?: string; boxes?: number }
export interface Priced { title: string; count: number; total?: number; name?: string; card?: ArmyCard }
export interface Appraisal {
  rulebook: string; title: string; points: string; name: string; budget: number; spent: number; units: number
  entries: Priced[]; faults?: ArmyFault[]; sums?: Figure[]; notes?: string
}
export interface Mustered { army: ArmyList; appraisal: Appraisal; file: string; scenarios: string[] }
export type Mustering = { army: ArmyList } | { text: string } | { scenario: string; side: string }
