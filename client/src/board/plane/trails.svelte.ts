/** The pieces that have moved in this round: where they stood, and their way. */
import { still } from '../../memory.svelte'
import type { Piece } from '../../wire'
import type { Spot } from './chart'
import { apart, around, turn } from './geometry'
import type { View } from './view.svelte'

interface Stood { at: Spot; facing: number; outline: Spot[] }
export interface Trail { id: string; side: number; turn?: number; from: Spot[]; line: Spot[] }

/** So many trails are shown at most. */
const MOST = 12

export class Trails {
  all = $state.raw<Trail[]>([])
  private before = new Map<string, Stood>()
  private told = -1

  constructor(private readonly view: View) {}

  /** The pieces as they stand now. `newest`: the number of the last news; `fresh`: of the last before one's own order. */
  follow(pieces: Piece[], round: number | undefined, newest: number, fresh: number): void {
    const now = new Map(pieces.map((piece): [string, Stood] => [piece.id, { at: piece.at!, facing: piece.facing ?? 0, outline: around(piece) }]))
    const gone = pieces.flatMap((piece) => {
      const was = this.before.get(piece.id)
      return was && (apart(was.at, piece.at!) > 0.05 || Math.abs(turn(was.facing, piece.facing ?? 0)) > 1) ? [{ piece, was }] : []
    })
    // A piece that has left the field leaves no trail; the trails of a round go with the first move of the next one.
    const left = newest < this.told ? [] : this.all.filter((trail) => now.has(trail.id))
    if (this.before.size && gone.length && newest >= this.told) {
      const kept = fresh > this.told ? [] : left.filter((trail) => trail.turn === round && !gone.some(({ piece }) => piece.id === trail.id))
      this.all = [...kept, ...gone.map(({ piece, was }) => ({ id: piece.id, side: piece.side, turn: round, from: was.outline, line: [was.at, piece.at!] }))].slice(-MOST)
      if (!still()) for (const { piece, was } of gone) this.slide(piece, was)
    } else if (left.length < this.all.length) this.all = left
    this.told = Math.max(fresh, newest)
    this.before = now
  }
  /** The body goes from where it stood to where it stands. */
  private slide(piece: Piece, was: Stood): void {
    const { chart, layer } = this.view
    const [a, b] = [chart.at(was.at), chart.at(piece.at!)]
    const by = turn(piece.facing ?? 0, was.facing)
    layer?.querySelector(`[data-body="${CSS.escape(piece.id)}"]`)?.animate(
      [{ transformOrigin: `${b.x}px ${b.y}px`, transform: `translate(${a.x - b.x}px, ${a.y - b.y}px) rotate(${by}deg)` }, { transformOrigin: `${b.x}px ${b.y}px`, transform: 'none' }],
      { duration: 240 + Math.min(460, Math.hypot(a.x - b.x, a.y - b.y)), easing: 'ease-out' },
    )
  }
}
