/** A part of a board, in its own measure. */
export interface Window { left: number; top: number; right: number; bottom: number }
/** Parts of a board in pixels, where it is shown so large. */
export interface Under { scaled: number; boxes: Window[] }
