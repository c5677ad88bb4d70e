/** Views put together again from what is different in the next one (`service/live/differences.py`). */
import type { Piece, Question, Scene, Update, View } from './wire'

type Fields = Record<string, unknown>

/**
 * A row of a list: itself, so many rows that were there from a place on, the row of a place with other fields (below 0 so many rows
 * before this one), or the piece of an id with other fields.
 */
type Told = unknown | [place: number, count: number] | [place: number | string, fields: Fields]

/** What one line was shown: the latest view, and by what the next ones are told: the last question of each kind and side, and fields that are gone. */
export class Sight {
  view: View | null = null
  private readonly asked = new Map<string, Question>()
  private readonly gone = new Map<string, unknown>()
  /** The pieces of the view before the one that is made, once they are asked for. */
  private pieces: Map<string, Piece> | null = null

  /** A whole view has come. */
  see(view: View): View {
    this.view = view
    for (const question of view.scene.questions ?? []) this.asked.set(name(question.kind, question.side), question)
    return view
  }

  /** The view that an update makes of the one before it, the parts that stay being the same objects; null where something was missed. */
  follow(update: Update): View | null {
    const last = this.view
    if (last?.at !== update.since) return null
    this.pieces = null
    const { 'questions~': told, ...fields } = update.scene ?? {}
    const scene = this.top(last.scene, fields)
    if (told) {
      const questions = (told as (Question | [string, number, Fields])[]).map((one) => this.question(one))
      if (questions.includes(null)) return null
      scene.questions = questions as Question[]
    }
    return this.see({ ...this.top(last, update.view ?? {}), at: update.at, scene })
  }

  private question(told: Question | [string, number, Fields]): Question | null {
    if (!Array.isArray(told)) return this.fresh(told) as Question
    const before = this.asked.get(name(told[0], told[1]))
    return before ? this.changed(before, told[2]) : null
  }

  /** The view or its scene with the fields that are other. Those that are left out are kept: they may come again as they were, or nearly. */
  private top<T extends object>(last: T, fields: Fields): T {
    const base = { ...last } as Fields
    for (const [name, value] of Object.entries(fields)) {
      if (value === null) this.gone.set(name, base[name])
      else if (name.endsWith('~')) base[name.slice(0, -1)] ??= this.gone.get(name.slice(0, -1))
    }
    return this.changed(base, fields) as T
  }

  /** A copy with the fields that are other now: with `~` behind its name one that is made from what was there; with null it is left out. */
  private changed<T extends object>(last: T, fields: Fields): T {
    const next = { ...last } as Fields
    for (const [name, value] of Object.entries(fields)) {
      if (name.endsWith('~')) {
        const field = name.slice(0, -1)
        next[field] = this.made(next[field], value)
      } else if (value === null) delete next[name]
      else next[name] = this.fresh(value)
    }
    return next as T
  }

  private made(last: unknown, told: unknown): unknown {
    if (!Array.isArray(told)) return this.changed(last as object, told as Fields)
    return typeof last === 'string' ? worded(last, told as [number, string?, number?]) : this.edited((last ?? []) as unknown[], told)
  }

  /** What is told by nothing that was there: lists in it may have rows that are told by others of them. */
  private fresh(told: unknown): unknown {
    if (Array.isArray(told)) return told.map((one) => this.fresh(one))
    if (!told || typeof told !== 'object') return told
    const fields = Object.entries(told)
    return Object.fromEntries(fields.map(([name, value]) => (name.endsWith('~') ? [name.slice(0, -1), this.made(undefined, value)] : [name, this.fresh(value)])))
  }

  /** The rows of a list as they are now. */
  private edited(last: unknown[], rows: Told[]): unknown[] {
    const found: unknown[] = []
    for (const told of rows) {
      const [place, what] = Array.isArray(told) && told.length === 2 ? (told as unknown[]) : []
      if (typeof place === 'number' && typeof what === 'number') found.push(...last.slice(place, place + what))
      else if (what && typeof what === 'object' && !Array.isArray(what)) found.push(this.changed(this.row(last, found, place as number | string) as Fields, what as Fields))
      else found.push(this.fresh(told))
    }
    return found
  }

  /** The row by which another is told. */
  private row(last: unknown[], found: unknown[], place: number | string): unknown {
    if (typeof place === 'number') return place < 0 ? found.at(place) : last[place]
    this.pieces ??= piecesOf(this.view!.scene)
    return this.pieces.get(place)
  }
}

const name = (kind: string, side: number) => `${side} ${kind}`

/** A text that begins as it was, with so many letters, then goes on otherwise, and ends as it was. */
const worded = (last: string, [first, other = '', end = 0]: [number, string?, number?]) => last.slice(0, first) + other + last.slice(last.length - end)

/** The pieces of a scene by id, the first of each: on the board, in trays, in the fight, each followed by those that it holds. */
function piecesOf({ pieces = [], trays = [], clash }: Scene): Map<string, Piece> {
  const found = new Map<string, Piece>()
  const gather = (piece: Piece): void => {
    if (!found.has(piece.id)) found.set(piece.id, piece)
    piece.inside?.forEach(gather)
  }
  pieces.forEach(gather)
  trays.forEach((tray) => tray.pieces?.forEach(gather))
  clash?.pieces.forEach(gather)
  clash?.support?.forEach(gather)
  return found
}
