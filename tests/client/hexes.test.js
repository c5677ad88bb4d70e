import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import './page.js'
import { kept } from '../../client/src/board/hexes/hexes.ts'

suite('the labels of hexes', () => {
  test('stay on the board', () => {
    assert.equal(kept(500, 120, 1000), 500)
    assert.equal(kept(980, 120, 1000), 939) // its right end stands one unit from the edge
    assert.equal(kept(20, 120, 1000), 61)
  })
})
