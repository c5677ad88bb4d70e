/** A wish that was refused, or that goes less far than it was meant to: why, by which rule, how far it goes, and what would work instead. */
import type { OptionView, Preview } from '../wire'

export interface Denied {
  /** The place that was pointed at, and the piece if it was one. */
  place: string
  piece: string
  reason: string
  rule: string
  /** The places up to where it goes, and the rest. */
  way: string[]
  beyond: string[]
  instead: OptionView[]
  /** False if it may be ordered, and stops sooner. */
  refused: boolean
  /** How often the same was tried. */
  times: number
}

export const denied = (place: string, piece: string, found: Preview): Denied => ({ place, piece, reason: found.refusal ?? '', rule: found.rule ?? '', way: found.way ?? [], beyond: found.beyond ?? [], instead: found.instead ?? [], refused: true, times: 1 })

/** What is said of it, with the keys of what would work. What was said last is written a little differently: a voice reads only what is new. */
export function spokenOf({ reason, instead, refused }: Denied, last = ''): string {
  const words = [refused ? `Not possible. ${reason}` : reason, ...instead.map((option, i) => `${i + 1}: ${option.label}.`)].join(' ')
  return words === last ? `${words}\u00a0` : words
}
