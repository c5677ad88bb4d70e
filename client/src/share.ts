/** Links and texts that are handed on. */

/** Puts a link or another text on the clipboard. Where there is none (a page that came over plain HTTP), it is shown to be copied by hand. Whether it was put there. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    prompt('Copy this:', text)
    return false
  }
}

/** True if an address is that of the computer it is opened on, and leads nowhere from any other one. */
export const isOwn = (hostname: string): boolean => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
