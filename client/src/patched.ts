/** Views put together again from what is different in the next one (`service/live/differences.py`). */
import type { Question, Update, View } from './wire'

type Fields = Record<string, unknown>

/** A row of a list that is itself, so many rows that were there from a place on, or the row of a place with other fields. */
type Told = unknown | [place: number, count: number] | [place: number, fields: Fields]

/** What one line was shown: the latest view, and the questions by which the next ones are told, the last of each kind and side. */
export class Sight {
  view: View | null = null
  private readonly asked = new Map<string, Question>()

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
    const { 'questions~': told, ...fields } = update.scene ?? {}
    const scene = changed(last.scene, fields)
    if (told) {
      const questions = (told as (Question | [string, number, Fields])[]).map((one) => this.question(one))
      if (questions.includes(null)) return null
      scene.questions = questions as Question[]
    }
    return this.see({ ...changed(last, update.view), at: update.at, scene })
  }

  private question(told: Question | [string, number, Fields]): Question | null {
    if (!Array.isArray(told)) return told
    const before = this.asked.get(name(told[0], told[1]))
    return before ? changed(before, told[2]) : null
  }
}

const name = (kind: string, side: number) => `${side} ${kind}`

/** A copy with the fields that are other now: with `~` behind its name one that is made from what was there; with null it is left out. */
function changed<T extends object>(last: T, fields: Fields = {}): T {
  const next = { ...last } as Fields
  for (const [name, value] of Object.entries(fields)) {
    if (name.endsWith('~')) {
      const field = name.slice(0, -1)
      next[field] = Array.isArray(value) ? edited(next[field] as unknown[], value) : changed(next[field] as object, value as Fields)
    } else if (value === null) delete next[name]
    else next[name] = value
  }
  return next as T
}

/** The rows of a list as they are now. */
function edited(last: unknown[], rows: Told[]): unknown[] {
  return rows.flatMap((told) => {
    if (!Array.isArray(told)) return [told]
    const [place, what] = told as [number, number | Fields]
    return typeof what === 'number' ? last.slice(place, place + what) : [changed(last[place] as object, what)]
  })
}
