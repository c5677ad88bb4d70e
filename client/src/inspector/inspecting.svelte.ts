/** What is inspected: a piece on which the pointer or the focus rests, that a finger holds, or that a key pins. */

/** Milliseconds that pointer or focus must rest, and that a finger must hold. */
const RESTS = 400
const HOLDS = 500
/** Milliseconds that it stays when the pointer leaves. */
const GOES = 220
/** Where it is a sheet over the question, only a finger and the key open it. */
const narrow = matchMedia('(max-width: 640px)')
/** So many pixels a finger may tremble. */
const TREMBLES = 10

/** The pieces that a node is about: the ids in the nearest `data-inspect`. */
const about = (node: EventTarget | null): { node: Element; ids: string[] } | null => {
  const found = node instanceof Element ? node.closest('[data-inspect]') : null
  const ids = found?.getAttribute('data-inspect')?.split(' ').filter(Boolean) ?? []
  return found && ids.length ? { node: found, ids } : null
}

export class Inspecting {
  /** The pieces that lie there, and the one that is shown. */
  ids = $state.raw<string[]>([])
  now = $state('')
  pinned = $state(false)
  node: Element | null = null
  private timer = 0
  private over: Element | null = null
  private held: { x: number; y: number } | null = null
  /** A finger has opened it: the click that follows was not meant. */
  private unmeant = false

  get open(): boolean {
    return !!this.now
  }
  /** Opens for what a node is about; `pin`: it stays until it is closed. */
  show(node: EventTarget | null, pin = false): boolean {
    const found = about(node)
    if (!found) return false
    // Pressed once more on the same: the next of those that lie there.
    const next = pin && this.pinned && found.node === this.node ? found.ids[(found.ids.indexOf(this.now) + 1) % found.ids.length]! : found.ids[0]!
    this.node = found.node
    this.ids = found.ids
    this.now = next
    this.pinned = pin || this.pinned
    return true
  }
  /** Opens a piece by its id, beside a node. */
  tell(id: string, node: Element | null): void {
    this.node = node
    this.ids = [id]
    this.now = id
    this.pinned = true
  }
  /** The key: pins the piece that is shown, else the one under the focus or the pointer. True if there was one. */
  pin(): boolean {
    const focused = about(document.activeElement)
    if (this.open && !this.pinned) return (this.pinned = true)
    return this.show(this.pinned && this.node ? this.node : (focused?.node ?? this.over), true)
  }
  close(): boolean {
    clearTimeout(this.timer)
    const was = this.open
    this.ids = []
    this.now = ''
    this.pinned = false
    this.node = null
    return was
  }

  /** Listens on everything below a node. */
  listen(root: HTMLElement): () => void {
    const ends = new AbortController()
    const on = <K extends keyof HTMLElementEventMap>(kind: K, does: (event: HTMLElementEventMap[K]) => void, capture = false) => root.addEventListener(kind, does, { signal: ends.signal, capture })
    on('pointerover', (event) => event.pointerType === 'mouse' && !event.buttons && this.rest(event.target, true))
    on('pointerleave', () => this.rest(null, true))
    // The unit that was picked is named beside the question, and the arrows draw its move: no card opens over the field by itself.
    on('focusin', (event) => event.target instanceof Element && event.target.matches(':focus-visible') && this.rest(event.target.matches('.plate.held') ? null : event.target))
    on('focusout', () => this.rest(null))
    on('pointerdown', (event) => this.press(event), true)
    on('pointermove', (event) => this.held && Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y) > TREMBLES && this.let())
    for (const kind of ['pointerup', 'pointercancel'] as const) on(kind, () => this.let())
    on('contextmenu', (event) => (this.unmeant || this.held) && event.preventDefault())
    on('click', (event) => {
      if (!this.unmeant) return
      this.unmeant = false
      event.preventDefault()
      event.stopPropagation()
    }, true)
    return () => {
      ends.abort()
      this.close()
    }
  }

  /** Pointer or focus has come somewhere; what is pinned stays. */
  private rest(target: EventTarget | null, pointer = false): void {
    if (target instanceof Element && target.closest('[data-inspector]')) return clearTimeout(this.timer)
    const found = about(target)
    if (pointer) this.over = found?.node ?? null
    clearTimeout(this.timer)
    if (this.pinned || (found && found.node === this.node)) return
    // What is shown stays until the next is, and as long as it takes to reach it with the pointer.
    if (found && !narrow.matches) this.timer = window.setTimeout(() => this.show(found.node), RESTS)
    else if (this.open) this.timer = window.setTimeout(() => this.close(), GOES)
  }
  /** Something is pressed: what was only looked at goes; a finger that stays opens it. */
  private press(event: PointerEvent): void {
    this.unmeant = false
    if (event.target instanceof Element && event.target.closest('[data-inspector]')) return
    clearTimeout(this.timer)
    if (!this.pinned || event.pointerType !== 'mouse') this.close()
    const found = about(event.target)
    if (event.pointerType === 'mouse' || !found) return
    this.held = { x: event.clientX, y: event.clientY }
    this.timer = window.setTimeout(() => {
      if (!this.held) return
      this.held = null
      this.unmeant = this.show(found.node, true)
    }, HOLDS)
  }
  private let(): void {
    if (this.held) clearTimeout(this.timer)
    this.held = null
  }
}
