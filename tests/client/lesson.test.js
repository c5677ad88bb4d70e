import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import './page.js'
import { placed, shared } from '../../client/src/lesson/placing.ts'
import { meet } from '../../client/src/lesson/progress.ts'

const step = (kind, more = {}) => ({ name: kind, title: kind, sentence: '', order: '', tasks: [], when: { kind: [kind], ...more } })
const STEPS = [step('move', { place: 'B3' }), step('move', { piece: 'Knights' }), step('reveal', { turn: 1 })]
const scene = (turn = 1) => ({ clock: { now: turn }, pieces: [{ id: 's1', place: 'B3', name: 'Stack', inside: [{ id: 'u1', place: 'B3', name: 'Elves' }] }, { id: 's2', place: 'A2', name: 'Stack', inside: [{ id: 'u2', place: 'A2', name: 'Knights' }] }], trays: [] })
const asks = (kind, ...pieces) => ({ kind, options: pieces.map((piece) => ({ pieces: [piece] })) })

suite('how far a seat has come in a lesson', () => {
  test('a step is met by its question, and stays as long as that', () => {
    const first = meet(STEPS, [], asks('move', 'u1', 'u2'), scene(), 1)
    assert.deepEqual(first, { step: 0, trail: [[0, 1]] })
    assert.deepEqual(meet(STEPS, first.trail, asks('move', 'u1', 'u2'), scene(), 1), first)
    const second = meet(STEPS, first.trail, asks('move', 'u2'), scene(), 3)
    assert.deepEqual(second, { step: 1, trail: [[0, 1], [1, 3]] })
  })
  test('it is met once, and again after an undo', () => {
    const trail = [[0, 1], [1, 3]]
    assert.equal(meet(STEPS, trail, asks('move', 'u1', 'u2'), scene(), 5).step, -1)
    assert.deepEqual(meet(STEPS, trail, asks('move', 'u1', 'u2'), scene(), 1), { step: 0, trail: [[0, 1]] })
  })
  test('questions without news between them are told apart by what is asked, also after an undo', () => {
    const trail = [[0, 1], [2, 1]]
    assert.deepEqual(meet(STEPS, trail, asks('move', 'u1', 'u2'), scene(), 1), { step: 0, trail: [[0, 1]] })
    assert.deepEqual(meet(STEPS, trail, asks('reveal'), scene(), 1), { step: 2, trail })
  })
  test('a piece in the wrong state is not what a step is about', () => {
    const steps = [step('act', { place: 'A2', without: 'tapped' }), step('act', { place: 'A2' })]
    const now = scene()
    assert.equal(meet(steps, [], asks('act', 's2'), now, 1).step, 0)
    now.pieces[0].states = [['tapped']]
    assert.equal(meet(steps, [], asks('act', 's2'), now, 1).step, 0)
    assert.equal(meet(steps, [], asks('act', 's1', 's2'), now, 1).step, 1)
  })
  test('a step about an option is met only where that is offered', () => {
    const steps = [step('act', { option: 'Strike' })]
    const offering = (...labels) => ({ kind: 'act', options: labels.map((label) => ({ label })) })
    assert.equal(meet(steps, [], offering('Strike', 'Pass'), scene(), 1).step, 0)
    assert.equal(meet(steps, [], offering('Strike twice', 'Pass'), scene(), 1).step, -1)
  })
  test('turn, place and piece are those of the question', () => {
    assert.equal(meet(STEPS, [], asks('reveal'), scene(2), 1).step, -1)
    assert.equal(meet(STEPS, [], asks('reveal'), scene(1), 1).step, 2)
    assert.equal(meet(STEPS, [], asks('move'), scene(), 1).step, -1)
    assert.equal(meet(STEPS, [], { kind: 'move', options: [], form: { items: [], plans: [{ piece: 'u2' }] } }, scene(), 1).step, 1)
  })
})

suite('where the card goes', () => {
  const room = { w: 900, h: 600 }
  const card = { w: 370, h: 200 }
  const anchor = { x: 400, y: 100, w: 100, h: 100 }
  test('beside what it is about, and over nothing it talks of', () => {
    assert.deepEqual(placed(card, room, anchor, [anchor]), { x: 265, y: 214, ...card })
    const below = { x: 300, y: 220, w: 100, h: 100 }
    const found = placed(card, room, anchor, [anchor, below])
    assert.equal(shared(found, anchor) + shared(found, below), 0)
  })
  test('within the board, also without anything to stand beside', () => {
    assert.deepEqual(placed(card, room, null, []), { x: 12, y: 388, ...card })
    const tight = placed(card, { w: 300, h: 200 }, anchor, [anchor])
    assert.ok(tight.x >= 12 && tight.y >= 12)
  })
})
