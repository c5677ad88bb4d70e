import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import './page.js'
import { walkByKeys } from '../../client/src/board/walk.ts'

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
