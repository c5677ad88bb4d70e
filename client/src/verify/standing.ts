/** Which entries of a record stand: those that no undo took back. */
import type { Record } from './record'

/** Whether the referee ended the battle or a side gave up, and no one took that back. That it ended by its rules no record says. */
export function ended(record: Record): boolean {
  const after: boolean[] = [false] // by the number of the entry: whether the battle was ended after it
  for (const { number, entry } of record.entries) {
    const before = after[number - 1]!
    if (entry.kind === 'undo') after.push(after[entry.words[0] as number] ?? before)
    else after.push(before || entry.kind === 'end' || entry.kind === 'concede')
  }
  return after.at(-1)!
}
