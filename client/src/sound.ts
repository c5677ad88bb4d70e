/** Small sounds of a table, made here and now; silent unless somebody switched them on. */
import { settings } from './memory.svelte'

let context: AudioContext | null = null

/** A knock of wood: `high` in hertz, `late` in seconds from now. */
function knock(high: number, late: number, loud = 0.12): void {
  context ??= new AudioContext()
  const at = context.currentTime + late
  const tone = context.createOscillator()
  const gain = context.createGain()
  tone.type = 'triangle'
  tone.frequency.setValueAtTime(high, at)
  tone.frequency.exponentialRampToValueAtTime(high / 2, at + 0.07)
  gain.gain.setValueAtTime(loud, at)
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.09)
  tone.connect(gain).connect(context.destination)
  tone.start(at)
  tone.stop(at + 0.1)
}

const SOUNDS = {
  dice: () => [0, 0.09, 0.17, 0.28, 0.44].forEach((late, i) => knock(900 - i * 90, late, 0.1 - i * 0.015)),
  move: () => knock(220, 0),
  comes: () => [0, 0.14].forEach((late, i) => knock(520 + i * 260, late, 0.1)),
  asked: () => knock(440, 0, 0.06),
}

/** Plays a sound if sounds are wanted; a browser that lets nothing sound stays still. */
export function sound(name: keyof typeof SOUNDS): void {
  if (!settings.sound) return
  try {
    SOUNDS[name]()
  } catch {
    // no sound here
  }
}
