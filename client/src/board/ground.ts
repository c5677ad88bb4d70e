/** Ground, drawn: its glyphs are set down by a hash of the place, so that a map always looks the same. */
import { two } from '../look/look'
import type { Glyph, GroundLook } from '../wire'
import { hash } from './chance'
import { R, W } from './hexes/hexes'

/** A glyph on a place: around the middle of the place, and whether it stands where a piece would. */
export interface Mark { x: number; y: number; scale: number; inner: boolean }

/** The colours of ground for the styles of what is drawn below. */
export const colours = (ground: { tint: [string, string]; ink: [string, string] }): string => `--ground: ${two(ground.tint)}; --glyph: ${two(ground.ink)}`

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
export function sketch(glyphs: Glyph[], marks: Mark[]): { body: string; line: string } {
  const parts = { body: '', line: '' }
  for (const mark of marks) for (const glyph of glyphs) parts[glyph.filled ? 'body' : 'line'] += moved(glyph.path, mark)
  return parts
}

/** The places of the glyphs of a hex or an area, from the back to the front. */
export function marks(id: string, { like, strewn }: GroundLook): Mark[] {
  const chance = hash(`${id}/${like}`)
  const found: Mark[] = []
  const { most, apart, size, wide } = strewn
  for (let tries = 0; tries < 400 && found.length < most; tries++) {
    const x = (chance() - 0.5) * W * (wide ? 0.7 : 0.84)
    const y = (chance() - 0.5) * R * 1.7
    const margin = Math.abs(y) + (Math.abs(x) + (wide ? 12 : 0)) / Math.sqrt(3) < R * 0.83
    const label = Math.abs(x) < 34 && y > R * 0.5
    if (!margin || label || found.some((m) => Math.hypot(m.x - x, (m.y - y) * 1.15) < apart)) continue
    found.push({ x, y, scale: size * (0.88 + chance() * 0.3), inner: Math.abs(x) < 46 && y > -R * 0.62 })
  }
  return found.sort((a, b) => a.y - b.y)
}
