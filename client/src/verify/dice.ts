/** The dice of a seed, and those of a record beside them. */
import type { Record } from './record'
import { bytes, joined, type Digest } from './sha256'

/** A die as the seed gives it: what it shows, at which byte it began, and the bytes that it took, the thrown away ones first. */
export interface Drawn { value: number; at: number; taken: number[]; width: number }
/** A die of a record beside that of the seed. `seed` counts from 0. */
export interface Die extends Drawn { number: number; line: number; side: string; faces: number; shown: number; seed: number; epoch: number }

/** The bytes of one epoch of a seed, and the dice that are made of them. */
export class Stream {
  private key: Promise<Uint8Array>
  private block = new Uint8Array(0)
  private at = 0

  constructor(seed: string, readonly epoch: number, private readonly digest: Digest) {
    this.key = Promise.resolve(digest(bytes(`banneret dice 1\n${seed}`)))
  }
  private async byte(): Promise<number> {
    if (this.at % 32 === 0) {
      const counters = new DataView(new ArrayBuffer(12))
      counters.setUint32(0, this.epoch)
      counters.setBigUint64(4, BigInt(this.at / 32))
      this.block = new Uint8Array(await this.digest(joined(await this.key, new Uint8Array(counters.buffer))))
    }
    return this.block[this.at++ % 32]!
  }
  async die(faces: number): Promise<Drawn> {
    const width = faces <= 256 ? 1 : 4
    const values = 256 ** width
    const at = this.at
    const taken: number[] = []
    for (;;) {
      let number = 0
      for (let i = 0; i < width; i++) {
        const byte = await this.byte()
        taken.push(byte)
        number = number * 256 + byte
      }
      if (number < values - (values % faces)) return { value: (number % faces) + 1, at, taken, width }
    }
  }
}

/**
 * The dice of a record that a seed decides, up to the first that is wrong; `open`: at the end the record rolls from a seed that
 * it does not tell.
 */
export async function dice(record: Record, digest: Digest): Promise<{ dice: Die[]; open: boolean }> {
  const found: Die[] = []
  let [seed, epoch] = [0, 0]
  const begun = () => (seed < record.seeds.length ? new Stream(record.seeds[seed]!, epoch, digest) : undefined)
  let stream = begun()
  for (const { number, line, entry } of record.entries) {
    if (number <= record.header.after) continue
    if (entry.kind === 'undo' && entry.hash) {
      ;[seed, epoch] = [seed + 1, 0]
      stream = begun()
    } else if (entry.kind === 'undo' || entry.kind === 'mended') {
      epoch += 1
      stream = begun()
    } else if (entry.kind === 'die' && stream) {
      const drawn = await stream.die(entry.faces)
      found.push({ ...drawn, number, line, side: entry.side, faces: entry.faces, shown: entry.value, seed, epoch })
      if (drawn.value !== entry.value) return { dice: found, open: false }
    }
  }
  return { dice: found, open: !stream }
}
