/** The keys of the table: which key means what. Digits, letters and Enter act only while nobody types. */
import { pressing, typing } from '../keys'
import { settings } from '../memory.svelte'

/** The letters that have no meaning of their own: they name rows and goals, small ones first. */
export const FREE = [...'abcdeghjkmoprsvwxyz', ...'ABCDEGHJKMOPRSVWXYZ']
const DIGITS = [...'123456789']
/** The key of the nth row: digits, then letters. */
export const rowKey = (n: number): string => DIGITS[n] ?? FREE[n - DIGITS.length] ?? ''

export interface Doings {
  blocked: () => boolean
  help: () => void
  escape: () => void
  confirm: () => void
  digit: (n: number) => void
  /** The last bit of the order in the making goes. Whether there was one. */
  back: () => boolean
  /** A letter that means nothing else: a row or a goal of the question. Whether it was one. */
  letter: (key: string) => boolean
  undo: () => void
  words: () => void
  news: () => void
  question: () => void
  consequence: () => void
  /** The piece in question in full. */
  inspect: () => void
}

/** A listener for the keys of the whole page. */
export function keyboard(does: Doings): (event: KeyboardEvent) => void {
  const letters: Record<string, () => void> = { u: does.undo, t: does.words, l: does.news, q: does.question, i: does.inspect }
  return (event) => {
    if (typing(event) || does.blocked()) return
    const key = event.key
    const letter = letters[key.toLowerCase()]
    if (key === '?') does.help()
    else if (key === 'Escape') does.escape()
    else if (key === 'Enter' && !pressing(event)) does.confirm()
    else if (/^[0-9]$/.test(key)) does.digit(Number(key))
    else if (key === 'Backspace' && does.back()) void 0
    else if (letter && settings.letters) letter()
    else if (settings.letters && /^[a-zA-Z]$/.test(key) && does.letter(key)) void 0
    else if (key === ' ' && !pressing(event)) does.consequence()
    else return
    event.preventDefault()
  }
}
