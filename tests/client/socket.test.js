import assert from 'node:assert/strict'
import { mock, suite, test } from 'node:test'
import { line, lines, view } from './page.js'
import { Line } from '../../client/src/socket.ts'

/** A line to the table, and what it has told. */
function lay() {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] })
  lines.length = 0
  const heard = []
  const laid = new Line('token', (answer) => heard.push(answer), () => {})
  return { laid, heard }
}
/** After how many milliseconds the next line is laid. */
function wait() {
  const before = lines.length
  for (let passed = 0; passed <= 20_000; passed += 100) {
    if (lines.length > before) return passed
    mock.timers.tick(100)
  }
  return Infinity
}
/** The table opens a line, says so much, and hangs up. */
function greet(...messages) {
  line().open()
  for (const message of messages) line().say(message)
  line().cut()
}
const FULL = { type: 'goodbye', code: 'full', reason: '200 lines are open to this seat already.' }

suite('the line', () => {
  test('is laid anew after ever longer waits when the table says goodbye at once', () => {
    const { laid } = lay()
    const waits = [1, 2, 3, 4, 5, 6, 7].map(() => { greet(FULL); return wait() })
    assert.deepEqual(waits, [300, 600, 1200, 2400, 4800, 8000, 8000])
    laid.close()
  })

  test('is laid anew soon after one that has held', () => {
    const { laid } = lay()
    for (const _ of [1, 2, 3]) { greet(FULL); wait() }
    greet(view(1), { type: 'goodbye', code: 'closed', reason: 'The server is being stopped.' })
    assert.equal(wait(), 300)
    laid.close()
  })

  test('takes a refusal without a name for that of the oldest request', () => {
    const { laid, heard } = lay()
    line().open()
    laid.send('one', { type: 'say', text: 'a' })
    laid.send('two', { type: 'say', text: 'b' })
    line().say({ type: 'refused', id: '', code: 'rate', reason: 'Too many messages: wait a little.' })
    assert.deepEqual(heard, [{ type: 'refused', id: 'one', code: 'rate', reason: 'Too many messages: wait a little.' }])
    line().cut()
    wait()
    line().open()
    assert.deepEqual(line().sent.map((message) => message.id ?? message.type), ['sit', 'two'])
    laid.close()
  })

  test('sends nothing once more that the table could not read', () => {
    const { laid, heard } = lay()
    line().open()
    line().say(view(1))
    laid.send('one', { type: 'order', order: '?' })
    greet({ type: 'goodbye', code: 'unreadable', reason: 'it is longer than 16384 bytes' })
    assert.deepEqual(heard.map((answer) => [answer.type, answer.id, answer.code]), [['view', undefined, undefined], ['refused', 'one', 'unreadable'], ['goodbye', undefined, 'unreadable']])
    wait()
    line().open()
    assert.deepEqual(line().sent.map((message) => message.type), ['sit'])
    laid.close()
  })
})
