import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import './page.js'
import { stepTo, walkByKeys } from '../../client/src/board/walk.ts'

/** What a key did to a board with places a to c, of which b and c may act; and whether the browser may have it. */
function press(key, more = {}) {
  const done = []
  const tell = (word) => (...values) => void done.push([word, ...values])
  const event = { key, preventDefault: tell('kept'), stopPropagation: () => {}, ...more }
  walkByKeys(event, { shift: tell('shift'), by: tell('by'), whole: tell('whole') }, { here: 'b', next: () => 'a', able: () => ['b', 'c'], enter: tell('enter'), pick: tell('pick') })
  return done
}

suite('the keys of a board', () => {
  test('walk, pick and bring it near', () => {
    assert.deepEqual(press('ArrowLeft'), [['enter', 'a'], ['kept']])
    assert.deepEqual(press('n'), [['enter', 'c'], ['kept']])
    assert.deepEqual(press('Enter'), [['pick'], ['kept']])
    assert.deepEqual(press('+'), [['by', 1.25], ['kept']])
    assert.deepEqual(press('ArrowUp', { shiftKey: true }), [['shift', -0, 60], ['kept']])
  })

  test('leave the browser its own', () => {
    for (const with_ of ['ctrlKey', 'metaKey', 'altKey']) for (const key of ['f', '+', '-', 'n', 'ArrowLeft']) assert.deepEqual(press(key, { [with_]: true }), [])
  })
})

suite('the arrows', () => {
  const stops = [{ id: 'camp', x: 180, y: 30 }, { id: 'bank', x: 180, y: 90 }, { id: 'island', x: 66, y: 147 }, { id: 'hill', x: 294, y: 147 }, { id: 'east', x: 181, y: 205 }]
  const ways = [[-1, 0], [1, 0], [0, -1], [0, 1]]

  test('come to every stop from every other, also off their rows', () => {
    for (const { id } of stops) {
      const found = new Set([id])
      for (const from of found) for (const way of ways) found.add(stepTo(stops, from, ...way) ?? from)
      assert.equal(found.size, stops.length, id)
    }
  })

  test('go straight on where something lies there, and to the side first in the same row', () => {
    assert.equal(stepTo(stops, 'bank', 0, 1), 'east')
    assert.equal(stepTo(stops, 'island', 1, 0), 'hill')
    assert.equal(stepTo(stops, 'island', 0, 1), 'east')
    assert.equal(stepTo(stops, 'camp', 0, -1), null)
  })
})
