/** Pieces and their figures in words. */
import { states } from '../scene'
import type { Figure, Piece } from '../wire'

/** A rating as a card shows it: no plus, a real minus, a dash for none. */
export const rating = ({ value, kind }: Figure): string => (kind === 'none' ? '–' : value.replace(/^\+/, '').replace(/^-/, '−'))

/** The number on the plate of a body, with its word: "12 figures", "10 of 12 figures"; empty where it is no number. */
export function counted(label = ''): string {
  return /^\d+(\/\d+)?$/.test(label) ? `${label.replace('/', ' of ')} ${label === '1' ? 'figure' : 'figures'}` : ''
}

/** A piece in words, for those who do not see its card. */
export function told(piece: Piece): string {
  const figures = (piece.figures ?? []).filter((figure) => figure.kind !== 'none').map((figure) => `${figure.name} ${figure.value.replace('/', ' of ')}`)
  const inside = (piece.inside ?? []).map((one) => `${one.name}${one.states?.length ? ` (${states(one).join(', ')})` : ''}`)
  const words = [`${piece.name}${piece.label ? ` ${piece.label}` : ''}`, ...states(piece), ...figures, ...(piece.tags ?? []).map((tag) => tag.text)]
  return `${words.join(', ')}${inside.length ? `, with ${inside.join(', ')}` : ''}`
}
