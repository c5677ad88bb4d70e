// Views put together from what is different: fields, rows of lists, and questions told by earlier ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Sight } from '../../client/src/patched.ts'

const piece = (id, more = {}) => ({ id, ...more })
const view = {
  type: 'view', at: 4, wish: 'back', seats: [],
  scene: {
    title: 'T', pieces: [piece('a'), piece('b', { label: '2', inside: [piece('x'), piece('y')] }), piece('c')],
    news: [{ number: 1 }, { number: 2 }], clock: { round: 1, last: 8 },
  },
}

/** The view after an update of its scene, and of other fields. */
function after(scene, more = {}) {
  const sight = new Sight()
  sight.see(view)
  return sight.follow({ type: 'update', at: 5, since: 4, scene, ...more })
}

test('what is not named stays the same object', () => {
  const next = after({ title: 'U' })
  assert.equal(next.at, 5)
  assert.equal(next.scene.title, 'U')
  assert.equal(next.scene.pieces, view.scene.pieces)
  assert.equal(view.scene.title, 'T')
})

test('a field with null is left out', () => {
  const next = after({ clock: null }, { view: { wish: null } })
  assert.equal('wish' in next, false)
  assert.equal('clock' in next.scene, false)
})

test('within a field only what is other is told', () => {
  assert.deepEqual(after({ 'clock~': { round: 2, last: null, half: true } }).scene.clock, { round: 2, half: true })
  assert.deepEqual(view.scene.clock, { round: 1, last: 8 })
})

test('rows stay, change, come, go and stand in another order', () => {
  const next = after({ 'pieces~': [[2, 1], piece('d'), [1, { label: null, 'inside~': [[1, 1]] }]] })
  assert.deepEqual(next.scene.pieces, [piece('c'), piece('d'), piece('b', { inside: [piece('y')] })])
  assert.equal(next.scene.pieces[0], view.scene.pieces[2])
})

test('the oldest news go, new ones come last', () => {
  assert.deepEqual(after({ 'news~': [[1, 1], { number: 3 }] }).scene.news, [{ number: 2 }, { number: 3 }])
})

test('lists may come to a view that has none', () => {
  assert.deepEqual(after({ tracks: [{ name: 'turn' }] }).scene.tracks, [{ name: 'turn' }])
})

test('a question is told by the last one of its kind and side, however long ago', () => {
  const question = (side, ...orders) => ({ kind: 'move', side, text: 'Move', options: orders.map((order) => ({ order })) })
  const sight = new Sight()
  sight.see({ ...view, scene: { ...view.scene, questions: [question(0, 'a', 'b', 'c')] } })
  assert.deepEqual(sight.follow({ type: 'update', at: 5, since: 4, scene: { questions: [question(1, 'z')] } }).scene.questions, [question(1, 'z')])
  assert.equal('questions' in sight.follow({ type: 'update', at: 6, since: 5, scene: { questions: null } }).scene, false)
  const told = [['move', 0, { 'options~': [[1, 2], { order: 'd' }] }], question(2)]
  const next = sight.follow({ type: 'update', at: 7, since: 6, scene: { 'questions~': told } })
  assert.deepEqual(next.scene.questions, [question(0, 'b', 'c', 'd'), question(2)])
})

test('what was missed is not made up', () => {
  const sight = new Sight()
  assert.equal(sight.follow({ type: 'update', at: 5, since: 4 }), null)
  sight.see(view)
  assert.equal(sight.follow({ type: 'update', at: 6, since: 5 }), null)
  assert.equal(sight.follow({ type: 'update', at: 5, since: 4, scene: { 'questions~': [['move', 0, {}]] } }), null)
  assert.equal(sight.view, view)
})
