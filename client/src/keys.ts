/** Keys of the whole page, and what they must leave alone. */

/** The control that was last pressed by mouse or finger and still has the focus: keys do not press it once more. */
let pointed: Element | null = null

/** Watches from now on what is pressed by mouse or finger. */
export function watchPointer(): void {
  addEventListener('pointerdown', (event) => (pointed = (event.target as Element).closest?.('button, a, summary, [tabindex]') ?? null), true)
  addEventListener('focusin', (event) => { if (event.target !== pointed) pointed = null })
}

/** True if somebody is typing, or chooses from a list by its letters. Enter chooses nothing there. */
function writing(event: KeyboardEvent): boolean {
  const node = event.target as HTMLElement
  if (node.tagName === 'INPUT') return !/^(checkbox|radio)$/.test((node as HTMLInputElement).type)
  return node.tagName === 'TEXTAREA' || (node.tagName === 'SELECT' && event.key !== 'Enter')
}
const modified = (event: KeyboardEvent) => event.ctrlKey || event.metaKey || event.altKey

/** True if somebody is typing, or a dialogue has the word. */
export const typing = (event: KeyboardEvent): boolean => modified(event) || writing(event) || !!(event.target as HTMLElement).closest?.('dialog')

/** True if it was a mouse or finger that brought the focus to where a key is pressed. */
export const pointedAt = (event: KeyboardEvent): boolean => event.target === pointed

/** True if Enter or Space belongs to the control that has the focus. Enter does not, where a mouse brought the focus there. */
export function pressing(event: KeyboardEvent): boolean {
  const node = event.target as HTMLElement
  if (event.key === 'Enter') return /^(BUTTON|A|SUMMARY)$/.test(node.tagName) && !pointedAt(event)
  return /^(BUTTON|A|SUMMARY|INPUT)$/.test(node.tagName)
}

/** Enter does what the dark button of the dialogue or of the page says; a battle sees to its own. */
export function enter(event: KeyboardEvent, page: boolean): void {
  if (event.key !== 'Enter' || event.defaultPrevented || modified(event) || writing(event) || pressing(event)) return
  const dialogue = document.querySelector('dialog[open]')
  const button = (dialogue ?? (page ? document : null))?.querySelector<HTMLElement>('[data-main]:not(:disabled, [aria-disabled="true"])')
  if (!button) return
  event.preventDefault()
  button.click()
}
