/** The header of a record: what a battle was begun with. */
import { NAME } from './entry'
import { object } from './json'
import { longer, Misfit, printable } from './text'

/** `hash`: of the first seed; empty where people rolled. `after`: of a fork, the last entry of the other battle (0: it begins as that began). */
export interface Header { rulebook: string; version: number; scenario: string; dice: string; hash: string; after: number }

const LONGEST_LINE = 400_000
const MOST_WORDS = 100
const LONGEST_WORD = 200
const LONGEST_SEED = 200
const LINES = ['rulebook', 'scenario', 'options', 'seats', 'players', 'dice']
const RULEBOOK = new RegExp(`^(${NAME}) ([1-9][0-9]{0,5})$`)
const IS_NAME = new RegExp(`^${NAME}$`)
const DICE = /^(?:seeded ([0-9a-f]{64})|(typed|scripted))(?: after (0|[1-9][0-9]{0,6}))?$/

/** Reads lines 2 to 7; throws `Misfit` that names the line. */
export function header(lines: string[]): Header {
  const rest = LINES.map((word, i) => {
    const line = lines[i] ?? ''
    if (!line.startsWith(`${word} `)) throw new Misfit(`a line '${word} …' is wanted`, `line ${i + 2}`)
    if (longer(line, LONGEST_LINE)) throw new Misfit(`the line is longer than ${LONGEST_LINE} characters`, `line ${i + 2}`)
    return line.slice(word.length + 1)
  }) as [string, string, string, string, string, string]
  const rulebook = RULEBOOK.exec(rest[0])
  if (!rulebook) throw new Misfit("'rulebook NAME VERSION' is wanted", 'line 2')
  const scenario = at(3, () => object(rest[1]))
  at(4, () => words(rest[2]))
  const seats = at(5, () => words(rest[3]))
  if (!Object.keys(seats).every((name) => IS_NAME.test(name))) throw new Misfit('the name of a seat is no name', 'line 5')
  at(6, () => words(rest[4]))
  const dice = DICE.exec(rest[5])
  if (!dice) throw new Misfit("'dice seeded HASH', 'dice typed' or 'dice scripted' is wanted", 'line 7')
  return { rulebook: rulebook[1]!, version: Number(rulebook[2]), scenario: String(scenario.title ?? scenario.id ?? ''), dice: dice[2] ?? 'seeded', hash: dice[1] ?? '', after: Number(dice[3] ?? 0) }
}

function at<T>(line: number, what: () => T): T {
  try {
    return what()
  } catch (error) {
    throw error instanceof Misfit ? new Misfit(error.message, `line ${line}`) : error
  }
}

function words(text: string): Record<string, unknown> {
  const found = object(text)
  const all = Object.entries(found)
  const short = (word: unknown) => typeof word === 'string' && !longer(word, LONGEST_WORD) && printable(word)
  if (all.length > MOST_WORDS || !all.flat().every(short)) throw new Misfit('a JSON object of short words is expected')
  return found
}

/** Whether a word can be a seed: short, printable, without space around it. */
export const isSeed = (word: string): boolean => !!word && !longer(word, LONGEST_SEED) && printable(word) && word === word.trim()
