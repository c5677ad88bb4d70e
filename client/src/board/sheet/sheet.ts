/** The sheet in data: companies face to face, the ground as a graph, the script volley by volley. */
import type { Draft } from '../../draft/draft.svelte'
import { SlotsDraft } from '../../draft/slots.svelte'
import type { Figure, Odds, Piece, Place, Scene } from '../../wire'

export const VOLLEYS = 3

/** A block of the staying power of a company: of its own, of a position, dug in; one that is lost is struck. */
export interface Block { kind: 'basic' | 'position' | 'dug'; lost?: boolean }
/** One action of a script: written, sealed, still to be written, or nothing at all; `shares` are its chances against each action of the enemy. `of`: whose it is, where its side has several companies. */
export interface Act { kind: 'open' | 'sealed' | 'empty' | 'idle'; side: number; of: string; name: string; symbol: string; past: boolean; works: boolean; odds?: Odds; note?: string }
/** A volley of the exchange: the own actions first; `slots` are those of the script that fill it, `act` the own action in hand. */
export interface Volley { number: number; acts: Act[]; act?: Act; now: boolean; past: boolean; slots: number[] }

export const figure = (piece: Piece, name: string): Figure | undefined => piece.figures?.find((one) => one.name === name)
export const has = (piece: Piece, state: string): boolean => !!piece.states?.some(([kind]) => kind === state)

/** The companies, one's own side first. */
export function companies(scene: Scene, me: number): Piece[] {
  const all = (scene.pieces ?? []).filter((piece) => piece.kind === 'banner')
  return [...all].sort((a, b) => Number(b.side === me) - Number(a.side === me) || a.side - b.side)
}

/** The staying power of a company as blocks, those that are kept longest first; what is lost of the position it holds is struck. */
export function blocks(piece: Piece, place?: Place): Block[] {
  const parts = figure(piece, 'Disposition')?.parts ?? []
  const found: Block[] = []
  parts.forEach(([count, cause], k) => {
    const kind = k === 0 ? 'basic' : cause === 'dug in' ? 'dug' : 'position'
    for (let n = 0; n < count; n++) found.push({ kind })
    if (kind === 'position') for (let n = count; n < value(place); n++) found.push({ kind, lost: true })
  })
  return found
}
/** The value of a position, from its tag. */
export const value = (place?: Place): number => Number.parseInt(place?.tags?.find((tag) => tag.kind === 'value')?.text ?? '0', 10) || 0
export const works = (place: Place): number => Number.parseInt(place.tags?.find((tag) => tag.kind === 'works')?.text ?? '0', 10) || 0

const blank = (side: number, kind: Act['kind'], rest: Partial<Act> = {}): Act => ({ kind, side, of: '', name: '', symbol: '', past: false, works: false, ...rest })

/** The draft of a script, if that is what is asked. */
export const scriptOf = (draft: Draft | null | undefined): SlotsDraft | null => (draft instanceof SlotsDraft && draft.slots.some((slot) => slot.choices.some((move) => move.symbol)) ? draft : null)

/** The slots of a company in a script; where it hesitates its first volley has none. */
const slotsOf = (script: SlotsDraft, company: Piece): number[] => script.slots.flatMap((slot, i) => (!slot.piece || slot.piece === company.id ? [i] : []))

/** The slot to open for a volley: one that is still empty, else the next after the one that is open. */
export const openNext = (script: SlotsDraft, slots: number[]): number => slots.find((i) => !script.whole(i)) ?? slots[(slots.indexOf(script.at) + 1) % slots.length] ?? script.at

/** The volleys of the exchange as this seat may see them. */
export function volleys(scene: Scene, draft: Draft | null | undefined, me: number): Volley[] {
  const order = companies(scene, me)
  const script = scriptOf(draft)
  const trays = (scene.trays ?? []).filter((tray) => tray.kind === 'script')
  return Array.from({ length: VOLLEYS }, (_, v) => {
    const slots: number[] = []
    let open: Act | undefined
    const acts = order.map((company): Act => {
      const of = order.some((one) => one !== company && one.side === company.side) ? company.name : ''
      const act = (side: number, kind: Act['kind'], rest: Partial<Act> = {}): Act => blank(side, kind, { of, ...rest })
      const piece = trays.find((tray) => tray.id === company.id.replace('company', 'script'))?.pieces?.[v]
      if (piece) {
        const kind = piece.form === 'sealed' ? 'sealed' : piece.form === 'idle' ? 'idle' : 'open'
        return act(company.side, kind, { name: piece.name, symbol: piece.symbol ?? '', past: has(piece, 'past') })
      }
      if (has(company, 'fallen')) return act(company.side, 'idle', { name: 'fallen' })
      if (script?.question.side !== company.side) return act(company.side, 'sealed')
      const own = slotsOf(script, company)
      const slot = own[v - VOLLEYS + own.length] ?? -1
      if (slot < 0) return act(company.side, 'idle', { name: 'hesitates' })
      slots.push(slot)
      const move = script.move(slot)
      const found = move ? act(company.side, 'open', { name: script.told(slot), symbol: move.symbol ?? '', odds: script.odds(slot), note: [of, (move.consequence ?? '').split(';')[0]].filter(Boolean).join(': ') }) : act(company.side, 'empty', { name: 'not yet written' })
      if (slot === script.at || !open) open = found
      return found
    })
    const stage = scene.stage?.phase === `Volley ${v + 1}`
    return { number: v + 1, acts, act: open, now: stage || (!!script && slots.includes(script.at)), past: acts.some((one) => one.past), slots }
  })
}

/** The faces of a pool, as its figure tells them. */
export const faces = (piece: Piece): number[] => (figure(piece, 'dice')?.value ?? '').split(' ').filter(Boolean).map(Number)

/** The ways of the Advances in a script that is being written: each company's first from where it stands, any further one from there. */
export function marches(scene: Scene, draft: Draft | null | undefined): { from: string; to: string; side: number }[] {
  const script = scriptOf(draft)
  if (!script) return []
  const places = new Set((scene.board.places ?? []).map((place) => place.id))
  return companies(scene, script.question.side).filter((company) => company.side === script.question.side && !has(company, 'fallen')).flatMap((company) => {
    let from = company.place
    return slotsOf(script, company).flatMap((i) => {
      const to = script.filled[i]?.parameters.find((word) => places.has(word))
      if (!to) return []
      const way = { from, to, side: company.side }
      from = to
      return [way]
    })
  })
}
