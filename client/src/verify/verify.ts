/**
 * Verifies a record: that nothing was altered, that the seeds are those whose hashes were published, that the dice are theirs,
 * and that secret orders are those that were sealed. Written from docs/record-format.md alone, without a line of the server's.
 * It knows no rules: whether every order was legal, `banneret verify` tells.
 */
import { dice, type Die } from './dice'
import { read, seedHash, type Record } from './record'
import { bytes, digest as ours, hex, type Digest } from './sha256'
import { ended } from './standing'
import { Misfit } from './text'

export type Verdict = 'good' | 'bad' | 'open'
export type Topic = 'chain' | 'commitment' | 'dice' | 'seals'
/** One thing that was looked at: a sentence, and where it breaks (`line` of the file from 1, `entry`), if it does. */
export interface Finding { name: Topic; verdict: Verdict; text: string; line?: number; entry?: number }
/** `record`: nothing where the header cannot be read. `dice`: those that a seed decides, up to the first that is wrong. */
export interface Verification { findings: Finding[]; record?: Record; dice: Die[] }
/** `over`: the battle is known to be over, so that its seeds must be there. */
export interface Known { over?: boolean; digest?: Digest }

/** The text of a file; throws `Misfit` where it is no UTF-8. */
export function decoded(data: BufferSource): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    throw new Misfit('The file is no text in UTF-8')
  }
}

/** Verifies a record, from its text or the bytes of its file. Never throws for what they hold. */
export async function verify(given: string | BufferSource, { over = false, digest = ours }: Known = {}): Promise<Verification> {
  let record: Record
  try {
    record = await read(typeof given === 'string' ? given : decoded(given), digest)
  } catch (error) {
    if (!(error instanceof Misfit)) throw error
    const line = Number(/^line (\d+)$/.exec(error.where)?.[1] ?? 0)
    const text = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}${line ? ` (line ${line})` : ''}.`
    return { findings: [{ name: 'chain', verdict: 'bad', text, ...(line && { line }) }], dice: [] }
  }
  const rolled = await dice(record, digest)
  const findings = [chain(record), await commitment(record, over || ended(record), digest), thrown(record, rolled.dice, rolled.open), ...(await seals(record, digest))]
  return { findings, record, dice: record.header.hash ? rolled.dice : [] }
}

function chain({ damage, entries }: Record): Finding {
  const [first] = damage
  if (!first) return { name: 'chain', verdict: 'good', text: `The header and all ${entries.length} entries are as they were written.` }
  return { name: 'chain', verdict: 'bad', ...first, text: damage.map((one) => one.text).join(' ') }
}

async function commitment({ hashes, seeds, damage }: Record, over: boolean, digest: Digest): Promise<Finding> {
  const name = 'commitment'
  if (!hashes.length) return { name, verdict: 'open', text: 'People rolled the dice: there is no seed.' }
  for (const [i, seed] of seeds.entries()) {
    if ((await seedHash(seed, digest)) === hashes[i]) continue
    const text = hashes[i] === undefined && damage.length ? 'there is a seed whose hash stands in no entry that can be read' : 'the seed is not the one whose hash was published before its dice'
    return { name, verdict: 'bad', text: `Line ${9 + i}: ${text}.`, line: 9 + i }
  }
  if (seeds.length < hashes.length) {
    if (over) return { name, verdict: 'bad', text: 'The battle is over, and its seed is missing.' }
    return { name, verdict: 'open', text: 'The record does not tell its seed. It is published when the battle is over.' }
  }
  if (seeds.length === 1) return { name, verdict: 'good', text: 'The seed is the one whose hash was published before the first die.' }
  return { name, verdict: 'good', text: `The ${seeds.length} seeds are those whose hashes were published before their dice.` }
}

function thrown({ header, damage }: Record, all: Die[], open: boolean): Finding {
  const name = 'dice'
  if (!header.hash) return { name, verdict: 'open', text: 'People rolled the dice, or a script told them; nothing proves them.' }
  const last = all.at(-1)
  if (last && last.value !== last.shown) return { name, verdict: 'bad', text: `Entry ${last.number} on line ${last.line} shows ${last.shown}; by the seed it is ${last.value}.`, line: last.line, entry: last.number }
  if (open) return { name, verdict: 'open', text: 'They can be checked when the seed is published.' }
  const since = header.after ? ` since the battle was forked after entry ${header.after}` : ''
  const read = damage.length ? ' that can be read' : ''
  if (!all.length) return { name, verdict: 'good', text: `No die${read} was rolled${since}.` }
  if (all.length === 1) return { name, verdict: 'good', text: `The one die${read}${since} is as the seed gives it.` }
  return { name, verdict: 'good', text: `All ${all.length} dice${read}${since} are as the seed gives them.` }
}

/** Every secret order against its seal; nothing where no order was sealed. */
async function seals({ entries }: Record, digest: Digest): Promise<Finding[]> {
  const name = 'seals'
  let count = 0
  for (const { number, line, entry } of entries) {
    if (entry.kind !== 'order' || !entry.seal) continue
    count += 1
    const told = `banneret order commitment 1\n${entry.salt}\n${entry.side} > ${entry.text}`
    if (hex(await digest(bytes(told))) !== entry.seal) return [{ name, verdict: 'bad', text: `Entry ${number} on line ${line} is not the order that was sealed.`, line, entry: number }]
  }
  if (!count) return []
  return [{ name, verdict: 'good', text: `${count === 1 ? 'The secret order is the one' : `All ${count} secret orders are those`} sealed when given.` }]
}
