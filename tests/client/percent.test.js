// Chances in whole percent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percent, whole } from '../../client/src/parts/percent.ts'

test('the figures of chances that make a hundred do so where one is a half', () => {
  assert.deepEqual([42.5, 5, 52.5].map(whole), [43, 5, 52])
  assert.deepEqual([48.5, 51.5].map(whole), [49, 51])
  assert.deepEqual([0, 50, 100].map(whole), [0, 50, 100])
})

test('no chance is none or all where it is not quite', () => {
  assert.deepEqual([0, 0.2, 99.7, 100].map(percent), ['0', '<1', '>99', '100'])
})
