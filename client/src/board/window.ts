/** A part of a board, in its own measure. */
export interface Window { left: number; top: number; right: number; bottom: number }
