/** The labels of the pieces of a plane, from full to least, and how wide each is. */
import { counted } from '../../pieces/told'
import type { Place } from '../../wire'
import { nameOf } from './names'
import type { Box, Size, Spot, Wanted } from './plates'
import type { View } from './view.svelte'

/** A label: as much of the name as is shown, what state the piece is in, and whether it is drawn small. */
export interface Label extends Size { name: string; figures: string; tag: string; small: boolean }
/** The words of a label: `tag`: the state in a word; `sign`: in a sign; `badge`: a note of the question. */
export interface Words { name: string; figures: string; tag: string; sign: string; badge: string }

let context: CanvasRenderingContext2D | null | undefined
const measured = new Map<string, number>()
/** The width of a text, in pixels. */
function wide(text: string, size: number, weight: number, family = "'Source Sans 3', sans-serif"): number {
  const key = `${weight} ${size}px ${family}|${text}`
  let found = measured.get(key)
  if (found === undefined) {
    context ??= document.createElement('canvas').getContext('2d')
    if (context) context.font = key.split('|', 1)[0]!
    found = Math.ceil(context?.measureText(text).width ?? text.length * size * 0.55) + 1
    measured.set(key, found)
  }
  return found
}

/** The last word of a name, with the one before it where it says nothing alone; of "Legion of Lairn" what stands before the "of": others are of Lairn too. */
export function shortened(name: string): string {
  const words = name.split(' of ', 1)[0]!.split(' ')
  return /^[\p{L}]{3,}/u.test(words.at(-1)!) ? words.at(-1)! : words.slice(-2).join(' ')
}

function labelled(words: Words, name: string, tag: string, small: boolean): Label {
  const [text, gap] = small ? [13, 3] : [15, 7]
  const parts = [
    name ? gap + wide(name, text, 600) : 0,
    words.figures ? gap + wide(words.figures, text, 750) : 0,
    words.badge ? gap + 14 + wide(words.badge, 15, 800, 'Alegreya, serif') : 0,
    tag ? gap + 9 + wide(tag, 13, 700) : 0,
  ]
  const bare = parts.every((part) => !part)
  return { name, figures: words.figures, tag, small, w: 4 + (small ? 21 : 26) + parts.reduce((sum, part) => sum + part, 0) + (bare ? 0 : small ? 6 : 9), h: small ? 24 : 30 }
}

/** The labels that a piece may have, the fullest first, from those that are wanted at all: 0 all, 1 no more than the last word, 2 no name where there is a number. */
export function labels(words: Words, from: number): Label[] {
  const short = shortened(words.name)
  const all = [labelled(words, words.name, words.tag, false), labelled(words, short, words.sign, false), labelled(words, '', words.sign, true)]
  // A bare sign does not say who that is: a leader has a short name on a small label.
  if (from === 2 && !words.figures) return [labelled(words, short, words.sign, true), all[2]!]
  return all.slice(from).filter((one, i) => i + from !== 1 || short !== words.name || !!words.tag)
}

/** The labels of a piece: full, as it is where the piece is in question or pointed at, its number with its word; and those it may have else. `led`: the units that have their label with it; with none, it has its own with another. */
export function labelsOf(words: Words, sure: boolean, from: number, led?: number): { full: Label; sizes: Label[] } {
  const full = labels({ ...words, figures: counted(words.figures) || words.figures }, 0)[0]!
  if (sure) return { full, sizes: [full] }
  if (led === 0) return { full, sizes: [] }
  return { full, sizes: labels(led ? { ...words, figures: `${led} unit${led > 1 ? 's' : ''}` } : words, from) }
}

/** Where along a way its name may stand, in shares of the way, the best first. */
const ALONG = [0.86, 0.14, 0.7, 0.3, 0.5]
/** The name of a ground as a label that is wanted on its ground or at its edge, or beside its way: elsewhere it would name what is there. */
export function nameLabel(view: View, place: Place): Wanted {
  const size = { w: wide(place.name, 16, 700, 'Alegreya, serif') + 6, h: 22 }
  const at = view.chart.at(place.at)
  const [x, y] = [at.x * view.scaled, at.y * view.scaled - 5]
  return { id: place.id, box: { left: x, right: x, top: y, bottom: y }, sizes: [size], above: false, first: 0, only: place.breadth ? besideWay(view, place, size) : onGround(view.boxOf(place.shape ?? [place.at]), { x, y }, size) }
}
function besideWay(view: View, place: Place, { w }: Size): Spot[] {
  return ALONG.flatMap((share) => [1, -1].map((hand) => {
    const at = nameOf(view.chart, place, share, hand)
    return { x: at.x * view.scaled + (at.anchor === 'start' ? (hand * w) / 2 : 0), y: at.y * view.scaled - 16 }
  }))
}
/** In the middle, off the middle as far as the ground goes, beyond its edges. */
function onGround({ left, right, top, bottom }: Box, { x, y }: Spot, { w, h }: Size): Spot[] {
  const [up, down] = [[], []] as [number[], number[]]
  for (let by = h; y - by > top; by += h) up.push(y - by)
  for (let by = h; y + by < bottom; by += h) down.push(y + by)
  const heights = [y, ...up, ...down]
  return [
    ...[0, 0.25, -0.25].flatMap((by) => heights.map((height) => ({ x: x + by * (right - left), y: height }))),
    ...[top - h / 2, bottom + h / 2].map((height) => ({ x, y: height })),
    ...[right + w / 2, left - w / 2].map((aside) => ({ x: aside, y })),
  ]
}
