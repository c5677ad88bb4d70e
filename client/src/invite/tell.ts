/** Notices of the browser that it is one's turn: only where they were asked for, and only while the page is out of sight. */
import { settings, settle } from '../memory.svelte'

export const tells = (): boolean => 'Notification' in globalThis

/** Switches notices on, if the browser's owner allows them, or off. Whether they are on. */
export async function switchTelling(on: boolean): Promise<boolean> {
  settings.tell = on && tells() && (await Notification.requestPermission()) === 'granted'
  settle()
  return settings.tell
}

export function tellTurn(title: string, question: string): void {
  if (!settings.tell || !document.hidden || !tells() || Notification.permission !== 'granted') return
  try {
    const notice = new Notification(`Your turn: ${title}`, { body: question, tag: location.hash.slice(0, 8) })
    notice.onclick = () => {
      focus()
      notice.close()
    }
  } catch {
    // a browser that has notices for other pages alone
  }
}
