// How long battles take, in words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lasting, seats, SPANS, within } from '../../client/src/front/length.ts'

test('minutes are said as people say them', () => {
  assert.deepEqual([0, 1, 35, 60, 90, 140, 180].map(lasting), ['', '1 min', '35 min', '1 hour', '90 min', '2 hours', '3 hours'])
})

test('a battle fits one span, and one of unknown length fits all', () => {
  const fits = (minutes) => SPANS.filter((span) => within({ minutes }, span)).map((span) => span.name)
  assert.deepEqual(fits(10), ['Any length', '10 minutes'])
  assert.deepEqual(fits(30), ['Any length', 'Half an hour'])
  assert.deepEqual(fits(140), ['Any length', 'Longer'])
  assert.equal(fits(0).length, SPANS.length)
})

test('players are told where they are more than two', () => {
  assert.equal(seats({ sides: ['a', 'b'] }), '')
  assert.equal(seats({ sides: ['a', 'b', 'c', 'd'] }), '1 to 4 players')
})
