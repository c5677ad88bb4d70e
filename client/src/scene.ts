/** Looking things up in scenes. */
import type { Figure, News, Piece, Place, Scene } from './wire'

/** A part of a sum: amount, cause, rule. */
export type Part = NonNullable<Figure['parts']>[number]
/** A sum with its parts, as the news tell it. */
export type Tally = NonNullable<News['tallies']>[number]

/** The states of a piece, as people read them. */
export const states = (piece: Piece): string[] => (piece.states ?? []).map(([kind, text]) => text || kind)
/** The turn or round that is played, as people read it. */
export const turnOf = (scene: Scene): string => {
  const { name, now, last } = scene.clock ?? { name: '' }
  return [name, now, last && `of ${last}`].filter(Boolean).join(' ')
}
/** The phase, as people read it by itself. */
export const phaseOf = (scene: Scene): string => scene.stage?.title || scene.stage?.phase || ''

/** All pieces of a scene by id, those inside others too. */
export function byId(scene: Scene): Map<string, Piece> {
  const found = new Map<string, Piece>()
  const enter = (piece: Piece) => {
    found.set(piece.id, piece)
    piece.inside?.forEach(enter)
  }
  scene.clash?.pieces.forEach(enter)
  scene.trays?.forEach((tray) => tray.pieces?.forEach(enter))
  scene.pieces?.forEach(enter)
  return found
}

/** The pieces of each place, in the order of the scene. */
export function byPlace(scene: Scene): Map<string, Piece[]> {
  const found = new Map<string, Piece[]>()
  for (const piece of scene.pieces ?? []) {
    const there = found.get(piece.place)
    if (there) there.push(piece)
    else found.set(piece.place, [piece])
  }
  return found
}

/** The places by id. */
export function places(scene: Scene): Map<string, Place> {
  return new Map((scene.board.places ?? []).map((place) => [place.id, place]))
}

/** A place as people read it, with its coordinates where the board has any: "The Ford (C3)", "B2". */
export function titleOf(place: Place, board: Scene['board']): string {
  const named = place.name && place.name !== place.id && (place.span ?? 1) === 1
  return named && ['hexes', 'areas', 'squares'].includes(board.kind) ? `${place.name} (${place.id})` : place.name || place.id
}

/** A place inside a sentence, by its id; what is no place stays as it is. */
export function spotOf(id: string, board: Scene['board']): string {
  const place = board.places?.find((one) => one.id === id)
  return place ? titleOf(place, board).replace(/^The /, 'the ') : id
}

/** What all of a kind are called: "Elves (2)" without its number. */
export const common = (name: string): string => name.replace(/ \(\d+\)/, '')

/** Ends of words that are plurals without an s. */
const MANY = /(?:[^s]s|men|folk|militia|djinn)$/i
/** What several of a kind are called: "War Galleys", "Furies"; "Elves" are that already. */
export function several(kind: string): string {
  if (MANY.test(kind)) return kind
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}${/(?:ch|sh|x|s)$/.test(kind) ? 'es' : 's'}`
}

/** Names in a row, those of a kind counted: "2 Pikes, Drum". One by itself keeps its number. */
export function tallied(names: string[]): string {
  const kinds = new Map<string, string[]>()
  for (const name of names) kinds.set(common(name), [...(kinds.get(common(name)) ?? []), name])
  return [...kinds].map(([kind, like]) => (like.length > 1 ? `${like.length} ${several(kind)}` : like[0]!)).join(', ')
}
