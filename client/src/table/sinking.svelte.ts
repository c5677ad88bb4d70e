const PATIENCE = 700 // milliseconds: a moment's thought does not move the sheet

/** Whether the sheet of a phone has sunk: it does once a computer has thought for a while, so that one sees what it does. */
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
