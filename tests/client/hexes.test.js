import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import './page.js'
import { centre, footing, kept, R, W } from '../../client/src/board/hexes/hexes.ts'

suite('the labels of hexes', () => {
  test('stay on the board', () => {
    assert.equal(kept(500, 120, 1000), 500)
    assert.equal(kept(980, 120, 1000), 939) // its right end stands one unit from the edge
    assert.equal(kept(20, 120, 1000), 61)
  })

  test('cover no banner of the hexes below', () => {
    const at = [3, 2] // an even row: below it are 2,3 and 3,3
    const c = centre(at)
    const stands = (...taken) => (hex) => taken.filter((one) => one.join() === hex.join()).length
    assert.deepEqual(footing(at, 140, 2000, stands()), { x: c.x, y: c.y + R - 8, short: false })
    assert.deepEqual(footing(at, 60, 2000, stands([2, 3], [3, 3])), { x: c.x, y: c.y + R - 8, short: false })
    // An empty hex takes its label in, above the tops of the banners below.
    assert.ok(footing(at, 140, 2000, stands([3, 3], [3, 3])).y < c.y + R / 2)
    // Where a banner stands in it, the label goes aside from the one below, which ends 36 from its own middle.
    const aside = footing(at, 140, 2000, stands(at, [3, 3]))
    assert.equal(aside.x + 70, c.x + W / 2 - 36)
    assert.equal(footing(at, 140, 2000, stands(at, [2, 3])).x, 2 * c.x - aside.x)
    // Between two there is room for the letter and number only; so there is beside a pair, for a long one.
    assert.ok(footing(at, 140, 2000, stands(at, [2, 3], [3, 3])).short)
    assert.ok(footing(at, 140, 2000, stands(at, [3, 3], [3, 3])).short)
    // An odd row lies half a hex to the right.
    assert.equal(footing([3, 1], 140, 2000, stands([3, 1], [4, 2])).x, centre([3, 1]).x + W / 2 - 36 - 70)
  })
})
