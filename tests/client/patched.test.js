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

test('a row is told by one before it in the list, whatever that was told by', () => {
  const told = [{ id: 'e', form: 'unit' }, [-1, { id: 'f' }], [0, 1], [-2, { id: 'g', form: null, label: '3' }]]
  assert.deepEqual(after({ 'pieces~': told }).scene.pieces, [piece('e', { form: 'unit' }), piece('f', { form: 'unit' }), piece('a'), piece('g', { label: '3' })])
})

test('a row is told by the piece of its id, wherever that lay', () => {
  const next = after({ clash: { title: 'C', 'pieces~': [['b', { label: '3' }], ['y', {}], { id: 'z' }] } })
  assert.deepEqual(next.scene.clash, { title: 'C', pieces: [piece('b', { label: '3', inside: [piece('x'), piece('y')] }), piece('y'), piece('z')] })
})

test('in what is new, rows are told by others of their list, and other lists are what they are', () => {
  const row = { word: 'a', at: [1, 2], odds: { 'throws~': [{ title: 't', needs: '3' }, [-1, { title: 'u' }]] }, data: { x: null } }
  const next = after({ tracks: [row, { 'rows~': [{ n: 1 }, [-1, {}]] }] })
  assert.deepEqual(next.scene.tracks, [
    { word: 'a', at: [1, 2], odds: { throws: [{ title: 't', needs: '3' }, { title: 'u', needs: '3' }] }, data: { x: null } },
    { rows: [{ n: 1 }, { n: 1 }] },
  ])
})

test('rows of words and figures are themselves, beside those that stay', () => {
  const before = { ...view, scene: { ...view.scene, sums: [[5, 'Command', 'a:b'], [1, 'help', 'a:c']], states: [['now', ''], ['hurt', '']] } }
  const sight = new Sight()
  sight.see(before)
  const scene = { 'sums~': [[4, 'Riding', 'a:b'], [1, 1]], 'states~': [['past', ''], [1, 1]] }
  const next = sight.follow({ type: 'update', at: 5, since: 4, scene }).scene
  assert.deepEqual(next.sums, [[4, 'Riding', 'a:b'], [1, 'help', 'a:c']])
  assert.deepEqual(next.states, [['past', ''], ['hurt', '']])
})

test('a text is told by its first and last letters', () => {
  const words = (title, told) => {
    const sight = new Sight()
    sight.see({ ...view, scene: { ...view.scene, title } })
    return sight.follow({ type: 'update', at: 5, since: 4, scene: { 'title~': told } }).scene.title
  }
  assert.equal(words('the ford – west', [9, 'east']), 'the ford east')
  assert.equal(words('the ford – west', [4, 'hill', 7]), 'the hill – west')
  assert.equal(words('the ford – west', [8]), 'the ford')
})

test('a field that is gone comes again by what it was', () => {
  const sight = new Sight()
  sight.see({ ...view, scene: { ...view.scene, clash: { title: 'Volley 1', lines: ['a'] } } })
  const then = (at, scene, more = {}) => sight.follow({ type: 'update', at, since: at - 1, scene, ...more })
  assert.equal('clash' in then(5, { clash: null }, { view: { wish: null } }).scene, false)
  assert.equal('clash' in then(6, { title: 'V' }).scene, false)
  const next = then(7, { 'clash~': { title: 'Volley 2' } }, { view: { 'wish~': [4] } })
  assert.deepEqual(next.scene.clash, { title: 'Volley 2', lines: ['a'] })
  assert.equal(next.wish, 'back')
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
