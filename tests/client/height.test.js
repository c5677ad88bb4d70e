import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import './page.js'
import { room, TALL } from '../../client/src/question/height.ts'

suite('the place that is kept free for odds', () => {
  const chances = (n) => Array.from({ length: n }, (_, i) => [`so ${i}`, 50, false])
  test('is as high as the highest of them', () => {
    const one = room([{ text: 'rallies 10 %', chances: chances(1) }])
    assert.ok(one < 3.5, 'a figure and its bar')
    assert.ok(room([{ text: '', chances: chances(1) }, { text: '', chances: chances(3), assumption: 'x'.repeat(80) }]) > one + 2)
  })
  test('is the tallest for a strip of throws, for sums, and where nothing is known yet', () => {
    assert.equal(room([{ text: '', chances: chances(3), rolls: [['win', 36]] }]), TALL)
    assert.equal(room([{ text: '', spreads: [{}] }]), TALL)
    assert.equal(room([]), TALL)
  })
  test('is never more than that', () => assert.equal(room([{ text: '', chances: chances(9), more: 'x'.repeat(400) }]), TALL))
})
