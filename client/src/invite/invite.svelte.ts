/** An invitation as the inviter sees it: the seats of the battle as they change, the link, and what can be done meanwhile. */
import { askBack, giveSide, goBy, invite, say, setClock } from '../api'
import { amend, battles, callMe, keeper, links, type Kept } from '../memory.svelte'
import { fresh, Line } from '../socket'
import { sound } from '../sound'
import type { ClockView, SeatView, View } from '../wire'

/** How it stands with a seat that was left to a guest. */
export type State = 'waiting' | 'opened' | 'here' | 'gone'
export const stateOf = (seat: SeatView): State => (seat.free ? (seat.opened ? 'opened' : 'waiting') : seat.here ? 'here' : 'gone')

/** The address that a guest follows. */
export const address = (invitation: string): string => `${location.origin}/join#${invitation}`

export class Invitations {
  view = $state.raw<View | null>(null)
  kept = $state.raw<Kept | undefined>(undefined)
  gone = $state('')
  /** True if the link opens no battle. */
  none = $state(false)
  trouble = $state('')
  busy = $state(false)
  private line: Line

  constructor(readonly token: string) {
    this.line = new Line(
      token,
      (answer) => {
        if (answer.type === 'view') this.show(answer)
        else if (answer.type === 'refused') this.trouble = answer.reason
        else if (answer.type === 'goodbye' && answer.code !== 'closed') {
          this.gone = answer.reason
          this.none = !this.view && (answer.code === 'no-battle' || answer.code === 'unreadable')
          this.line.close()
        }
      },
      () => undefined,
    )
  }

  private show(view: View): void {
    const before = this.view
    this.gone = ''
    this.view = view
    this.kept = battles()[view.battle]
    // Who changes sides keeps the link: it opens the other seat from now on.
    if (this.kept && this.kept.tokens[view.seat] !== this.token) this.learn(this.kept, view)
    if (before && this.free.length < before.seats.filter((seat) => seat.free).length) sound('comes')
  }
  private learn(kept: Kept, view: View): void {
    const others = Object.entries(kept.tokens).filter(([, token]) => token !== this.token)
    const mine = kept.mine.filter((seat) => kept.tokens[seat] !== this.token)
    this.keep({ tokens: { ...Object.fromEntries(others), [view.seat]: this.token }, mine: [...mine, view.seat] })
  }
  private keep(change: Partial<Kept>): void {
    const battle = this.view?.battle
    if (!battle) return
    amend(battle, change)
    this.kept = battles()[battle]
  }

  /** The seats that were left to guests, and those of them that are free. */
  readonly guests = $derived(this.view?.seats.filter((seat) => seat.guest) ?? [])
  readonly free = $derived(this.guests.filter((seat) => seat.free))
  readonly mine = $derived(this.view?.seats.find((seat) => seat.name === this.view?.side))
  /** I sit on one of two sides, and the other is free: sides may be changed. */
  readonly changes = $derived(this.view?.seats.length === 2 && this.free.length === 1 && !!this.mine)
  /** The link, where this browser has one that leads to a side that is free. */
  readonly link = $derived.by(() => {
    const found = this.kept?.invitation
    return found && this.free.length && (!found.side || this.free.some((seat) => seat.name === found.side)) ? address(found.token) : ''
  })
  private get key(): string {
    return keeper(this.kept) || this.token
  }

  async attempt(what: () => Promise<unknown>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.trouble = ''
    try {
      await what()
    } catch (error) {
      this.trouble = say(error)
    }
    this.busy = false
  }
  /** A new link: to a side, or for a guest who chooses. */
  renew = (side: string, swap = false): Promise<void> =>
    this.attempt(async () => {
      const made = await invite(this.key, links(this.kept), side, swap)
      this.keep({ invitation: { token: made.invitation, side, swap } })
    })
  /** The side that the guest is to play; an empty one: they choose. */
  choose = (side: string): Promise<void> =>
    this.attempt(async () => {
      if (side && side === this.mine?.name) {
        const view = await giveSide(this.key, links(this.kept), side)
        this.keep({ invitation: undefined }) // it is void
        this.show(view)
      }
      const made = await invite(this.key, links(this.kept), side, !side)
      this.keep({ invitation: { token: made.invitation, side, swap: !side } })
    })
  /** The seat of a guest is free again, by a new link. */
  back = (side: string): Promise<void> =>
    this.attempt(async () => {
      const view = await askBack(this.key, links(this.kept), side)
      this.keep({ invitation: undefined }) // it is void
      this.show(view)
      const made = await invite(this.key, links(this.kept), side, false)
      this.keep({ invitation: { token: made.invitation, side } })
    })
  sign = (name: string): Promise<void> =>
    this.attempt(async () => {
      callMe(name)
      await goBy(this.token, name)
    })
  /** The time for each turn, and what follows. */
  time = (hours: number, lapse: ClockView['lapse']): Promise<void> =>
    this.attempt(async () => this.show(await setClock(this.key, { hours, lapse, tokens: links(this.kept) })))
  /** Lets the computer play a free side at a level, or has it wait again. */
  substitute(side: string, level: string | null): void {
    this.trouble = ''
    this.line.send(fresh(), { type: 'player', side, level, reason: '' })
  }
  leave(): void {
    this.line.close()
  }
}
