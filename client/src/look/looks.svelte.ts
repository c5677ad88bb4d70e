/** The looks of rulebooks: each is fetched once; as long as it is not here, things are drawn plainly. */
import { getContext, setContext } from 'svelte'
import { look } from '../api'
import { Look, PLAIN } from './look'

/** After so many milliseconds a look that could not be had is asked for again. */
const AGAIN = 3000

let here = $state.raw<Record<string, Look>>({})
const asked = new Set<string>()
const put = (book: string, found: Look) => (here = { ...here, [book]: found })

async function ask(book: string): Promise<void> {
  asked.add(book)
  try {
    put(book, new Look(book, await look(book)))
  } catch {
    put(book, PLAIN)
    setTimeout(() => asked.delete(book), AGAIN)
  }
}

/** The look of a rulebook. */
export function lookOf(book: string): Look {
  if (book && !asked.has(book)) void ask(book)
  return here[book] ?? PLAIN
}
/** True if it is known how a rulebook is drawn, or that it cannot be known now. */
export function known(book: string): boolean {
  void lookOf(book)
  return !!here[book]
}

const KEY = Symbol('look')
/** Draw everything below in the look of that rulebook. */
export const drawAs = (book: () => string): void => void setContext(KEY, () => lookOf(book()))
/** The look in which things are drawn here. */
export const useLook = (): (() => Look) => getContext<(() => Look) | undefined>(KEY) ?? (() => PLAIN)
