/** A chance, given in percent, in whole percent. A half is rounded towards the middle, so that the figures of two chances make a hundred: 42.5, 5 and 52.5 are 43, 5 and 52. */
export const whole = (share: number): number => (share < 50 ? Math.floor(share + 0.5) : Math.ceil(share - 0.5))
/** The same in words that never say none or all where it is not quite. */
export const percent = (share: number): string => (share > 99 && share < 100 ? '>99' : share > 0 && share < 1 ? '<1' : String(whole(share)))
