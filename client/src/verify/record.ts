/** A record, read as far as it is good: header, seeds, entries, and the hash chain over them. */
import { entry, type Entry } from './entry'
import { header, isSeed, type Header } from './header'
import { bytes, hex, joined, type Digest } from './sha256'
import { longer, Misfit } from './text'

/** `line`: where an entry stands in the file, from 1. */
export interface Numbered { number: number; line: number; entry: Entry }
/** Where the reading ended: what is wrong, on which line, and in which entry if it is one. */
export interface Damage { text: string; line: number; entry?: number }
/** `seeds`: as the file tells them, right or wrong; `hashes`: of the seeds, as they were published; `hash`: of the whole. */
export interface Record { header: Header; seeds: string[]; hashes: string[]; entries: Numbered[]; damage: Damage[]; hash: string }

const FIRST = 'banneret record 1'
// The bounds of a record (docs/record-format.md): characters, entries, bytes of entries, characters of a line.
const MOST = 5_000_000
const MOST_ENTRIES = 50_000
const MOST_BYTES = 3_400_000
const LONGEST = 4400
const DIGITS = 12
const LINE = /^([1-9][0-9]{0,6}) ([^]*) #([0-9a-f]{12})$/

/** Reads a record; throws `Misfit` where there is none, or its header is damaged. */
export async function read(text: string, digest: Digest): Promise<Record> {
  if (longer(text, MOST)) throw new Misfit(`The record is longer than ${MOST.toLocaleString('en')} characters`)
  if (/\p{Cs}/u.test(text)) throw new Misfit('The record holds half a character')
  const lines = text.split('\n')
  if (lines[0] !== FIRST) throw new Misfit(`This is no record: its first line is not '${FIRST}' and a line feed`, 'line 1')
  const head = header(lines.slice(1, 7))
  const chain = new Chain(await digest(bytes(lines.slice(0, 7).join('\n'))), digest)
  if (lines.length < 9 || lines[7] !== `= ${chain.digits}`) throw new Misfit('The header was cut or altered: its hash does not fit', 'line 8')

  const record: Record = { header: head, seeds: [], hashes: head.hash ? [head.hash] : [], entries: [], damage: [], hash: '' }
  for (const line of lines.slice(8, -1)) {
    if (!line.startsWith('seed ')) break
    record.seeds.push(line.slice(5))
  }
  const first = await begun(record, lines, digest)
  await body(record, lines, first, chain)
  await laterSeeds(record, first, digest)
  record.hash = hex(chain.digest)
  return record
}

/** The hash of a seed, as it is published before the first die. */
export const seedHash = async (seed: string, digest: Digest): Promise<string> => hex(await digest(bytes(`banneret seed commitment 1\n${seed}`)))

class Chain {
  constructor(public digest: Uint8Array, private readonly make: Digest) {}
  get digits(): string {
    return hex(this.digest).slice(0, DIGITS)
  }
  /** The digest if this line, without its hash, came next. */
  after(line: string): Uint8Array | Promise<Uint8Array> {
    return this.make(joined(this.digest, bytes(line)))
  }
}

/** Looks at the first seed; the index of the line on which the entries begin. */
async function begun(record: Record, lines: string[], digest: Digest): Promise<number> {
  const line = lines[8]!
  if (line.startsWith('1 ') || lines.length < 10) return 8
  const seed = record.seeds[0]
  if (seed === undefined || !isSeed(seed)) {
    record.damage.push({ text: 'Line 9 is neither a seed nor entry 1.', line: 9 })
    return 9
  }
  if ((await seedHash(seed, digest)) === record.header.hash) return 8 + record.seeds.length
  record.damage.push({ text: 'Line 9: the seed does not fit the hash that was published before the battle.', line: 9 })
  return 9
}

/** Reads the entries up to the first line that does not fit. */
async function body(record: Record, lines: string[], first: number, chain: Chain): Promise<void> {
  let size = 0
  const { after, hash } = record.header
  for (const [index, line] of lines.slice(first, -1).entries()) {
    const number = index + 1
    const at = first + index + 1
    const harm = (what: string) => record.damage.push({ text: `Entry ${number} on line ${at}: ${what}. The ${index} entries before it are good.`, line: at, entry: number })
    if (longer(line, LONGEST)) return void harm('the line is too long')
    const found = LINE.exec(line)
    if (!found || Number(found[1]) !== number) return void harm(`'${number} … #hash' is expected here`)
    const told = line.slice(0, -DIGITS - 2)
    const digest = await chain.after(told)
    if (found[3] !== hex(digest).slice(0, DIGITS)) return void harm('its hash does not fit, so this line or the one before it was altered')
    if (index >= MOST_ENTRIES || size + 4 * told.length > MOST_BYTES && size + 4 * Array.from(told).length > MOST_BYTES) return void harm('the record is longer than any may be')
    try {
      record.entries.push({ number, line: at, entry: entry(found[2]!) })
    } catch (error) {
      if (!(error instanceof Misfit)) throw error
      return void harm(error.message)
    }
    chain.digest = digest
    size += bytes(line).length + 1
    const one = record.entries.at(-1)!.entry
    if (one.kind === 'undo' && one.hash && number > after && hash) record.hashes.push(one.hash)
  }
  const count = record.entries.length
  if (lines.at(-1)) record.damage.push({ text: `The last line, ${lines.length}, is cut: it has no line feed. The ${count} entries before it are good.`, line: lines.length, entry: count + 1 })
  else if (count < after) record.damage.push({ text: `Line 7: there is no entry ${after} to have been forked after.`, line: 7 })
}

/** Looks at the seeds after the first: each must fit a hash that an entry has published. */
async function laterSeeds(record: Record, first: number, digest: Digest): Promise<void> {
  for (let i = 1; i < first - 8; i++) {
    const seed = record.seeds[i]!
    if (isSeed(seed) && (await seedHash(seed, digest)) === record.hashes[i]) continue
    record.damage.push({ text: `Line ${9 + i}: no hash was published of this seed.`, line: 9 + i })
    return
  }
}
