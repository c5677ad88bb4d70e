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
  if (!when.place && !when.piece) return true
  const asked = about(question)
  return [...piecesOf(scene)].some((piece) => (asked.has(piece.id) || !!piece.inside?.some((one) => asked.has(one.id))) && (!when.place || piece.place === when.place) && (!when.piece || piece.name === when.piece))
}

/** The step that a question belongs to (-1: none), and the trail with it. What was met after later news was undone. */
export function meet(steps: LessonStep[], before: Trail, question: Question, scene: Scene, news: number): { step: number; trail: Trail } {
  const trail = before.filter(([, then]) => then <= news)
  const [now, then] = trail.at(-1) ?? [-1, -1]
  if (then === news && steps[now] && fits(steps[now].when, question, scene)) return { step: now, trail }
  const step = steps.findIndex((one, i) => i > now && fits(one.when, question, scene))
  return { step, trail: step < 0 ? trail : [...trail, [step, news]] }
}
