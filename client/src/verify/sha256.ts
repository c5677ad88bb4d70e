/**
 * SHA-256. The browser's own where it has one; pages that come over plain HTTP from another machine have none,
 * so it is written out here once more, after FIPS 180-4.
 */
export type Digest = (data: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>

const ROOTS = Uint32Array.from(
  ('428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174 '
    + 'e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 '
    + '27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 '
    + '19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2').split(' '),
  (word) => parseInt(word, 16),
)
const BEGINNING = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** SHA-256 in plain script. */
export function plain(data: Uint8Array): Uint8Array {
  const padded = new DataView(new ArrayBuffer((((data.length + 8) >> 6) + 1) << 6))
  new Uint8Array(padded.buffer).set(data)
  padded.setUint8(data.length, 0x80)
  padded.setBigUint64(padded.byteLength - 8, BigInt(data.length) * 8n)
  const state = Uint32Array.from(BEGINNING)
  const words = new Uint32Array(64)
  for (let at = 0; at < padded.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = padded.getUint32(at + 4 * i)
    for (let i = 16; i < 64; i++) {
      const [far, near] = [words[i - 15]!, words[i - 2]!]
      const low = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)
      const high = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10)
      words[i] = words[i - 16]! + low + words[i - 7]! + high
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROOTS[i]! + words[i]!) | 0
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + word
  }
  const told = new DataView(new ArrayBuffer(32))
  state.forEach((word, i) => told.setUint32(4 * i, word))
  return new Uint8Array(told.buffer)
}

/** SHA-256 by Web Crypto, else in plain script. */
export const digest: Digest = async (data) => {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', data)) : plain(data)
}

const encoder = new TextEncoder()
/** A text as UTF-8. */
export const bytes = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/** These bytes one after the other. */
export function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export const hex = (data: Uint8Array): string => Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')
