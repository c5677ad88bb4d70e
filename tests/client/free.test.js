import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import './page.js'
import { freePlace } from '../../client/src/after/free.ts'
import { percent } from '../../client/src/after/words.ts'

suite('names at the curve', () => {
  test('stand on the better line where the curve leaves it free', () => {
    assert.deepEqual(freePlace([[0, 50], [100, 50]], 40, [5, 95], [20, 80]), { x: 5, y: 20, anchor: 'start', far: 22 })
  })
  test('stand on the other where the curve runs through it', () => {
    assert.deepEqual(freePlace([[0, 10], [100, 90]], 40, [5, 95], [20, 80]), { x: 5, y: 80, anchor: 'start', far: 22 })
  })
  test('stand at the right where both are taken at the left', () => {
    assert.equal(freePlace([[0, 0], [30, 100], [60, 0], [61, 50], [200, 50]], 40, [5, 195], [20, 80]).anchor, 'end')
  })
  test('the chances of two sides make a hundred', () => {
    for (let n = 1; n < 1000; n++) assert.equal(parseInt(percent(n / 1000)) + parseInt(percent(1 - n / 1000)), 100, `${n}`)
    assert.equal(percent(0.485), '49\u202f%')
    assert.equal(percent(0.515), '51\u202f%')
  })
})
