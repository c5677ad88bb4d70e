/** The clock of a battle by mail, in words. */
import type { ClockView } from '../wire'

const THEN: Record<ClockView['lapse'], string> = { computer: 'the computer plays on', adjourn: 'the battle is adjourned' }

export const days = (hours: number): string => (hours % 24 ? `${hours} hours` : hours === 24 ? 'a day' : `${hours / 24} days`)
/** What is agreed upon, as a sentence. */
export const agreed = (clock: ClockView): string => `Each turn has ${days(clock.hours)}; then ${THEN[clock.lapse]}.`
/** Until when a side has, in the words of this browser. */
export const when = (end: number): string => new Date(end * 1000).toLocaleString([], { weekday: 'long', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
