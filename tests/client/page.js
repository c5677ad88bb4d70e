// What the client finds in a browser, as far as its modules want it: storage, a line to the table, an address.
import { PROTOCOL } from '../../client/src/wire.ts'

globalThis.window = globalThis
const give = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })

class Storage {
  kept = new Map()
  getItem = (key) => this.kept.get(key) ?? null
  setItem = (key, value) => void this.kept.set(key, String(value))
  removeItem = (key) => void this.kept.delete(key)
  clear = () => this.kept.clear()
}
give('localStorage', new Storage())
give('sessionStorage', new Storage())
give('location', { protocol: 'http:', host: 'table', origin: 'http://table' })
give('fetch', () => Promise.reject(new Error('there is no server here')))

/** Every line that was laid, the latest last. */
export const lines = []
give('WebSocket', class {
  static CONNECTING = 0
  static OPEN = 1
  readyState = 0
  sent = []
  constructor(url) {
    this.url = url
    lines.push(this)
  }
  send(text) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    if (this.readyState < 3) this.cut()
  }
  // ---- what the table does
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  say(message) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  cut() {
    this.readyState = 3
    this.onclose?.()
  }
})
export const line = () => lines.at(-1)

/** A question with these orders; the first is the usual one. */
export const question = (orders, more = {}) => ({ kind: 'choice', side: 0, text: 'What now?', rule: '', options: orders.map((order) => ({ order, label: order })), default: orders[0], ...more })

/** A view of a battle of two sides. */
export function view(at, questions = [], more = {}) {
  const scene = {
    rulebook: 'stacks', scenario: 'two_banners', title: 'Two Banners', seat: 'groves', sides: [{ id: 'groves', name: 'Groves', letter: 'G' }, { id: 'halls', name: 'Halls', letter: 'H' }],
    board: { kind: 'areas', width: 1, height: 1 }, pieces: [], news: [], questions, ...more.scene,
  }
  return { type: 'view', at, seats: [{ name: 'groves', side: 'groves' }, { name: 'halls', side: 'halls' }], seat: 'groves', side: 'groves', battle: 'b1', dice: 'seeded', protocol: PROTOCOL, ...more, scene }
}
