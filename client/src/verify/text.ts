/** How a record writes texts and numbers: each in one way only. */

/** What does not fit the format, as a sentence without its full stop; `where` it stands. */
export class Misfit extends Error {
  constructor(message: string, readonly where = '') {
    super(message)
  }
}

/** Whether a text has more than so many characters: Unicode's, not the halves that script counts in. */
export function longer(text: string, most: number): boolean {
  if (text.length <= most) return false
  if (text.length > 2 * most) return true
  let count = 0
  for (const _ of text) count += 1
  return count > most
}

/** Whether a text has only letters, marks, digits, signs and the plain space: nothing that cannot be seen. */
export const printable = (text: string): boolean => /^[^\p{C}\p{Z}]*$/u.test(text.replaceAll(' ', ''))

/** A text as a JSON string; only what JSON demands is escaped. */
export const quoted = (text: string): string => JSON.stringify(text)

/** A string in its quotes, read; nothing where it is no JSON string, is written in another way, or holds half a character. */
export function unquoted(text: string): string | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'string' && !/\p{Cs}/u.test(found) && quoted(found) === text ? found : undefined
  } catch {
    return undefined
  }
}

/** A decimal as Python's `repr` writes it: the fewest digits, with an exponent below 0.0001 and from 10 to the 16th. */
export function decimal(number: number): string {
  if (number === 0) return Object.is(number, -0) ? '-0.0' : '0.0'
  const [, sign, first, rest = '', power] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(number.toExponential())!
  const exponent = Number(power)
  const digits = first! + rest
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, '0')
    return `${sign}${first}${rest && '.'}${rest}e${exponent < 0 ? '-' : '+'}${size}`
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`
}

/** Which of two texts comes first, by the numbers of their characters. */
export function ordered(one: string, other: string): boolean {
  const [first, second] = [Array.from(one), Array.from(other)]
  for (let i = 0; i < first.length && i < second.length; i++) {
    const [a, b] = [first[i]!.codePointAt(0)!, second[i]!.codePointAt(0)!]
    if (a !== b) return a < b
  }
  return first.length < second.length
}
