/** The entries of a record: orders, dice, and what the table itself noted. */
import { order, type Word } from './order'
import { Misfit } from './text'

export interface Order { kind: 'order'; side: string; seat: string; text: string; words: Word[]; seal: string; salt: string }
export interface Rolled { kind: 'die'; side: string; faces: number; value: number }
/** `hash`: of an undo, the hash of the new seed from here on, where there is one. */
export interface Noted { kind: 'undo' | 'mended' | 'note' | 'player' | 'force' | 'change' | 'end' | 'concede' | 'asked' | 'passed'; words: Word[]; hash: string }
export type Entry = Order | Rolled | Noted

export const NAME = "[A-Za-z0-9_.'-]{1,60}"
const MOST_FACES = 1_000_000
const DIE = new RegExp(`^(${NAME}) d([1-9][0-9]{0,6}) ([1-9][0-9]{0,6})$`)
const ORDER = new RegExp(`^(${NAME})(?:/(${NAME}))?(?: sealed ([0-9a-f]{64}) ([0-9a-f]{32}))? > ([^]+)$`)

type Fits = (word: Word) => boolean
const text: Fits = (word) => typeof word === 'string'
const names: Fits = (word) => Array.isArray(word) && word.every(text)
const group: Fits = (word) => Array.isArray(word) && word.length > 0
const number: Fits = (word) => Number.isInteger(word) && (word as number) >= 0
const hash: Fits = (word) => typeof word === 'string' && /^[0-9a-f]{64}$/.test(word)
/** What the table itself may note: the words that must follow, and those that may. */
const NOTED: Record<Noted['kind'], [Fits[], Fits[]]> = {
  undo: [[number, names], [hash]],
  mended: [[text], []],
  note: [[text], []],
  player: [[text, text], [text]],
  force: [[text, group, text], []],
  change: [[group, text], []],
  end: [[names, text], []],
  concede: [[text], []],
  asked: [[text, group], []],
  passed: [[text, group], []],
}

/** Reads the middle part of a line, without number and hash; throws `Misfit`. */
export function entry(line: string): Entry {
  if (line.startsWith('! ')) return noted(order(line.slice(2)))
  const die = DIE.exec(line)
  if (die) {
    const [faces, value] = [Number(die[2]), Number(die[3])]
    if (value > faces || faces > MOST_FACES) throw new Misfit(`a die of ${faces} faces cannot show ${value}`)
    return { kind: 'die', side: die[1]!, faces, value }
  }
  const found = ORDER.exec(line)
  if (!found) throw new Misfit('this is no entry')
  const [, side = '', seat = '', seal = '', salt = '', given = ''] = found
  return { kind: 'order', side, seat, text: given, words: order(given), seal, salt }
}

function noted(words: Word[]): Noted {
  const [first, ...rest] = words
  const kind = first as Noted['kind']
  const wanted = typeof first === 'string' && Object.hasOwn(NOTED, first) ? NOTED[kind] : undefined
  if (!wanted) throw new Misfit('the table notes no such thing')
  const [must, may] = wanted
  if (rest.length < must.length || rest.length > must.length + may.length || !rest.every((word, i) => [...must, ...may][i]!(word))) throw new Misfit(`'${kind}' is wanted with other words`)
  return { kind, words: rest, hash: kind === 'undo' ? ((rest[2] as string | undefined) ?? '') : '' }
}
