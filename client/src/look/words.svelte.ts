/** The vocabularies of rulebooks: each is fetched once; as long as it is not here, words stand plain. */
import { words as fetchWords } from '../api'
import type { Word } from '../wire'

/** A bit of a text: a word that explains itself, or what stands between. */
export interface Bit { text: string; word?: string; entry?: Word }

/** A vocabulary made ready for finding its words in a text. */
export class Lexicon {
  private readonly forms = new Map<string, { word: string; entry: Word }>()
  private readonly finder: RegExp | null

  constructor(words: Record<string, Word>) {
    for (const [word, entry] of Object.entries(words)) for (const form of [word, ...(entry.also ?? [])]) this.forms.set(form.toLowerCase(), { word, entry })
    const all = [...this.forms.keys()].sort((a, b) => b.length - a.length).map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    this.finder = all.length ? new RegExp(`(?<!\\w)(?:${all.join('|')})(?!\\w)`, 'gi') : null
  }

  /** A text in bits, the longest words first. */
  bits(text: string): Bit[] {
    const found: Bit[] = []
    let from = 0
    for (const match of this.finder ? text.matchAll(this.finder) : []) {
      if (match.index > from) found.push({ text: text.slice(from, match.index) })
      found.push({ text: match[0], ...this.forms.get(match[0].toLowerCase())! })
      from = match.index + match[0].length
    }
    if (from < text.length) found.push({ text: text.slice(from) })
    return found
  }
}

const NONE = new Lexicon({})
let here = $state.raw<Record<string, Lexicon>>({})
const asked = new Set<string>()

/** The words of a rulebook; none as long as they are not here. */
export function lexiconOf(book: string): Lexicon {
  if (book && !asked.has(book)) {
    asked.add(book)
    fetchWords(book).then(({ words }) => (here = { ...here, [book]: new Lexicon(words) }), () => asked.delete(book))
  }
  return here[book] ?? NONE
}
