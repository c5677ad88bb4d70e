/** Keys of the whole page, and what they must leave alone. */

/** True if somebody is typing, or a dialogue has the word. */
export function typing(event: KeyboardEvent): boolean {
  const node = event.target as HTMLElement
  return event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(node.tagName) || !!node.closest?.('dialog')
}

/** True if Enter or Space belongs to the control that has the focus. */
export const pressing = (event: KeyboardEvent): boolean => /^(BUTTON|A|SUMMARY)$/.test((event.target as HTMLElement).tagName)
