/** A list of rows is one stop of Tab: the arrows walk over its rows, Home and End go to its ends. */
export function rows(list: HTMLElement) {
  let at: HTMLElement | undefined
  const all = () => [...list.querySelectorAll<HTMLElement>('button.opt')]
  /** One row alone is the stop: the one last walked to, else the one that is chosen, else the first. */
  function lay() {
    const found = all()
    if (!at || !found.includes(at)) at = found.find((row) => row.classList.contains('on')) ?? found[0]
    for (const row of found) row.tabIndex = row === at ? 0 : -1
  }
  function focused(event: FocusEvent) {
    const row = (event.target as HTMLElement).closest<HTMLElement>('button.opt')
    if (!row) return
    at = row
    lay()
  }
  function keys(event: KeyboardEvent) {
    const found = all()
    const from = found.indexOf(document.activeElement as HTMLElement)
    const to = ({ ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: found.length - 1 } as Record<string, number>)[event.key]
    if (from < 0 || to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    found[to]?.focus()
  }
  const watch = new MutationObserver(lay)
  watch.observe(list, { childList: true, subtree: true })
  list.addEventListener('focusin', focused)
  list.addEventListener('keydown', keys)
  lay()
  return {
    destroy() {
      watch.disconnect()
      list.removeEventListener('focusin', focused)
      list.removeEventListener('keydown', keys)
    },
  }
}
