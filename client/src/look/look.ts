/** The look of a rulebook, by the words of its scenes: see `Look` of the kernel. */
import { names as own, sprite } from 'virtual:sprite'
import type { FormLook, GroundLook, Look as Told, MarkLook, Piece, Place, StateLook, Tag, Tray, TrayLook, WorkLook, ZoneLook } from '../wire'

export type Pose = StateLook['poses'][number]

/** A colour for a light table and for a dark one, as styles have it. */
export const two = ([light, dark]: [string, string]): string => `light-dark(${light}, ${dark})`

const LABEL: MarkLook = { shown: 'label', own: '', tint: null }
const FORM: FormLook = { name: '', beside: 'slip', covers: false }
const TRAY: TrayLook = { rank: 2, own: false, spent: false }

export class Look {
  private readonly sprite: string
  private readonly pictures: Set<string>

  constructor(readonly book: string, private readonly told: Told) {
    this.sprite = `/api/rulebooks/${book}/icons/${told.sprite}.svg`
    this.pictures = new Set(told.icons)
  }

  // ---- ground

  get field(): GroundLook {
    return this.told.field
  }
  ground(word = ''): GroundLook {
    return this.told.ground[word] ?? this.told.field
  }
  /** The name of the ground of a place. */
  groundName(place: Place): string {
    return this.told.ground[place.ground ?? '']?.name || (place.ground ?? '')
  }
  /** The works on the edges of a place, and the tag that tells of them. */
  works(place: Place): { tag: Tag; look: WorkLook } | undefined {
    for (const tag of place.tags ?? []) {
      const look = this.told.work[tag.kind]
      if (look) return { tag, look }
    }
    return undefined
  }

  // ---- marks of places

  mark(tag: Tag): MarkLook {
    return this.told.mark[tag.kind] ?? LABEL
  }
  /** The tag of a place that is shown so. */
  marked(place: Place, shown: MarkLook['shown']): Tag | undefined {
    return place.tags?.find((tag) => this.mark(tag).shown === shown)
  }

  /** The tags of a place that are shown as pictures. */
  signs(place: Place): { tag: Tag; look: MarkLook }[] {
    return (place.tags ?? []).map((tag) => ({ tag, look: this.mark(tag) })).filter(({ tag, look }) => look.shown === 'sign' && tag.symbol)
  }

  // ---- states of pieces

  /** True if one of the states of a piece puts it in that pose. */
  is(piece: Piece, pose: Pose): boolean {
    return !!piece.states?.some(([kind]) => this.told.state[kind]?.poses.includes(pose))
  }
  /** The state that a piece tells where there is room for one, and its sign where there is room for no word. */
  state(piece: Piece): { text: string; sign: string } | undefined {
    let best: { text: string; sign: string; rank: number } | undefined
    for (const [kind, text] of piece.states ?? []) {
      const look = this.told.state[kind]
      if (look?.rank && look.rank < (best?.rank ?? Infinity)) best = { text: text || kind, sign: look.sign, rank: look.rank }
    }
    return best
  }

  // ---- pieces, trays, zones

  form(piece: Piece): FormLook {
    return this.told.form[piece.form] ?? FORM
  }
  tray(tray: Tray): TrayLook {
    return this.told.tray[tray.kind ?? ''] ?? TRAY
  }
  zone(kind: string): ZoneLook {
    return this.told.zone[kind] ?? { name: kind.charAt(0).toUpperCase() + kind.slice(1), title: '' }
  }

  // ---- pictures

  /** The address of a picture: in the sprite of the rulebook or the client's own; else another one. */
  icon(name: string, other = 'barbute'): string {
    if (this.pictures.has(name)) return `${this.sprite}#${name}`
    return `${sprite}#${own.has(name) ? name : other}`
  }
}

/** Of what has no look, or none yet. */
export const PLAIN = new Look('', {
  field: { tint: ['#e9e2d0', '#33322c'], ink: ['#a2977c', '#77715e'], name: '', like: '', sign: '', edge: '', glyphs: [], strewn: { most: 0, apart: 30, size: 1, wide: false, inches: 3, shade: 0 } },
  ground: {}, work: {}, mark: {}, state: {}, form: {}, tray: {}, zone: {}, icons: [], sprite: '',
})
