import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import './page.js'
import { Reading } from '../../client/src/board/stage/reading.ts'

const round = (number) => ({ number, text: '', kind: 'roll', tallies: [{ side: 0 }, { side: 1 }] })
const other = (number) => ({ number, text: '', kind: 'attack', tallies: [{ side: 0 }] })

suite('the rest before an answer that goes by itself', () => {
  test('is short as long as no round is fought, and with what was fought before', () => {
    const reading = new Reading()
    assert.equal(reading.rest([round(3)], 600), 420)
    assert.equal(reading.rest([round(3), other(4)], 600), 420)
    assert.equal(new Reading().rest([], 0), 40)
  })
  test('is long enough to read a round, once for each, however often it is asked', () => {
    const reading = new Reading()
    reading.rest([], 600)
    assert.ok(reading.rest([other(1), round(2)], 600) > 2000)
    assert.ok(reading.rest([other(1), round(2)], 600) > 2000)
    assert.equal(reading.rest([other(1), round(2)], 0) > 420, true)
    const quick = new Reading()
    quick.rest([], 0)
    assert.equal(quick.rest([round(1)], 0), 40)
  })
})
