import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import './page.js'
import { keptIn } from '../../client/src/board/window.ts'

suite('a board that is larger than its window', () => {
  test('stays where it is as long as its edges are out of sight', () => assert.equal(keptIn(-300, 1600, 900, 28), -300))
  test('shows no more than an edge of nothing before it and after it', () => {
    assert.equal(keptIn(200, 1600, 900, 28), 28)
    assert.equal(keptIn(-1400, 1600, 900, 28), -728)
    assert.equal(keptIn(-1400, 1600, 900, 28, 52), -752, 'what stands at its foot needs more')
  })
  test('that fits stands anywhere', () => assert.equal(keptIn(200, 500, 900, 28), 200))
})
