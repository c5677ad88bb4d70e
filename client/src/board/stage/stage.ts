/** A single battle without a map: who stands at the left and at the right, who fights, what was seen of whom, and how the rounds went. */
import type { Draft } from '../../draft/draft.svelte'
import type { Figure, Piece, Place, Scene, Tray } from '../../wire'

/** One side of the stage. `fighter`: who fights now, or is chosen to; `sealed`: the other side chooses as secretly. */
export interface Corner { side: number; banner?: Piece; fighter?: Piece; sum?: Figure; chosen: boolean; sealed: boolean; units: Piece[]; fallen: Piece[] }
export interface Stage { place: Place; corners: [Corner, Corner]; trays: Tray[] }

/** The stage of a scene: a sheet with one place where both of two sides have a banner; null where there is none. */
export function stageOf(scene: Scene, draft: Draft | null, me: number): Stage | null {
  if (scene.board.kind !== 'sheet' || scene.board.roads?.length || scene.sides.length !== 2) return null
  for (const place of scene.board.places ?? []) {
    const banners = [0, 1].map((side) => (scene.pieces ?? []).filter((piece) => piece.side === side && piece.place === place.id && piece.kind === 'banner'))
    // At the end who has lost all has no banner there: the stage stays, with those who fell.
    if (banners.every((one) => one.length === 1 || (scene.ending && !one.length))) {
      const trays = (scene.trays ?? []).filter((tray) => tray.pieces?.length)
      const used = new Set<Tray>()
      const corner = (side: number): Corner => cornerOf(scene, draft, me, side, place, banners[side]![0], trays, used)
      const corners: [Corner, Corner] = [corner(0), corner(1)]
      // Both choose in secret: as long as mine stands there for me alone, the other is sealed.
      for (const [one, other] of [corners, [...corners].reverse()]) other!.sealed = one!.chosen
      return { place, corners, trays: trays.filter((tray) => !used.has(tray)) }
    }
  }
  return null
}

function cornerOf(scene: Scene, draft: Draft | null, me: number, side: number, place: Place, banner: Piece | undefined, trays: Tray[], used: Set<Tray>): Corner {
  const clash = scene.clash?.pieces ?? []
  // What was seen here lies in a tray of the side; what of it stands under the banner may be picked.
  const seen = side === me ? undefined : trays.find((tray) => tray.side === side && tray.pieces!.every((piece) => piece.place === place.id))
  const lost = trays.find((tray) => tray.side === side && tray.pieces!.every((piece) => !piece.place && piece.form !== 'spell' && piece.form === (banner?.inside?.[0]?.form ?? piece.form)))
  for (const tray of [seen, lost]) if (tray) used.add(tray)
  const picked = banner?.inside?.some((piece) => draft?.may(piece))
  const at = clash.findIndex((piece) => piece.side === side)
  // As long as nobody is turned up, who is chosen in secret stands there for those who choose.
  const chosen = at < 0 && side === me && draft?.question.sealed && draft.shown?.pieces?.length === 1 ? banner?.inside?.find((piece) => piece.id === draft.shown!.pieces![0]) : undefined
  return { side, banner, fighter: at < 0 ? chosen : clash[at], sum: at < 0 ? undefined : scene.clash?.sums?.[at], chosen: !!chosen, sealed: false, units: (!picked && seen?.pieces) || (banner?.inside ?? []), fallen: lost?.pieces ?? [] }
}
