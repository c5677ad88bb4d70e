// Views put together from what is different: fields, pieces and news.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patched } from '../../client/src/patched.ts'

const piece = (id, more = {}) => ({ id, ...more })
const view = {
  type: 'view', at: 4, wish: 'back', seats: [],
  scene: { title: 'T', pieces: [piece('a'), piece('b'), piece('c')], news: [{ number: 1 }, { number: 2 }], clock: { round: 1 } },
}

test('what is not named stays the same object', () => {
  const next = patched(view, { type: 'update', at: 5, since: 4, scene: { title: 'U' } })
  assert.equal(next.at, 5)
  assert.equal(next.scene.title, 'U')
  assert.equal(next.scene.pieces, view.scene.pieces)
  assert.equal(view.scene.title, 'T')
})

test('a field with null is left out', () => {
  const next = patched(view, { type: 'update', at: 5, since: 4, view: { wish: null }, scene: { clock: null } })
  assert.equal('wish' in next, false)
  assert.equal('clock' in next.scene, false)
})

test('pieces keep their places, new ones come last', () => {
  const pieces = { put: [piece('b', { strength: 3 }), piece('d')], gone: ['a'] }
  const next = patched(view, { type: 'update', at: 5, since: 4, pieces })
  assert.deepEqual(next.scene.pieces, [piece('b', { strength: 3 }), piece('c'), piece('d')])
})

test('pieces may stand in another order', () => {
  const pieces = { put: [piece('d')], gone: ['a'], order: ['d', 'c', 'b'] }
  const next = patched(view, { type: 'update', at: 5, since: 4, pieces })
  assert.deepEqual(next.scene.pieces, [piece('d'), piece('c'), piece('b')])
})

test('rows take the places of those that were there', () => {
  const next = patched({ ...view, scene: { ...view.scene, tracks: ['x', 'y'] } }, { type: 'update', at: 5, since: 4, rows: { tracks: { 1: 'z' } } })
  assert.deepEqual(next.scene.tracks, ['x', 'z'])
})

test('the oldest news go, new ones come last', () => {
  const next = patched(view, { type: 'update', at: 5, since: 4, news: { drop: 1, add: [{ number: 3 }] } })
  assert.deepEqual(next.scene.news, [{ number: 2 }, { number: 3 }])
})

test('pieces and news may come to a view that has none', () => {
  const bare = { ...view, scene: { title: 'T' } }
  const next = patched(bare, { type: 'update', at: 5, since: 4, pieces: { put: [piece('a')] }, news: { add: [{ number: 1 }] } })
  assert.deepEqual([next.scene.pieces, next.scene.news], [[piece('a')], [{ number: 1 }]])
})
