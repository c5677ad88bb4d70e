/** The latest news as one text for the voice of the page: each line is said once. */
import type { Seat } from '../table/table.svelte'

export class SpokenNews {
  text = $state('')
  private told = 0

  constructor(seat: Seat) {
    $effect(() => {
      this.told = Math.min(this.told, seat.news[0]?.number ?? 0) // what was taken back may happen once more
      const lines = seat.news.filter((line) => line.number > seat.fresh && line.number > this.told)
      if (!lines.length) return
      this.told = lines[0]!.number
      this.text = lines.map((line) => line.text).reverse().join(' ')
    })
  }
}
