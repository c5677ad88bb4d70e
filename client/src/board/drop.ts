/** The end of a drag. A browser sends a click after it that nobody meant; what is pressed next is meant again. */
export class Drop {
  #unmeant = false

  /** A drag has ended just now. */
  done(): void {
    this.#unmeant = true
    const over = new AbortController()
    const meant = () => {
      this.#unmeant = false
      over.abort()
    }
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, meant, { capture: true, signal: over.signal })
    setTimeout(meant, 300) // help that clicks without a press, long after the browser's own click
  }

  /** True if a click now is the one after a drag. */
  get unmeant(): boolean {
    return this.#unmeant
  }
}
