import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import './page.js'
import { boxAt, plates, tethers } from '../../client/src/board/plane/plates.ts'

const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
const SIZES = [{ w: 130, h: 30 }, { w: 90, h: 30 }, { w: 50, h: 24 }]
/** Units in ranks, so many in a room so wide. */
function crowd(count, wide) {
  const across = Math.ceil(Math.sqrt(count * 2))
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [((i % across) + 0.5) * (wide / across), (Math.floor(i / across) + 0.5) * ((wide / 2) / Math.ceil(count / across))]
    return { id: `u${i}`, box: { left: x - 20, right: x + 20, top: y - 8, bottom: y + 8 }, sizes: SIZES, above: i % 2 > 0, first: 0 }
  })
}

suite('the labels of a plane', () => {
  for (const count of [1, 8, 40, 90]) for (const wide of [300, 900, 2500]) {
    test(`${count} in ${wide} pixels do not lie on each other`, () => {
      const kept = [{ left: 10, right: 48, top: 10, bottom: 48 }]
      const found = [...plates(crowd(count, wide), kept, [], { w: wide, h: wide / 2 }).values()].map((plate) => boxAt(plate, plate))
      found.push(...kept)
      found.forEach((one, i) => found.slice(i + 1).forEach((other) => assert.ok(!meet(one, other))))
    })
  }

  test('the first has its full label, even where others go without', () => {
    const all = crowd(90, 300)
    all[50] = { ...all[50], sizes: SIZES.slice(0, 1), first: 3 }
    const found = plates(all, [], [], { w: 300, h: 150 })
    assert.equal(found.get('u50').w, 130)
    assert.ok(found.size < 90)
  })

  test('one that stands far off has a line to its piece, one beside it none', () => {
    const [one] = crowd(1, 900)
    const at = plates([one], [], [], { w: 900, h: 450 })
    assert.deepEqual(tethers([one], at), [])
    const away = new Map([['u0', { ...at.get('u0'), y: at.get('u0').y + 80 }]])
    assert.equal(tethers([one], away).length, 1)
  })
})
