/** Pieces of a plane in words. */
import { counted } from '../../pieces/told'
import { states } from '../../scene'
import type { Piece, Scene } from '../../wire'
import { compass } from './geometry'

/** The position and facing of a piece in words. */
export function whereOf(piece: Piece, unit: string): string[] {
  const [x, y] = piece.at!
  return [`${Math.round(x)} ${unit} east, ${Math.round(y)} ${unit} north`, piece.facing === undefined ? '' : `facing ${compass(piece.facing)}`]
}

/** A piece for those who do not see it: what stands on its plate comes first, as it stands there. */
export function aboutPiece(piece: Piece, scene: Scene, is: { tag: string; may: boolean; held: boolean; aimed: boolean; noted: string; badge: string; worded: boolean }): string {
  const number = counted(piece.label)
  const plate = [piece.name, (is.worded && number) || piece.label, is.badge, is.tag].filter(Boolean).join(' ')
  const doing = [is.may ? 'may act' : '', is.held ? 'in hand' : '', is.aimed ? 'may be aimed at' : '', is.noted]
  return [plate, is.worded ? '' : number, scene.sides[piece.side]?.name ?? '', piece.detail ?? '', ...states(piece), ...whereOf(piece, scene.board.unit || 'in'), ...doing].filter(Boolean).join(', ')
}
