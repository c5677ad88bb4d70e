/** The reason why something that was pressed on the board does not work: asked of the table, or told by what lies there. */
import { foresee, inspector } from '../api'
import { denied, type Denied } from '../draft/denied'
import { ASIDE, type Draft } from '../draft/draft.svelte'
import type { Piece } from '../wire'

/** A place was pressed with something in hand: why it cannot go there; null where it can, by a way that the board did not know. */
async function ofWish(token: string, draft: Draft, place: string, order: string): Promise<Denied | null> {
  const found = await foresee(token, order)
  if (found?.refusal) return denied(place, '', found)
  // What the table draws as it was wished is meant so.
  const meant = found?.order || (found?.shapes?.length ? order : '')
  draft.denied = null
  if (meant) draft.grant(place, { order: meant, label: '', pieces: [...draft.inHand], places: found?.way ?? [] })
  return null
}

/** A piece was pressed that can do nothing now: why. */
async function ofPiece(token: string, draft: Draft, piece: Piece): Promise<Denied> {
  const { kind, form, place, rule } = draft.question
  const one = piece.kind === 'banner' ? (piece.inside?.[0] ?? piece) : piece
  const known = await inspector(token, one.id)
  const barred = (known.deeds ?? []).filter((deed) => !deed.may)
  const deed = barred.find((deed) => deed.asked?.includes(kind)) ?? barred.find((deed) => deed.label.toLowerCase() === (form?.verb ?? kind))
  const elsewhere = place && piece.place && place !== piece.place ? `What is asked now is about ${draft.spot(place)}, and ${one.name} is at ${draft.spot(piece.place)}.` : ''
  const aside = draft.noUse(piece.place) === ASIDE ? ASIDE : `What is asked now is not about ${one.name}.`
  const reason = deed ? `${one.name} cannot ${deed.label.charAt(0).toLowerCase()}${deed.label.slice(1)} now: ${deed.text}.` : elsewhere || aside
  return denied(piece.place, piece.id, { refusal: reason, rule: deed?.rule || rule, instead: draft.offers(piece.place) })
}

/** Why what was pressed does not work, kept with the draft. The sentence is new each time something else is tried. */
async function deny(token: string, draft: Draft, place: string, piece?: Piece): Promise<void> {
  const before = draft.denied
  if (before && before.place === place && before.piece === (piece?.id ?? '')) {
    draft.denied = { ...before, times: before.times + 1 }
    return
  }
  const order = place ? draft.attempt(place) : ''
  const nothing = (): Denied => denied(place, '', { refusal: draft.noUse(place), rule: draft.question.rule, instead: draft.offers(place) })
  const why = await (order ? ofWish(token, draft, place, order) : piece ? ofPiece(token, draft, piece) : nothing())
  if (why) draft.denied = why
}

interface Press { token: string; draft: Draft | null; meant: boolean | undefined; place: string; piece?: Piece; pieces: Piece[]; me: number; tell: (piece: Piece) => void }

/** Every press on the board answers: it means something, or it says why not, or tells of what lies there. */
export async function answers({ token, draft, meant, place, piece, pieces, me, tell }: Press): Promise<void> {
  const there = piece ?? pieces.find((one) => one.place === place)
  const mine = there && (me < 0 || there.side === me)
  if (draft && meant) draft.denied = null
  else if (there && (!draft || (!mine && !draft.attempt(place)))) tell(there)
  else if (draft) await deny(token, draft, place, mine ? there : undefined)
}
