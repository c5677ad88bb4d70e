import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import './page.js'
import { MOST, room, TALL } from '../../client/src/question/height.ts'

suite('the place that is kept free for odds', () => {
  const chances = (n) => Array.from({ length: n }, (_, i) => [`so ${i}`, 50, false])
  test('is as high as the highest of them', () => {
    const one = room([{ text: 'rallies 10 %', chances: chances(1) }])
    assert.ok(one < 3.5, 'a figure and its bar')
    assert.ok(room([{ text: '', chances: chances(1) }, { text: '', chances: chances(3), assumption: 'x'.repeat(80) }]) > one + 2)
  })
  test('is that of a figure and its sentence for a strip of throws, and the usual one where nothing is known yet', () => {
    assert.ok(Math.abs(room([{ text: '', chances: chances(3), rolls: [['win', 36]] }]) - (room([{ text: '', chances: chances(1), more: 'x' }]) - 1.25)) < 0.01)
    assert.equal(room([]), TALL)
  })
  test('counts the sums, the chances below them and the sentence, as they stand in a browser', () => {
    const sum = (side, besides) => ({ title: 'Crook Bows lose', side, shares: [['0', 42], ['1', 31], ['2', 25]], besides })
    const one = { text: '', spreads: [sum(1, [['3', 3]])], chances: [['a wound', 53, false], ['a figure falls', 58, false]], more: '12 figures at Crook Bows at long range: 0.9 killed on average' }
    assert.ok(room([one]) >= 9.47 && room([one]) < 10, 'measured: 9.47 rem')
    assert.ok(Math.abs(room([{ ...one, chances: [] }]) - (room([one]) - 1.7)) < 0.01)
    assert.equal(room([{ ...one, spreads: [sum(0, [['3', 3]]), sum(1, [['3', 3]])] }]), room([one]), 'two stand in a row')
    assert.ok(room([{ ...one, spreads: [sum(0), sum(1), sum(0)] }]) > room([one]) + 3)
  })
  test('is never more than the most', () => assert.equal(room([{ text: '', chances: chances(9), more: 'x'.repeat(900) }]), MOST))
})
