/** An order: words, numbers and groups of them, written in one way only. */
import { decimal, longer, Misfit, unquoted } from './text'

/** A word (also one in quotes), a number, or a group. */
export type Word = string | number | Word[]

const LONGEST = 4000
const DEEPEST = 7
const GREATEST = 1e12
const LONGEST_NUMBER = 24
const BARE = /^[A-Za-z_][A-Za-z0-9_.'*/+-]*$/
const WHOLE = /^-?(?:0|[1-9][0-9]*)$/
const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?$/
const TOKEN = /"(?:[^"\\]|\\[^])*"|[^ ()"]+/y

/** Reads an order; throws `Misfit` where it is written in any other way than the one. */
export function order(text: string): Word[] {
  if (longer(text, LONGEST)) throw new Misfit(`the order is longer than ${LONGEST} characters`)
  const open: Word[][] = [[]]
  let at = 0
  let first = true // nothing stands before it in its group
  while (at < text.length) {
    if (text[at] === ')') {
      const group = open.pop()!
      if (!open.length) throw new Misfit('a bracket is closed that was not opened')
      open.at(-1)!.push(group)
      at += 1
      first = false
      continue
    }
    if (!first) {
      if (text[at] !== ' ') throw new Misfit('single spaces are wanted between words')
      at += 1
    }
    if (text[at] === '(') {
      if (open.length > DEEPEST) throw new Misfit('brackets are nested too deep')
      open.push([])
      at += 1
      first = true
      continue
    }
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    if (!found) throw new Misfit('no word can be read')
    open.at(-1)!.push(word(found[0]))
    at += found[0].length
    first = false
  }
  if (open.length > 1) throw new Misfit('a bracket is not closed')
  if (!open[0]!.length) throw new Misfit('the order is empty')
  return open[0]!
}

function word(text: string): string | number {
  if (BARE.test(text)) return text
  if (text.startsWith('"')) {
    const found = unquoted(text)
    if (found !== undefined && !BARE.test(found)) return found
  } else if (text.length <= LONGEST_NUMBER && DECIMAL.test(text)) {
    const number = Number(text)
    const written = WHOLE.test(text) ? text !== '-0' : Number.isFinite(number) && !Number.isInteger(number) && decimal(number) === text
    if (written && Math.abs(number) <= GREATEST) return number
  }
  throw new Misfit(`'${text.slice(0, 24)}' is no word as a record writes it`)
}
