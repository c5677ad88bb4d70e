/** Files that people hand in: their text, or a sentence on what is wrong with them, before the table is asked. */
import { Trouble } from './api'

export type Kind = 'record' | 'army' | 'board'

/** The name of each kind of file, the sign of it in the text, and where it is opened. */
const KINDS: Record<Kind, { name: string; told: RegExp; opened: string }> = {
  record: { name: 'a record', told: /^banneret record /, opened: 'open it on the front page' },
  army: { name: 'an army', told: /^\s*format\s*=\s*"banneret army /m, opened: 'open it in the muster' },
  board: { name: 'a board', told: /^\s*format\s*=\s*"banneret board /m, opened: 'open it where boards are joined, from the set-up of a battle' },
}
/** Signs that no text has: they stand where bytes were that are none. */
const NO_TEXT = /[\0\uFFFD]/

/** The text of a file that is to be of a kind, of at most so many bytes. A damaged record is left to the table, which makes what it can of it. */
export async function textOf(file: File, wanted: Kind, most: number): Promise<string> {
  const { name, told } = KINDS[wanted]
  if (!file.size) throw new Trouble('That file is empty.')
  if (file.size > most) throw new Trouble(`That file is too large for ${name}.`)
  const text = await file.text()
  if (told.test(text)) return text
  const other = Object.values(KINDS).find((one) => one.told.test(text))
  if (other) throw new Trouble(`That file is not ${name} but ${other.name}: ${other.opened}.`)
  if (NO_TEXT.test(text)) throw new Trouble(`That file is not ${name}: it holds no text.`)
  return text
}
