/** The HTTP side of the table. Every failure becomes a `Trouble` with a sentence for people. */
import type { Rule, Rulebook, RulebookLine, Summary, Then, Tokens } from './messages'
import type { Scene } from './scene'

export class Trouble extends Error {}

async function call<T>(path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = {}
  if (token) headers.authorization = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  let answer: Response
  try {
    answer = await fetch(`/api/${path}`, { method: body === undefined ? 'GET' : 'POST', headers, body: body === undefined ? undefined : JSON.stringify(body) })
  } catch {
    throw new Trouble('The table cannot be reached. Is the server running?')
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({}))) as { error?: string; hint?: string }
    throw new Trouble([problem.error ?? `The table answered ${answer.status}.`, problem.hint].filter(Boolean).join(' '))
  }
  return (await answer.json()) as T
}

const known = new Map<string, Promise<unknown>>()
function once<T>(path: string): Promise<T> {
  let found = known.get(path) as Promise<T> | undefined
  if (!found) {
    found = call<T>(path)
    found.catch(() => known.delete(path))
    known.set(path, found)
  }
  return found
}

export interface SideChoice { by: 'me' | 'link' | 'computer'; level?: string }
export interface NewBattle { rulebook: string; scenario: string; options: Record<string, string>; dice: string; sides: Record<string, SideChoice>; referee?: boolean }

export const rulebooks = () => once<RulebookLine[]>('rulebooks')
export const rulebook = (id: string) => once<Rulebook>(`rulebooks/${id}`)
export const rules = (id: string) => once<Rule[]>(`rulebooks/${id}/rules`)
export const rule = (book: string, id: string) => once<Rule>(`rulebooks/${book}/rules/${encodeURIComponent(id)}`)
export const preview = (book: string, scenario: string) => once<Scene>(`rulebooks/${book}/scenarios/${scenario}/preview`)
export const begin = (wanted: NewBattle) => call<Tokens>('battles', wanted)
export const mine = (tokens: string[]) => call<Summary[]>('mine', { tokens })
export const takeIn = (text: string) => call<Tokens>('import', { text })
export const lookBack = (token: string, number: number, all: boolean) => call<Then>(`battle/at/${number}${all ? '?all=1' : ''}`, undefined, token)
export const fork = (token: string, at: number | null, hidden: boolean) => call<Tokens>('battle/fork', { at, private: hidden }, token)
export const remove = (token: string) => call<{ deleted: string }>('battle/delete', {}, token)

export async function record(token: string): Promise<Blob> {
  const answer = await fetch('/api/battle/record', { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Trouble(((await answer.json()) as { error: string }).error)
  return answer.blob()
}

/** Hands a record to the browser as a file. */
export async function save(token: string, name: string): Promise<void> {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await record(token))
  link.download = `${name}.banneret`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
