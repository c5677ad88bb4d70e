/** Work of a page that the table may refuse: whether it is under way, and what went wrong, as a sentence for people. */
import { say, Trouble } from './api'
import type { Code } from './wire'

export class Attempt {
  trouble = $state('')
  /** What went wrong, where the table has a word for it. */
  code = $state<Code>()
  busy = $state(false)

  run = async (what: () => Promise<unknown>): Promise<void> => {
    this.busy = true
    this.trouble = ''
    this.code = undefined
    try {
      await what()
    } catch (error) {
      this.trouble = say(error)
      this.code = error instanceof Trouble ? error.code : undefined
    }
    this.busy = false
  }
}
