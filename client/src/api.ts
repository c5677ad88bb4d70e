/** The HTTP side of the table. Every failure becomes a `Trouble` with a sentence for people. */
import { hostKey } from './memory.svelte'
import type { Advice, Answer, ArmyList, ArmyTables, BattleReport, Claim, Code, Deleted, Door, Inspector, Invited, LaidBoard, Laying, LessonPage, Look, Moment, Mustered, Mustering, NewBattle, Panel, Preview, Primer, Problem, Rule, RuleLine, RulebookLine, RulebookPage, Scene, Summary, Tiles, Tokens, View, Vocabulary } from './wire'
import type { AskOdds, Forecast, Leave, NoticeLine, NoticeView, OddsPage, Post, SetClock } from './wire'

export class Trouble extends Error {
  /** `code`: what is wrong, where the server said it. */
  constructor(message: string, readonly code?: Code) {
    super(message)
  }
}

/** What went wrong, as a sentence for people. */
export const say = (error: unknown): string => (error instanceof Trouble ? error.message : String(error))

const TOKENS = 200
/** What a message that the table cannot read means to people: its own words are for programs. */
const MISREAD = 'This page and the table do not understand each other. Load the page again; if that does not help, they are of different versions.'

/** Names of what a request asks for, which mean nothing to people; other places are lines of a file, sides and the like. */
const FIELDS = /^(address|army|armies|board|file|host|kind|learn|muster|odds|play|players|rules|seed|side|sides|text|tokens|url)$/
/** A problem: what is wrong, where, and what to do about it. */
function sentence({ code, error, where, hint }: Partial<Problem>, status: number): string {
  if (code === 'unreadable') return MISREAD
  const text = error ?? `The table answered ${status}`
  const whole = [text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, ''), where && !FIELDS.test(where) ? ` (${where})` : '', hint ? `: ${hint.replace(/\.$/, '')}` : ''].join('')
  return whole.endsWith('?') ? whole : `${whole}.`
}

async function reach(path: string, body?: unknown, token?: string): Promise<Response> {
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
    const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>
    throw new Trouble(sentence(problem, answer.status), problem.code)
  }
  return answer
}
const call = async <T>(path: string, body?: unknown, token?: string): Promise<T> => (await (await reach(path, body, token)).json()) as T
const file = async (path: string, body?: unknown, token?: string): Promise<Blob> => (await reach(path, body, token)).blob()

/** The paper that is used where this browser is at home. */
const paper = (): string => (/-(US|CA|MX|PH|CL|CO)$/.test(navigator.language) ? 'letter' : 'A4')

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

export const rulebooks = () => once<RulebookLine[]>('rulebooks')
export const rulebook = (id: string) => once<RulebookPage>(`rulebooks/${id}`)
/** How a rulebook works, on one page. */
export const primer = (id: string) => once<Primer>(`rulebooks/${id}/primer`)
/** The words that stand on the screen, each with a sentence. */
export const words = (id: string) => once<Vocabulary>(`rulebooks/${id}/words`)
export const rules = (id: string) => once<RuleLine[]>(`rulebooks/${id}/rules`)
export const rule = (book: string, id: string) => once<Rule>(`rulebooks/${book}/rules/${encodeURIComponent(id)}`)
/** The look of a rulebook. */
export const look = (book: string) => call<Look>(`rulebooks/${book}/look`)
export const preview = (book: string, scenario: string) => once<Scene>(`rulebooks/${book}/scenarios/${scenario}/preview`)
export const armyTables = (book: string) => once<ArmyTables>(`rulebooks/${book}/muster`)
export const musterArmy = (book: string, wanted: Mustering) => call<Mustered>(`rulebooks/${book}/muster`, wanted)
/** The tiles that boards of a rulebook may be joined from. */
export const boardTiles = (book: string) => once<Tiles>(`rulebooks/${book}/tiles`)
export const layBoard = (book: string, wanted: Laying) => call<LaidBoard>(`rulebooks/${book}/board`, wanted)
export const oddsPage = (book: string) => once<OddsPage>(`rulebooks/${book}/odds`)
/** The odds of two lists. */
export const odds = (book: string, wanted: AskOdds) => call<Forecast>(`rulebooks/${book}/odds`, wanted)
/** Begins a battle; one of the host's is known to their terminal too. */
export const begin = (wanted: NewBattle) => call<Tokens>('battles', { ...wanted, host: hostKey() || null })
/** The lesson of a rulebook. */
export const lesson = (book: string) => once<LessonPage>(`rulebooks/${book}/lesson`)
/** Begins the lesson of a rulebook. */
export const learn = (book: string, person: string) => call<Tokens>(`rulebooks/${book}/lesson`, { person, host: hostKey() || null })
/** The battles that these tokens open, however many: the table takes so many at once. */
export async function mine(tokens: string[]): Promise<Summary[]> {
  const found: Summary[] = []
  tokens = tokens.filter((token) => /^[\w-]{20,64}$/.test(token)) // a damaged memory costs no other battle anything
  for (let i = 0; i < tokens.length; i += TOKENS) found.push(...(await call<Summary[]>('mine', { tokens: tokens.slice(i, i + TOKENS) })))
  return found
}
export const takeIn = (text: string) => call<Tokens>('import', { text, host: hostKey() || null })
export const lookBack = (token: string, number: number, all: boolean) => call<Moment>(`battle/at/${number}${all ? '?all=1' : ''}`, undefined, token)
/** The order that the computer would give for the seat, and why. */
export const advice = (token: string) => call<Advice>('battle/advice', undefined, token)
/** A piece in full, as the seat sees it now, or saw it at a moment. */
export const inspector = (token: string, piece: string, moment?: { number: number; all: boolean }) => call<Inspector>(`battle/piece/${encodeURIComponent(piece)}${moment ? `?at=${moment.number}${moment.all ? '&all=1' : ''}` : ''}`, undefined, token)
/** What an order would do, or why it may not be given; nothing changes. */
export async function foresee(token: string, order: string): Promise<Preview | null> {
  const answer = await call<Answer>('battle/request', { type: 'foresee', id: 'why', order }, token)
  return answer.type === 'foreseen' ? answer.preview : null
}
/** A branch; `tokens`: the links of all seats that it is for. */
export const fork = (token: string, tokens: string[], at: number | null, hidden: boolean) => call<Tokens>('battle/fork', { at, private: hidden, tokens }, token)
/** The same battle once more, with the armies of all sides; `tokens`: the links of all seats that I had. */
export const again = (token: string, tokens: string[], swap = false) => call<Tokens>('battle/again', { tokens, swap }, token)
/** The next battle of a campaign: the seats that follow from my links. */
export const nextBattle = (token: string, tokens: string[]) => call<Tokens>('battle/next', { tokens }, token)
/** The report of a battle that is over, as far as it is counted. */
export const afterwards = (token: string) => call<BattleReport>('battle/after', undefined, token)
/** The same as a page that stands alone. */
export const reportPage = (token: string) => file('battle/after/page', undefined, token)
/** The same on paper, as PDF. */
export const reportPaper = (token: string) => file(`battle/after/paper?paper=${paper()}`, undefined, token)
/** The present view of a seat. */
export const viewOf = (token: string) => call<View>('battle', undefined, token)
/** A new invitation to a side, or to any that is free; `swap`: mine may be chosen too. Earlier ones are void. */
export const invite = (token: string, tokens: string[], side: string, swap: boolean) => call<Invited>('battle/invite', { side, swap, tokens }, token)
/** Leaves my side to the guest: I play the other. */
export const giveSide = (token: string, tokens: string[], side: string) => call<View>('battle/guest/side', { side, tokens }, token)
/** Has the seat of a guest back. */
export const askBack = (token: string, tokens: string[], side: string) => call<View>('battle/guest/back', { side, tokens }, token)
/** The name I go by at the table. */
export const goBy = (token: string, person: string) => call<View>('battle/name', { person }, token)
/** The battle that an invitation is to; `knock`: the inviter is shown that it was opened. */
export const door = (invitation: string, knock: boolean) => call<Door>(knock ? 'invitation/open' : 'invitation', knock ? {} : undefined, invitation)
/** Sits down by an invitation. */
export const claim = (invitation: string, wanted: Claim) => call<Tokens>('invitation/claim', wanted, invitation)
/** The ways on which the table writes to players. */
export const post = () => once<Post>('post')
/** Where the seat is written to; the addresses stay with the table. */
export const notices = (token: string) => call<NoticeLine[]>('battle/notices', undefined, token)
/** Leaves an address for letters; an empty one deletes it. */
export const leave = (token: string, wanted: Leave) => call<NoticeLine[]>('battle/notice', wanted, token)
/** The time for each turn, before the guests come. */
export const setClock = (token: string, wanted: SetClock) => call<View>('battle/clock', wanted, token)
/** What the link in a letter is about; `on`: confirms it, or stops letters. */
export const notice = (token: string, on?: boolean) => call<NoticeView>('notice', on === undefined ? undefined : { on }, token)
/** Settles the army of a side that was left open; null: the scenario's own. */
export const bringArmy = (token: string, army: ArmyList | null) => call<View>('battle/army', { army }, token)
export const panel = (token: string) => call<Panel>('battle/referee', undefined, token)
/** Forgets a battle; `tokens`: the links of all seats that the player who began it kept. */
export const remove = (token: string, tokens: string[]) => call<Deleted>('battle/delete', { tokens }, token)

/** An army on paper, as PDF. */
export const roster = (book: string, army: ArmyList) => file(`rulebooks/${book}/roster?paper=${paper()}`, { army })
/** The rules card of a rulebook, as PDF. */
export const rulesCard = (book: string) => file(`rulebooks/${book}/card?paper=${paper()}`)

export const record = (token: string) => file('battle/record', undefined, token)

export function hand(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Hands a paper out as PDF; where the table makes none, the browser prints its own sheet of what is shown. */
export async function printed(paper: Promise<Blob>, name: string): Promise<void> {
  try {
    hand(await paper, `${name}.pdf`)
  } catch (error) {
    if (!(error instanceof Trouble) || error.code !== 'bad-input') throw error
    print()
  }
}
/** Hands a record to the browser as a file. */
export const save = async (token: string, name: string): Promise<void> => hand(await record(token), `${name}.banneret`)

/** Hands the report of an error to the browser as a file. */
export const troubleReport = async (token: string, battle: string): Promise<void> => hand(await file('battle/report', undefined, token), `report-${battle}.json`)
