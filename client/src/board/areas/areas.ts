/** Areas as a table of cards: where each area lies, where each card in it, and which edges have works. */
import type { Piece, Place, Scene, Tag, WorkLook } from '../../wire'

export interface Box { x: number; y: number; w: number; h: number }
/** The detail of a card: all of it, its picture and name, or its picture alone. */
export type Size = 'full' | 'slim' | 'mini'
export interface Spot extends Box { piece: Piece; size: Size; facing: '' | 'left' | 'right'; shelf: boolean }
export interface Stop extends Box { id: string; place: string; piece: Piece }
export interface Edge { x: number; y: number; length: number; upright: boolean; work: WorkLook }

/** The measures of a table: wide, and narrow for phones, where the whole of it stays readable at once. */
export interface Measures { column: number; row: number; shelf: number; gap: number; label: number; card: number; pair: number; high: number; narrow: boolean }
export const WIDE: Measures = { column: 184, row: 168, shelf: 138, gap: 8, label: 196, card: 100, pair: 88, high: 128, narrow: false }
export const NARROW: Measures = { column: 71, row: 96, shelf: 84, gap: 5, label: 40, card: 64, pair: 34.5, high: 80, narrow: true }

export interface Layout { w: number; h: number; boxes: Map<string, Box>; spots: Spot[]; edges: Edge[] }

/** The works of a place, if any. */
export type WorksOf = (place: Place) => { tag: Tag; look: WorkLook } | undefined

export const isShelf = (place: Place) => (place.span ?? 1) > 1

/** The layout of the areas. `placeOf` says where a piece stands, which is not where the scene has it while it is being placed. */
export function layOut(scene: Scene, m: Measures, placeOf: (piece: Piece) => string, me: number, worksOf: WorksOf): Layout {
  const places = scene.board.places ?? []
  const shelves = new Set(places.filter(isShelf).map((place) => place.at[1]))
  const tops: number[] = []
  let y = 0
  for (let row = 0; row < scene.board.height; row++) {
    if (row && shelves.has(row)) y += m.gap
    tops.push(y)
    y += shelves.has(row) ? m.shelf + (shelves.has(row + 1) || row === scene.board.height - 1 ? 0 : m.gap) : m.row
  }
  const boxes = new Map(
    places.map((place): [string, Box] => {
      const [column, row] = place.at
      return [place.id, { x: column * m.column, y: tops[row] ?? 0, w: (place.span ?? 1) * m.column, h: isShelf(place) ? m.shelf : m.row }]
    }),
  )
  const there = new Map<string, Piece[]>()
  for (const piece of scene.pieces ?? []) {
    const place = placeOf(piece)
    there.set(place, [...(there.get(place) ?? []), piece])
  }
  const spots = places.flatMap((place) => {
    const pieces = there.get(place.id) ?? []
    const box = boxes.get(place.id)!
    return isShelf(place) ? onShelf(pieces, box, m) : inArea(pieces, box, m, me)
  })
  return { w: scene.board.width * m.column, h: y, boxes, spots, edges: edgesOf(places, boxes, worksOf) }
}

/** The cards of an area side by side, one's own at the left, so that those who fight face each other. */
function inArea(pieces: Piece[], box: Box, m: Measures, me: number): Spot[] {
  const row = [...pieces].sort((a, b) => Number(b.side === me) - Number(a.side === me) || a.side - b.side)
  const facing = new Set(row.map((piece) => piece.side)).size > 1
  const w = row.length > 1 ? Math.min(m.pair, (box.w - 8) / row.length - 2) : m.card
  const gap = m.narrow ? 1 : 3
  const left = box.x + (box.w - row.length * w - (row.length - 1) * gap) / 2
  const size: Size = m.narrow && row.length > 1 ? 'mini' : w < 60 && !m.narrow ? 'slim' : 'full'
  return row.map((piece, i) => ({ piece, x: left + i * (w + gap), y: box.y + (box.h - m.high) / 2 + (m.narrow ? 3 : 6), w, h: m.high, size, facing: facing ? (i ? 'right' : 'left') : '', shelf: false }))
}

/** The cards on a shelf: the more there are, the less each shows, and from many on they lie in two rows. */
function onShelf(pieces: Piece[], box: Box, m: Measures): Spot[] {
  const gap = m.narrow ? 3 : 6
  const room = box.w - m.label - (m.narrow ? gap : 50)
  const rows = pieces.length > (m.narrow ? 7 : 14) ? 2 : 1
  const each = Math.ceil(pieces.length / rows)
  const w = Math.min(m.narrow ? 56 : 96, (room - (each - 1) * gap) / Math.max(1, each))
  const h = rows === 2 ? (box.h - 22) / 2 : box.h - (m.narrow ? 14 : 20)
  const size: Size = rows === 2 || w < (m.narrow ? 44 : 50) ? 'mini' : w < 88 || m.narrow ? 'slim' : 'full'
  return pieces.map((piece, i) => ({
    piece, x: box.x + m.label + (i % each) * (w + gap), y: box.y + (m.narrow ? 9 : 13) + Math.floor(i / each) * (h + 4), w, h, size, facing: '', shelf: true,
  }))
}

/** Works stand on the edges of their place towards ground that is not their owner's. */
function edgesOf(places: Place[], boxes: Map<string, Box>, worksOf: WorksOf): Edge[] {
  return places.flatMap((place) => {
    const works = worksOf(place)
    if (!works) return []
    const box = boxes.get(place.id)!
    return places
      .filter((other) => !isShelf(other) && (other.side ?? -1) !== (works.tag.side ?? -1))
      .flatMap((other): Edge[] => {
        const dx = other.at[0] - place.at[0]
        const dy = other.at[1] - place.at[1]
        if (Math.abs(dx) + Math.abs(dy) !== 1) return []
        const upright = dx !== 0
        return [{ x: box.x + (dx > 0 ? box.w : 0), y: box.y + (dy > 0 ? box.h : 0), length: upright ? box.h : box.w, upright, work: works.look }]
      })
  })
}

export const middle = (box: Box) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 })
