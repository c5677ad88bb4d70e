/** The battle as a film: what was seen at every moment, or after every entry. Answers may overtake each other: only that to the latest wish is shown. */
import { say } from '../api'
import type { Moment } from '../wire'

/** Milliseconds that a picture stays while the film plays, and that a hand on the slider has to rest. */
const STAYS = 900
const RESTS = 60

const newest = (then: Moment | null): number => then?.scene.news?.at(-1)?.number ?? 0

export class Film {
  /** The moment that is shown, or that the slider points at already; and how many there are. */
  number = $state(0)
  of = $state(0)
  then = $state.raw<Moment | null>(null)
  /** The last news before what is shown. */
  before = $state(0)
  plays = $state(false)
  trouble = $state('')
  private wish = 0
  private run = 0
  private timer = 0

  /** `look`: asks the table what was seen at a moment. */
  constructor(private readonly look: (number: number) => Promise<Moment>) {}

  /** Shows what was seen at a moment. Whether it did: not if it failed, nor if something else was wished for meanwhile. */
  async show(number: number): Promise<boolean> {
    const wish = this.wishes()
    try {
      const found = await this.look(Math.max(0, Math.min(number, this.of || number)))
      if (wish !== this.wish) return false
      this.before = newest(this.then && found.number > this.then.number ? this.then : found)
      this.then = found
      this.number = found.number
      this.of = found.of
      this.trouble = ''
      return true
    } catch (error) {
      if (wish !== this.wish) return false
      this.trouble = say(error)
      this.number = this.then?.number ?? 0
      this.plays = false
      return false
    }
  }
  /** The slider is drawn: it shows its place at once, and the table is asked when it rests. */
  draw(number: number): void {
    this.plays = false
    this.wishes()
    this.number = number
    this.timer = window.setTimeout(() => void this.show(number), RESTS)
  }
  /** On to the next moment that brought news. */
  async on(step: number): Promise<void> {
    const last = newest(this.then)
    let goes = true
    while (goes) goes = (await this.show(this.number + step)) && this.number > 0 && this.number < this.of && newest(this.then) === last
  }
  /** Plays to the end, from one piece of news to the next; or stops at once. */
  async play(): Promise<void> {
    const run = ++this.run
    this.wishes()
    this.plays = !this.plays
    while (this.plays && run === this.run && this.number < this.of) {
      await this.on(1)
      await new Promise((done) => window.setTimeout(done, STAYS))
    }
    if (run === this.run) this.plays = false
  }
  /** Nobody looks any more. */
  leave(): void {
    this.plays = false
    this.wishes()
  }

  /** Something new is wished for: what was wished for before is not shown any more. */
  private wishes(): number {
    clearTimeout(this.timer)
    return ++this.wish
  }
}
