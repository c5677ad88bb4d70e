/** How far a seat has come in a lesson: from the questions of its own scenes alone, as the terminal has it (`banneret.kernel.lesson`). */
import type { LessonStep, LessonWhen, Piece, Question, Scene } from '../wire'

/** The steps that were met: the place of each in the lesson, and the number of the latest news then. */
export type Trail = [step: number, news: number][]

function* within(pieces: Piece[] = []): Generator<Piece> {
  for (const piece of pieces) {
    yield piece
    yield* within(piece.inside)
  }
}
/** All pieces of a scene, those inside others and off the board too. */
export function* piecesOf(scene: Scene): Generator<Piece> {
  yield* within(scene.pieces)
  for (const tray of scene.trays ?? []) yield* within(tray.pieces)
}

/** The pieces, by id, of which a question asks something. */
const about = (question: Question): Set<string> =>
  new Set([...question.options.flatMap((option) => option.pieces ?? []), ...(question.form?.items ?? []).map((item) => item.piece ?? ''), ...(question.form?.plans ?? []).map((plan) => plan.piece)])

/** True if a question is the one that a step is about. */
export function fits(when: LessonWhen, question: Question, scene: Scene): boolean {
  if (!when.kind.includes(question.kind) || (when.turn && scene.clock?.now !== when.turn)) return false
  if ((when.phase && scene.stage?.phase !== when.phase) || (when.segment && scene.stage?.segment !== when.segment)) return false
  if (when.option && !question.options.some((option) => option.label === when.option)) return false
  const ids = about(question)
  const asked = [...piecesOf(scene)].filter((piece) => ids.has(piece.id) || piece.inside?.some((one) => ids.has(one.id)))
  if (when.without && asked.some((piece) => piece.states?.some(([kind]) => kind === when.without))) return false
  if (!when.place && !when.piece) return true
  return asked.some((piece) => (!when.place || piece.place === when.place) && (!when.piece || piece.name === when.piece))
}

/** The step that a question belongs to (-1: none), and the trail with it. What was met after later news was undone. */
export function meet(steps: LessonStep[], before: Trail, question: Question, scene: Scene, news: number): { step: number; trail: Trail } {
  const trail = before.filter(([, then]) => then <= news)
  const again = trail.findLastIndex(([step, then]) => then === news && steps[step] && fits(steps[step].when, question, scene))
  if (again >= 0) return { step: trail[again]![0], trail: trail.slice(0, again + 1) }
  const now = trail.at(-1)?.[0] ?? -1
  const step = steps.findIndex((one, i) => i > now && fits(one.when, question, scene))
  return { step, trail: step < 0 ? trail : [...trail, [step, news]] }
}
