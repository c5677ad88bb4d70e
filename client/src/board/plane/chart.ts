/** The plane and its drawing: inches with x to the east and y to the north, headings clockwise from north; north is up. */

/** Drawing units to the inch. */
export const INCH = 24
export interface Point { x: number; y: number }
export type Spot = [number, number]

/** The drawing of a field of that depth: points turned over, so that north is up. */
export class Chart {
  constructor(readonly width: number, readonly depth: number) {}
  get w(): number {
    return this.width * INCH
  }
  get h(): number {
    return this.depth * INCH
  }
  at([x, y]: Spot): Point {
    return { x: x * INCH, y: (this.depth - y) * INCH }
  }
  /** The point of the field for a point of the drawing. */
  back(p: Point): Spot {
    return [p.x / INCH, this.depth - p.y / INCH]
  }
  points(spots: Spot[]): string {
    return spots.map((spot) => { const p = this.at(spot); return `${p.x.toFixed(1)},${p.y.toFixed(1)}` }).join(' ')
  }
  line(spots: Spot[], closed = false): string {
    return spots.length ? `M${spots.map((spot) => { const p = this.at(spot); return `${p.x.toFixed(1)} ${p.y.toFixed(1)}` }).join('L')}${closed ? 'Z' : ''}` : ''
  }
}
