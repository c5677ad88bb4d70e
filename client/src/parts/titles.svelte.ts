/** The titles of rules, a rulebook's fetched when the first of them is asked for. */
import { rulebook } from '../api'

let here = $state.raw<Record<string, Record<string, string>>>({})
const asked = new Set<string>()

async function ask(book: string): Promise<void> {
  asked.add(book)
  try {
    const found = (await rulebook(book)).titles
    here = { ...here, [book]: found }
  } catch {
    asked.delete(book)
  }
}

/** A rule as people call it; by its id as long as its title is not known. */
export function titleOf(rule: string): string {
  const [book, id] = rule.includes(':') ? (rule.split(':') as [string, string]) : ['', rule]
  if (book === 'table') return 'Custom of the table'
  if (book && !asked.has(book)) queueMicrotask(() => asked.has(book) || void ask(book))
  return here[book]?.[id] ?? id
}
