/** The host of the table: the person who opened this browser by the address that the table prints when it starts. Their battles of the terminal are here too. */
import { forgetHost, hostKey, keep, rememberHost } from './memory.svelte'
import type { Hosted } from './wire'

const MARK = '#host='
let asked: Promise<void> | undefined

/** Takes the key, or the ticket that gets it, out of the address, where it must not stay. */
export function welcome(): void {
  if (!location.hash.startsWith(MARK)) return
  rememberHost(location.hash.slice(MARK.length))
  history.replaceState(null, '', location.pathname + location.search)
}

/** Remembers the links of the host's battles, those of the terminal too. One who is not the host, or no more, has none. */
export function gatherHosted(): Promise<void> {
  asked ??= fetchHosted().finally(() => (asked = undefined))
  return asked
}

async function fetchHosted(): Promise<void> {
  const key = hostKey()
  if (!key) return
  try {
    const answer = await fetch('/api/host', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ key }) })
    if (answer.status === 404) forgetHost(key)
    if (!answer.ok) return
    const found = (await answer.json()) as Hosted
    rememberHost(found.key)
    for (const one of found.battles) keep(one.battle, one.tokens, one.mine, undefined, false)
  } catch {
    // the table cannot be reached: the list of battles says so
  }
}
