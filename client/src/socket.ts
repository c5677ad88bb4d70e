/** The line to the table: sits down with a token, comes back by itself when it breaks, sends what was not answered again. */
import type { Answer } from './messages'

export class Line {
  private socket: WebSocket | null = null
  private waiting = new Map<string, string>()
  private tries = 0
  private timer = 0
  private over = false

  constructor(
    private readonly token: string,
    private readonly hear: (answer: Answer) => void,
    private readonly state: (here: boolean) => void,
  ) {
    this.connect()
  }

  private connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/table`)
    this.socket = socket
    socket.onopen = () => {
      this.tries = 0
      socket.send(JSON.stringify({ type: 'sit', token: this.token }))
      for (const message of this.waiting.values()) socket.send(message)
      this.state(true)
    }
    socket.onmessage = (event) => {
      const answer = JSON.parse(String(event.data)) as Answer
      if ('id' in answer) this.waiting.delete(answer.id)
      this.hear(answer)
    }
    socket.onclose = () => {
      this.state(false)
      if (!this.over) this.timer = window.setTimeout(() => this.connect(), Math.min(8000, 300 * 2 ** this.tries++))
    }
  }

  /** Sends a request; it stays waiting until the table has answered it. */
  send(id: string, message: object): void {
    const text = JSON.stringify({ ...message, id })
    this.waiting.set(id, text)
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text)
  }

  close(): void {
    this.over = true
    clearTimeout(this.timer)
    this.socket?.close()
  }
}

/** A fresh id for a request. */
export function fresh(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
