/** The hands that make steps: how a step begins when it is added in the panel, and which of its words are numbers to be written there. */
import type { Piece, Step } from '../wire'

/** A word of a step that can be written: its place among the words, from the end if negative; without bounds it may be anything. `sides`: left or right. */
export interface Field { label: string; at: number; least?: number; most?: number; by?: number; unit?: string; sides?: boolean }
export interface Hand {
  /** The words of a step of that hand, made of a little: `left` is how much may still be spent. */
  begin: (step: Step, piece: Piece | undefined, left: number) => string
  /** `most`: how much may be spent at all, in that unit. */
  fields: (step: Step, most: number, unit: string) => Field[]
  after?: string
}

const shown = (n: number): string => `${Number(n.toFixed(2))}`
const little = (left: number): string => shown(Math.min(1, left || 1))

const HANDS: Record<NonNullable<Step['hand']>, Hand> = {
  press: { begin: (step) => `(${step.word})`, fields: () => [] },
  drag: {
    begin: (step, _, left) => `(${step.word} 0 ${little(left)})`,
    fields: (step, most, unit) => [{ label: 'aside', at: 1, least: step.least, most: step.most, by: 5, unit: '°' }, { label: 'for', at: 2, least: 0, most, by: 0.5, unit }],
  },
  turn: {
    begin: (step) => `(${step.word} right 15)`,
    fields: (step) => [{ label: 'To which side', at: 1, sides: true }, { label: 'by', at: 2, least: 1, most: step.most, by: 5, unit: '°' }],
  },
  stretch: {
    begin: (step) => `(${step.word} 0 1)`,
    fields: () => [{ label: 'left', at: 1, least: -9, most: 9 }, { label: 'right', at: 2, least: -9, most: 9 }],
    after: 'files',
  },
  bearing: {
    begin: (step, piece, left) => `(${step.word} ${Math.round(piece?.bases?.[0]?.[2] ?? 0)} ${little(left)})`,
    fields: (_, most, unit) => [{ label: 'bearing', at: -2, least: 0, most: 359, by: 5, unit: '°' }, { label: 'for', at: -1, least: 0.1, most, by: 0.5, unit }],
  },
  share: {
    begin: (step) => `(${step.word} 1)`,
    fields: (step) => [{ label: 'figures', at: -1, least: 1, most: step.most }],
  },
  // A deployment has a list of its own.
  post: { begin: (step) => `(${step.word})`, fields: () => [] },
  point: {
    begin: (step, piece) => `(${[step.word, ...(piece?.at ?? [0, 0])].filter((part) => part !== '').join(' ')})`,
    fields: () => [{ label: 'east', at: -2, by: 0.5 }, { label: 'north', at: -1, by: 0.5 }],
  },
}

export const handOf = (step: Step | undefined): Hand => HANDS[step?.hand ?? 'press']
