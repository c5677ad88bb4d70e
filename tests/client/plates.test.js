import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import './page.js'
import { brigades } from '../../client/src/board/plane/brigades.ts'
import { labelsOf, nameLabel, shortened } from '../../client/src/board/plane/labels.ts'
import { Chart } from '../../client/src/board/plane/chart.ts'
import { tallied } from '../../client/src/scene.ts'
import { counted } from '../../client/src/pieces/told.ts'
import { boxAt, clearest, plates, tethers } from '../../client/src/board/plane/plates.ts'

const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
const SIZES = [{ w: 130, h: 30 }, { w: 90, h: 30 }, { w: 50, h: 24 }]
/** Units in ranks, so many in a room so wide. */
function crowd(count, wide) {
  const across = Math.ceil(Math.sqrt(count * 2))
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [((i % across) + 0.5) * (wide / across), (Math.floor(i / across) + 0.5) * ((wide / 2) / Math.ceil(count / across))]
    return { id: `u${i}`, box: { left: x - 20, right: x + 20, top: y - 8, bottom: y + 8 }, sizes: SIZES, above: i % 2 > 0, first: 0 }
  })
}

suite('a field seen from far off', () => {
  const unit = (id, under) => ({ id, side: 0, name: id, under, kind: 'body', place: '', at: [1, 1] })
  const army = [unit('l0', ''), unit('l1', 'l0'), ...Array.from({ length: 20 }, (_, i) => unit(`u${i}`, i < 12 ? 'l1' : i < 19 ? 'l0' : ''))]

  test('has one label for each commander and their units', () => {
    const { heads, led } = brigades(army, 4, () => undefined)
    assert.deepEqual([...heads], [['l1', 12], ['l0', 7]])
    assert.equal(led.size, 19)
    assert.ok(!led.has('l1') && !led.has('u19'))
  })

  test('also where they are set up under other ids', () => {
    const posts = army.map((piece) => ({ ...piece, id: `post ${piece.id}` }))
    assert.deepEqual([...brigades(posts, 4, (id) => id).heads], [['post l1', 12], ['post l0', 7]])
  })

  test('has a label for each unit as soon as there is room, or where there are few', () => {
    assert.equal(brigades(army, 9, () => undefined).led.size, 0)
    assert.equal(brigades(army.slice(0, 9), 4, () => undefined).led.size, 0)
  })

  globalThis.document ??= { createElement: () => ({ getContext: () => null }) }
  test('says what its numbers count where there is one label', () => {
    const words = { name: 'Deep Axes', figures: '10/12', tag: '', sign: '', badge: '' }
    assert.equal(labelsOf(words, true, 2).full.figures, '10 of 12 figures')
    assert.deepEqual(labelsOf(words, false, 2, 0).sizes, [])
    assert.equal(labelsOf({ ...words, figures: '' }, false, 2, 7).sizes[0].figures, '7 units')
    // Who has no number keeps a name on a full field, where there is room for it.
    assert.deepEqual(labelsOf({ ...words, name: 'Lady Corwen', figures: '' }, false, 2).sizes.map(({ name, small }) => [name, small]), [['Corwen', true], ['', true]])
    assert.deepEqual(labelsOf(words, false, 2).sizes.map(({ name }) => name), [''])
    assert.deepEqual([counted('1'), counted('12'), counted('3 laid')], ['1 figure', '12 figures', ''])
  })
})

suite('the labels of a plane', () => {
  for (const count of [1, 8, 40, 90]) for (const wide of [300, 900, 2500]) {
    test(`${count} in ${wide} pixels do not lie on each other`, () => {
      const kept = [{ left: 10, right: 48, top: 10, bottom: 48 }]
      const found = [...plates(crowd(count, wide), kept, [], { w: wide, h: wide / 2 }).values()].map((plate) => boxAt(plate, plate))
      found.push(...kept)
      found.forEach((one, i) => found.slice(i + 1).forEach((other) => assert.ok(!meet(one, other))))
    })
  }

  test('the first has its full label, even where others go without', () => {
    const all = crowd(90, 300)
    all[50] = { ...all[50], sizes: SIZES.slice(0, 1), first: 3 }
    const found = plates(all, [], [], { w: 300, h: 150 })
    assert.equal(found.get('u50').w, 130)
    assert.ok(found.size < 90)
  })

  test('one at the edge of what is shown first stays in sight where there is room', () => {
    const [one] = crowd(1, 900)
    const stack = [{ ...one, id: 'u1', box: { left: 440, right: 480, top: 100, bottom: 300 } }, { ...one, id: 'u2', box: { left: 440, right: 480, top: 303, bottom: 500 } }]
    const sight = { left: 100, right: 500, top: 103, bottom: 498 }
    const out = (found) => stack.filter(({ id }) => boxAt(found.get(id), found.get(id)).right > sight.right).length
    assert.equal(out(plates(stack, [], [], { w: 900, h: 600 })), 2)
    assert.equal(out(plates(stack, [], [], { w: 900, h: 600 }, sight)), 0)
  })

  test('one that stands far off has a line to its piece, one beside it none', () => {
    const [one] = crowd(1, 900)
    const at = plates([one], [], [], { w: 900, h: 450 })
    assert.deepEqual(tethers([one], at), [])
    const away = new Map([['u0', { ...at.get('u0'), y: at.get('u0').y + 80 }]])
    assert.equal(tethers([one], away).length, 1)
  })
})

suite('words that may stand at several places', () => {
  const room = { w: 400, h: 400 }
  const at = (x, y) => boxAt({ x, y }, { w: 80, h: 20 })
  test('stand at the first where nothing else is', () => {
    assert.equal(clearest([at(100, 100), at(300, 300)], [], room), 0)
    assert.equal(clearest([at(100, 100), at(300, 300)], [at(120, 105)], room), 1)
  })
  test('rather cover a little of a label than leave the field', () => {
    assert.equal(clearest([at(395, 100), at(100, 100)], [at(175, 100)], room), 1)
  })
})

suite('the name of a ground', () => {
  const chart = new Chart(20, 10)
  const view = { chart, scaled: 1, boxOf: (spots) => { const all = spots.map((spot) => chart.at(spot)); return { left: Math.min(...all.map((p) => p.x)), right: Math.max(...all.map((p) => p.x)), top: Math.min(...all.map((p) => p.y)), bottom: Math.max(...all.map((p) => p.y)) } } }
  const pond = { id: 'pond', name: 'Pond', at: [10, 5], shape: [[7, 3], [13, 3], [13, 7], [7, 7]] }
  const room = { w: chart.w, h: chart.h }
  const [label, ground] = [nameLabel(view, pond), view.boxOf(pond.shape)]

  test('stands on it, off its middle where that is taken', () => {
    const free = plates([label], [], [], room).get('pond')
    assert.ok(Math.abs(free.x - chart.at(pond.at).x) < 1)
    const unit = boxAt(free, { w: 60, h: 20 })
    const aside = plates([label], [unit], [], room).get('pond')
    assert.ok(!meet(boxAt(aside, aside), unit))
    assert.ok(aside.x > ground.left && aside.x < ground.right && aside.y > ground.top - 30 && aside.y < ground.bottom + 30)
  })

  test('is left out where all of it is taken or out of sight', () => {
    const wide = { left: ground.left - 300, right: ground.right + 300, top: ground.top - 60, bottom: ground.bottom + 60 }
    assert.equal(plates([label], [wide], [], room).size, 0)
    assert.equal(plates([label], [], [], room, { left: 0, right: 10, top: 0, bottom: 10 }).size, 0)
  })
})

suite('a name for which there is little room', () => {
  test('keeps its last word, or what stands before an "of"', () => {
    assert.deepEqual(['Grange Rarrack', 'Legion of Lairn', 'Crew of Old Thunder', 'Company 2'].map(shortened), ['Rarrack', 'Legion', 'Crew', 'Company 2'])
  })
})

test('several of a kind are named in the plural', () => {
  assert.equal(tallied(['War Galley', 'War Galley (2)', 'Militia', 'Militia (2)', 'Fury', 'Fury (2)', 'Paladin']), '2 War Galleys, 2 Militia, 2 Furies, Paladin')
})
