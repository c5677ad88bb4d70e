/** Ground, drawn: every kind has a tint and a glyph, set down by a hash of the place so that a map always looks the same. */
import { hash } from './chance'
import { R, W } from './hexes/hexes'

export interface Glyph { d: string; fill: boolean }
export interface Mark { x: number; y: number; scale: number; inner: boolean }

const GLYPHS: Record<string, Glyph[]> = {
  forest: [
    { d: 'M0-13C6-13 9-8 8.5-3C11 0 9.5 5 5 5C3 7-3 7-5 5C-9.5 5-11 0-8.5-3C-9-8-6-13 0-13Z', fill: true },
    { d: 'M0 13V4M0 2L4.5-3M0 0L-3.5-3.5', fill: false },
  ],
  jungle: [
    { d: 'M0 2C-10-4-12-9-15-5C-11-12-4-10 0-3C1-12 8-15 14-10C9-9 5-5 0 2Z', fill: true },
    { d: 'M0 1C1 6 0 10-1 14M0 0C5-4 10-3 13 1M0 0C-5-1-9 1-11 5', fill: false },
  ],
  mountain: [
    { d: 'M-22 12C-15 4-10-6-5-17C-3-20-1-20 1-16L6-6L9-10C14-3 17 5 22 12Z', fill: true },
    { d: 'M-4-17C-1-10-5-5 0 4M9-9C8-3 12 1 10 7M-9-4C-9 1-12 3-12 8', fill: false },
  ],
  swamp: [{ d: 'M-14 7H-5M-2 7H8M10 7H14M-8 11H6M0 7C0 0 0-5 0-11M-4 7C-4 1-7-3-9-6M4 7C4 2 6-2 10-5', fill: false }],
  plains: [{ d: 'M-6 5C-5 1-6-2-8-4M-1 5C-1 1-1-3 0-6M4 5C4 2 5-1 8-3', fill: false }],
  desert: [{ d: 'M-17 5C-11-3-5-3 0 2C5-3 11-2 16 4M-4 9C0 6 5 6 9 9', fill: false }],
  waste: [{ d: 'M-9 8L-4 2L-7-3L-2-8M-4 2L3 4L8-2M3 4L5 10', fill: false }],
  sea: [{ d: 'M-16 0C-12-5-8-5-4 0C0-5 4-5 8 0C11-4 14-4 17-1M-8 8C-4 4 0 4 4 8', fill: false }],
  hills: [{ d: 'M-24 8C-17-4-8-9 1 1C7-7 17-6 24 8', fill: false }, { d: 'M-12 4C-9 1-6 0-3 3M9 5C11 2 14 1 17 4', fill: false }],
  other: [{ d: 'M-3 0C-3-4 3-4 3 0C3 4-3 4-3 0', fill: false }],
}
const COUNT: Record<string, number> = { forest: 20, jungle: 16, mountain: 8, swamp: 7, plains: 8, desert: 7, waste: 8, sea: 9, hills: 5, other: 6 }
const SCALE: Record<string, number> = { mountain: 1.05, forest: 0.86, sea: 0.9, swamp: 0.95 }

/** The class of a ground by its name; what is not known here is drawn plainly. */
export function groundClass(ground = ''): string {
  const word = ground.toLowerCase()
  if (word in GLYPHS && word !== 'hills') return word
  return /water|lake|river|ocean/.test(word) ? 'sea' : /wood|grove/.test(word) ? 'forest' : /hill|peak/.test(word) ? 'mountain' : /grass|field|road|open/.test(word) ? 'plains' : 'other'
}

/** The class of the ground of an area; there hills have a drawing of their own. */
export const areaGround = (ground = ''): string => (/hill/i.test(ground) ? 'hills' : groundClass(ground))

/** A drawing moved and scaled; it knows the commands M, L, C, V, H and Z, all absolute. */
function moved(d: string, mark: Mark): string {
  return d.replace(/([MLCVHZ])([^MLCVHZ]*)/g, (_, command: string, rest: string) => {
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map((n, i) => {
      const upright = command === 'V' || (command !== 'H' && i % 2 === 1)
      return (Number(n) * mark.scale + (upright ? mark.y : mark.x)).toFixed(1)
    })
    return command + numbers.join(' ')
  })
}
/** All glyphs of a place as two drawings: what is filled, and what is only drawn. */
export function sketch(kind: string, marks: Mark[]): { body: string; line: string } {
  const parts = { body: '', line: '' }
  for (const mark of marks) for (const glyph of GLYPHS[kind] ?? GLYPHS.other!) parts[glyph.fill ? 'body' : 'line'] += moved(glyph.d, mark)
  return parts
}

/** Where the glyphs of a place stand, from the back to the front. */
export function marks(id: string, kind: string): Mark[] {
  const chance = hash(`${id}/${kind}`)
  const found: Mark[] = []
  const wanted = COUNT[kind] ?? 6
  const wide = kind === 'mountain' || kind === 'sea' || kind === 'desert' || kind === 'swamp' || kind === 'hills'
  const apart = kind === 'mountain' ? 32 : kind === 'forest' ? 23 : kind === 'jungle' ? 27 : 30
  for (let tries = 0; tries < 400 && found.length < wanted; tries++) {
    const x = (chance() - 0.5) * W * (wide ? 0.7 : 0.84)
    const y = (chance() - 0.5) * R * 1.7
    const margin = Math.abs(y) + (Math.abs(x) + (wide ? 12 : 0)) / Math.sqrt(3) < R * 0.83
    const label = Math.abs(x) < 34 && y > R * 0.5
    if (!margin || label || found.some((m) => Math.hypot(m.x - x, (m.y - y) * 1.15) < apart)) continue
    found.push({ x, y, scale: (SCALE[kind] ?? 0.9) * (0.88 + chance() * 0.3), inner: Math.abs(x) < 46 && y > -R * 0.62 })
  }
  return found.sort((a, b) => a.y - b.y)
}
