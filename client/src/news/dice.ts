/** Dice in the news: what was thrown, by whom, and what it should have been on average. */
import type { News } from '../wire'

export interface Die { value: number; side: number; faces: number }

/** The dice that a line shows. */
export const diceOf = (line: News): Die[] => (line.dice ?? []).map(([side, faces, value]) => ({ side, faces, value }))

export const signed = (value: number, digits = 0): string => `${digits && Math.abs(value) < 0.5 * 10 ** -digits ? '' : value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`
