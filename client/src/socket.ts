/** The line to the table: sits down with a token, comes back by itself when it breaks or falls silent, sends what was not answered again. */
import { Sight } from './patched'
import type { Answer, Goodbye, Update } from './wire'

/** After what silence the table is asked whether it is there, and how long it has to answer: 25 seconds in all (in milliseconds). */
const BEAT = 10_000
const SILENCE = 15_000

export class Line {
  private socket: WebSocket | null = null
  private waiting = new Map<string, string>()
  private tries = 0
  private timer = 0
  private over = false
  private heard = 0
  private heart = 0
  private asked = 0
  private began = 0
  /** What the table has sent, by which an update is understood. */
  private sight = new Sight()

  constructor(
    private readonly token: string,
    private readonly hear: (answer: Answer) => void,
    private readonly state: (here: boolean) => void,
  ) {
    this.connect()
    this.heart = window.setInterval(() => this.beat(), BEAT / 4)
  }

  /** A line may die without a word (a laptop that slept, a network that was changed): silence in spite of asking is its end. */
  private beat(): void {
    const socket = this.socket
    if (!socket || socket.readyState > WebSocket.OPEN) return
    const now = Date.now()
    const waits = socket.readyState === WebSocket.CONNECTING || this.asked > this.heard
    if (waits && now - Math.max(this.asked, this.began) > SILENCE) {
      // Its own end could take minutes to be told: it is let go, and another line is laid at once.
      socket.onopen = socket.onmessage = socket.onclose = null
      socket.close()
      this.lost()
    } else if (!waits && socket.readyState === WebSocket.OPEN && now - this.heard > BEAT) {
      this.asked = now
      socket.send('{"type":"ping"}')
    }
  }

  private lost(): void {
    this.state(false)
    if (!this.over) this.timer = window.setTimeout(() => this.connect(), Math.min(8000, 300 * 2 ** this.tries++))
  }

  private connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/table`)
    this.socket = socket
    this.began = Date.now()
    socket.onopen = () => {
      this.heard = Date.now()
      socket.send(JSON.stringify({ type: 'sit', token: this.token, updates: true }))
      for (const message of this.waiting.values()) socket.send(message)
      this.state(true)
    }
    socket.onmessage = (event) => {
      this.heard = Date.now()
      this.take(JSON.parse(String(event.data)) as Answer)
    }
    socket.onclose = () => this.lost()
  }

  /** The table said something. Only what is no goodbye shows that the line holds: after a goodbye the next one is waited for longer. */
  private take(answer: Answer): void {
    if (answer.type !== 'goodbye') this.tries = 0
    else if (answer.code === 'unreadable') this.drop(answer)
    if ('id' in answer) {
      // A refusal that names no request is that of the oldest.
      const id = answer.id || (this.waiting.keys().next().value ?? '')
      this.waiting.delete(id)
      this.hear({ ...answer, id })
    } else if (answer.type === 'update') this.follow(answer)
    else {
      if (answer.type === 'view') this.sight.see(answer)
      this.hear(answer)
    }
  }

  /** Something is different, and the answer to the request that led to it. After a gap the whole view comes with a new line. */
  private follow(update: Update): void {
    const view = this.sight.follow(update)
    if (view) this.hear(view)
    else this.socket?.close()
    if (update.done) this.take(update.done)
  }

  /** A message that the table cannot read is not sent again: it could not read it the second time either. */
  private drop({ code, reason }: Goodbye): void {
    const ids = [...this.waiting.keys()]
    this.waiting.clear()
    for (const id of ids) this.hear({ type: 'refused', id, code, reason })
  }

  /** Sends a request; it stays waiting until the table has answered it. */
  send(id: string, message: object): void {
    const text = JSON.stringify({ ...message, id })
    this.waiting.set(id, text)
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text)
  }

  /** Sends what need not be answered: it is lost when the line is down. Whether it went. */
  glance(id: string, message: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify({ ...message, id }))
    return true
  }

  close(): void {
    this.over = true
    clearTimeout(this.timer)
    clearInterval(this.heart)
    this.socket?.close()
  }
}

/** A fresh id for a request. */
export function fresh(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
