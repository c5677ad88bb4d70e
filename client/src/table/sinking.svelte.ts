/** True once a computer has thought for a while: then the sheet of a phone sinks, so that one sees what it does; a moment's thought does not move it. */
const PATIENCE = 700

export class Sinking {
  sunk = $state(false)

  constructor(thinking: () => boolean) {
    $effect(() => {
      if (!thinking()) return
      const timer = setTimeout(() => (this.sunk = true), PATIENCE)
      return () => {
        clearTimeout(timer)
        this.sunk = false
      }
    })
  }
}
