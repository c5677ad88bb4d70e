/** JSON as a record writes it: keys sorted, no spaces, no escape that JSON does not demand. */
import { decimal, Misfit, ordered, unquoted } from './text'

const STRING = /"(?:[^"\\]|\\.)*"/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y
const LONGEST = 4300 // digits of a whole number

class Reader {
  at = 0
  constructor(readonly source: string) {}

  take(what: RegExp): RegExpExecArray | null {
    what.lastIndex = this.at
    const found = what.exec(this.source)
    if (found) this.at += found[0].length
    return found
  }
  is(sign: string): boolean {
    if (!this.source.startsWith(sign, this.at)) return false
    this.at += sign.length
    return true
  }
  string(): string {
    const found = this.take(STRING)
    const word = found ? unquoted(found[0]) : undefined
    if (word === undefined) throw new Misfit('a text is not written as it should be')
    return word
  }
  value(): void {
    if (this.is('{')) this.members()
    else if (this.is('[')) this.items()
    else if (this.source[this.at] === '"') this.string()
    else if (!this.is('true') && !this.is('false') && !this.is('null')) this.number()
  }
  items(): void {
    if (this.is(']')) return
    do this.value()
    while (this.is(','))
    if (!this.is(']')) throw new Misfit('a list is not closed')
  }
  members(): void {
    if (this.is('}')) return
    let last: string | undefined
    do {
      const key = this.string()
      if (last !== undefined && !ordered(last, key)) throw new Misfit('keys are not sorted')
      last = key
      if (!this.is(':')) throw new Misfit('a key has no value')
      this.value()
    } while (this.is(','))
    if (!this.is('}')) throw new Misfit('an object is not closed')
  }
  number(): void {
    const found = this.take(NUMBER)
    if (!found) throw new Misfit('no value can be read')
    const [text, fraction, power] = found
    if (fraction === undefined && power === undefined) {
      if (text === '-0' || text.replace('-', '').length > LONGEST) throw new Misfit('a number is not written as it should be')
      return
    }
    const number = Number(text)
    if (!Number.isFinite(number) || decimal(number) !== text) throw new Misfit('a number is not written as it should be')
  }
}

/** Reads an object that is written as a record writes it; throws `Misfit`. */
export function object(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) throw new Misfit('a JSON object is expected')
  const reader = new Reader(text)
  try {
    reader.value()
  } catch (error) {
    if (error instanceof Misfit) throw error
    throw new Misfit('the JSON object is nested too deep')
  }
  if (reader.at !== text.length) throw new Misfit('something stands behind the JSON object')
  return JSON.parse(text) as Record<string, unknown>
}
