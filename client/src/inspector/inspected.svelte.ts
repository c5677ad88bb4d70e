/** The piece whose card is open: boards draw where it can go and whom it sees. */
import type { Inspector } from '../wire'

class Inspected {
  now = $state.raw<Inspector | null>(null)
}

export const inspected = new Inspected()
