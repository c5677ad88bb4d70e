/** What one seat may see: the shapes that the table sends. They mirror the kernel's scenes, field by field. */

export interface Tag { kind: string; text: string; side?: number; symbol?: string }
export interface Place { id: string; name: string; at: [number, number]; ground?: string; tags?: Tag[]; shape?: [number, number][]; side?: number; span?: number; breadth?: number }
export interface Board { kind: string; width: number; height: number; places?: Place[]; unit?: string; measured?: boolean }
export type Part = [number, string, string]
export interface Figure { name: string; value: string; parts?: Part[]; rule?: string; short?: string }
/** x, y, heading, what is to be seen of the figure (o sound, w wounded, c commander, r routed, x a gap), and what orders call it. */
export type Base = [number, number, number, string?, string?]
/** A figure of geometry. An `edge` without points is the next side of its piece's own outline. */
export interface Shape { kind: string; points: [number, number][]; text?: string; radius?: number; side?: number; facing?: number }
export interface Piece {
  id: string; side: number; place: string; form: string; name: string
  symbol?: string; label?: string; detail?: string; figures?: Figure[]; states?: string[]; tags?: Tag[]
  inside?: Piece[]; facing?: number; shape?: [number, number][]; rule?: string; pips?: string
  at?: [number, number]; bases?: Base[]; base?: [number, number]; zones?: Shape[]; under?: string
}
export interface Tray { id: string; title: string; side: number; pieces?: Piece[]; count?: number }
export interface Track { name: string; value: string; side?: number; figures?: Figure[]; rule?: string }
export interface Clash { title: string; place: string; pieces: Piece[]; sums?: Figure[]; support?: Piece[]; lines?: string[]; odds?: Odds }
export interface Throw { title: string; side: number; figures: Figure[]; needs: string; chance: number; rule?: string }
export interface Spread { title: string; side: number; shares: [string, number][] }
export interface Odds { text: string; assumption?: string; chances?: [string, number][]; cells?: string; throws?: Throw[]; spreads?: Spread[] }
export interface Option { order: string; label: string; consequence?: string; pieces?: string[]; places?: string[]; odds?: Odds; group?: string }
export interface Item { word: string; label: string; consequence?: string; piece?: string; place?: string; slot?: string; needs?: string[]; spot?: string; odds?: Odds; at?: [number, number] }
export interface Step { word: string; label: string; hand?: string; least?: number; most?: number; help?: string; rule?: string; choices?: string[] }
export interface Plan { verb: string; word: string; label: string; piece: string; steps?: Step[]; most?: number; start?: string; to?: string; bare?: boolean; help?: string; rule?: string; way?: number }
/** What many plans of a form have in common. */
export interface Way { steps?: Step[]; help?: string; rule?: string }
export interface Paid { label: string; cost?: number; detail?: string; rule?: string }
export interface Preview { sentence?: string; steps?: Paid[]; cost?: number; most?: number; shapes?: Shape[]; refusal?: string; rule?: string; order?: string }
export interface Link { kind: string; pieces: [string, string]; at?: [number, number]; text?: string; sums?: Figure[]; now?: boolean; odds?: Odds }
export interface Form {
  kind: string; verb: string; items?: Item[]; places?: string[]; paths?: [string, string[]][]; least?: number; most?: number; help?: string; posts?: boolean; plans?: Plan[]; ways?: Way[]
}
export interface Question {
  kind: string; side: number; text: string; rule: string; options: Option[]; default: string
  form?: Form; hint?: string; place?: string; trivial?: boolean
}
export type Tally = [string, number, Part[]]
export interface News { number: number; kind: string; text: string; rule: string; side?: number; tallies?: Tally[]; data?: Record<string, unknown> }
export interface Side { id: string; name: string; letter: string; counts?: [string, number][]; active?: boolean }
export interface Luck { side: number; count: number; sum: number; expected: number }
export interface Ending { winners: string[]; reason: string; rule: string }
export interface Scene {
  rulebook: string; scenario: string; title: string; seat: string; sides: Side[]; board: Board
  turn?: string; phase?: string; segment?: string; pieces?: Piece[]; trays?: Tray[]; tracks?: Track[]
  clash?: Clash; links?: Link[]; news?: News[]; questions?: Question[]; waiting?: string[]; ending?: Ending; number?: number; luck?: Luck[]
}

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

/** Names in a row, equal ones counted: "2 Elves, Ents". */
export function tallied(names: string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => (count > 1 ? `${count} ${name}` : name)).join(', ')
}
