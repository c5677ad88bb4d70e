/** The present page: the path, and behind the # the secret link (which so never travels to the server in an address). */
export const route = $state({ path: location.pathname, hash: location.hash.slice(1) })

/** The parts of a path in people's letters; what is no letters stays as it is. */
export const parts = (path: string): string[] =>
  path.split('/').slice(1).map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })

const update = () => {
  route.path = location.pathname
  route.hash = location.hash.slice(1)
}
addEventListener('popstate', update)
addEventListener('hashchange', update)

/** Goes to an address of this client; `stay`: the page is the same one, and stays where it is. */
export function go(address: string, stay = false): void {
  history.pushState(null, '', address)
  update()
  if (!stay) scrollTo(0, 0)
}

/** Puts another address in the place of this one: going back does not lead here. */
export function stand(address: string): void {
  history.replaceState(null, '', address)
  update()
}

/** Follows a link inside the page, unless a new window is wanted. */
export function follow(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return
  event.preventDefault()
  go((event.currentTarget as HTMLAnchorElement).getAttribute('href') ?? '/')
}
