/** Pieces and their figures in words. */
import type { Piece } from '../wire'

/** A rating as a card shows it: no plus, a real minus, a dash for none. */
export const rating = (value: string): string => (value === '-' ? '–' : value.replace(/^\+/, '').replace(/^-/, '−'))

/** A piece in words, for those who do not see its card. */
export function told(piece: Piece): string {
  const figures = (piece.figures ?? []).filter((figure) => figure.value !== '-').map((figure) => `${figure.name} ${figure.value.replace('/', ' of ')}`)
  const inside = (piece.inside ?? []).map((one) => `${one.name}${one.states?.length ? ` (${one.states.join(', ')})` : ''}`)
  const words = [`${piece.name}${piece.label ? ` ${piece.label}` : ''}`, ...(piece.states ?? []), ...figures, ...(piece.tags ?? []).map((tag) => tag.text)]
  return `${words.join(', ')}${inside.length ? `, with ${inside.join(', ')}` : ''}`
}
