/** Links that are handed on. */

/** Puts a link on the clipboard. Where there is none (a page that came over plain HTTP), it is shown to be copied by hand. Whether it was put there. */
export async function copy(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link)
    return true
  } catch {
    prompt('Copy this link:', link)
    return false
  }
}
