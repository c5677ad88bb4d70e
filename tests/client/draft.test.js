import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { question, view } from './page.js'
import { draftOf } from '../../client/src/draft/drafts.ts'
import { inChips } from '../../client/src/draft/chips.svelte.ts'

const draft = (kind, usual = 'roll 6') => {
  const asked = question(usual ? [usual] : [], { default: usual, form: { kind, verb: 'roll', least: 0, most: 9 } })
  return draftOf(asked, view(1, [asked]).scene)
}

suite('an answer that is typed', () => {
  test('may be nought', () => {
    const it = draft('number')
    it.value = 0 // as a field for numbers gives it
    assert.deepEqual([it.order, it.says], ['roll 0', 'Roll 0'])
  })

  test('is the usual one as long as there is none, and is called so', () => {
    for (const nothing of ['', null, '  ']) {
      const it = draft('text')
      it.value = nothing
      assert.deepEqual([it.order, it.says], ['roll 6', 'roll 6'])
    }
  })

  test('is none where nothing is usual', () => {
    const it = draft('number', '')
    assert.deepEqual([it.order, it.says], ['', 'Roll'])
  })
})

suite('an order that achieves nothing', () => {
  const options = (vain) => [{ order: 'cast', label: 'Cast', ...vain }, { order: 'done', label: 'Nothing' }]

  test('is not what the dark button begins with, and is barred when it is chosen', () => {
    const asked = question([], { default: 'cast', options: options({ vain: 'Even a 20 is not enough.' }) })
    const it = draftOf(asked, view(1, [asked]).scene)
    assert.deepEqual([it.order, it.barred, it.obstacle], ['done', '', ''])
    it.choose('cast')
    assert.deepEqual([it.order, it.barred, it.obstacle], ['cast', 'vain', 'Even a 20 is not enough.'])
    it.clear()
    assert.equal(it.order, 'done')
  })

  test('is the usual one where nothing else can be done', () => {
    const asked = question([], { default: 'cast', options: options({ vain: 'No.' }).slice(0, 1) })
    const it = draftOf(asked, view(1, [asked]).scene)
    assert.deepEqual([it.order, it.barred], ['cast', 'vain'])
  })

  test('is one in which nothing counts, not one in which something does', () => {
    const items = [{ word: 'a', label: 'A', vain: 'It is no giant.' }, { word: 'b', label: 'B' }]
    for (const form of [{ kind: 'subset', verb: 'use', items }, { kind: 'amounts', verb: 'use', items }]) {
      const usual = form.kind === 'subset' ? 'use a b' : 'use (a 1) (b 1)'
      const asked = question([usual], { form })
      const it = draftOf(asked, view(1, [asked]).scene)
      assert.deepEqual(it.words, ['b'], 'the usual without what is in vain')
      it.digit(1)
      assert.deepEqual([it.words, it.barred], [['a', 'b'], ''])
      it.clear()
      it.digit(1)
      assert.deepEqual([it.words, it.barred, it.obstacle], [['a'], 'vain', 'It is no giant.'])
    }
  })
})

suite('pieces that are alike', () => {
  const chit = (id, name, place = '') => ({ id, side: 0, place, kind: 'chit', name })
  const pieces = [chit('e1', 'Elves'), chit('e2', 'Elves (2)'), chit('e3', 'Elves (3)'), chit('c', 'Centaurs'), chit('f', 'Elves (4)', 'A1')]
  const options = pieces.map((piece) => ({ order: `deploy ${piece.id}`, label: piece.name, pieces: [piece.id], places: ['A1'] }))
  const asked = question([], { options, default: 'deploy e1' })
  const it = draftOf(asked, view(1, [asked], { scene: { board: { kind: 'hexes', width: 1, height: 1, places: [{ id: 'A1', name: 'A1', at: [0, 0] }] }, pieces: pieces.slice(4), trays: [{ id: 'reserve', title: 'Reserve', side: 0, pieces: pieces.slice(0, 4) }] } }).scene)

  test('are one row with their count', () => {
    assert.deepEqual(it.actors.map((piece) => [piece.id, it.alike(piece)]), [['e1', 3], ['c', 1], ['f', 1]])
  })
})

suite('a place pointed at once more', () => {
  const options = [{ order: 'stay', label: 'Stay', places: ['A1'] }, { order: 'go B1', label: 'Go', places: ['B1'] }, { order: 'go C1', label: 'Go', places: ['C1'] }, { order: 'run C1', label: 'Run', places: ['C1'] }]
  const asked = question([], { default: 'stay', options })

  test('gives the order that it can only mean', () => {
    const it = draftOf(asked, view(1, [asked]).scene)
    assert.equal(it.leads('A1'), false, 'the usual order was chosen by nobody')
    assert.ok(it.go('B1'))
    assert.deepEqual([it.order, it.leads('B1'), it.leads('A1')], ['go B1', true, false])
    it.choose('go C1')
    assert.equal(it.leads('B1'), false)
  })

  test('goes on to the next that it may mean', () => {
    const it = draftOf(asked, view(1, [asked]).scene)
    it.go('C1')
    assert.deepEqual([it.order, it.leads('C1')], ['go C1', false])
    it.go('C1')
    assert.deepEqual([it.order, it.leads('C1')], ['run C1', false])
  })
})

suite('options that differ by terms', () => {
  const option = (order, label, group) => ({ order, label, group, terms: [['at', label]] })
  test('are chips where two groups have the same label, and not where each says what it is', () => {
    assert.ok(inChips({ options: [option('fire 1 0', 'Shoot at Foot', 'Needle'), option('fire 2 0', 'Shoot at Foot', 'Thunder')] }))
    assert.ok(!inChips({ options: [option('fire 1 0', 'Shoot at Foot', 'Needle'), option('fire 2 1', 'Shoot at Bows', 'Thunder')] }))
  })
})

suite('some of several figures', () => {
  const item = (word) => ({ word, label: `figure ${Number(word) + 1}`, piece: 'u1', at: [Number(word), 0] })
  const follow = { kind: 'follow', side: 0, text: '', rule: '', default: 'after 1 0 0 1 2', form: { kind: 'subset', verb: 'after 1 0', act: 'Follow', items: ['0', '1', '2'].map(item) }, options: [{ order: 'after 1 0 0 1 2', label: 'Follow Scouts with all' }, { order: 'stay 1 0', label: 'Let Scouts go' }] }
  test('of two with long names are counted on the dark button, and named where there is room', () => {
    const fire = (label) => ({ ...follow, form: { ...follow.form, act: 'Fire', items: ['0', '1', '2'].map((word) => ({ word, label: `${label} ${word}` })) }, default: 'after 1 0 0 1', options: [] })
    const says = (label) => draftOf(fire(label), view({}).scene ?? view({})).says
    assert.equal(says('Archers'), 'Fire: Archers 0, Archers 1')
    assert.equal(says('1st Archers fire at 2nd Archers of Wardens at the neutral flank'), 'Fire: 2 of 3')
  })
  test('say what is done in the word of the form, and nobody is the other option', () => {
    const draft = draftOf(follow, view({}).scene ?? view({}))
    assert.equal(draft.says, 'Follow: 3 of 3')
    assert.equal(draft.none.label, 'Let Scouts go')
    draft.choose(draft.none.order)
    assert.deepEqual([draft.order, draft.says], ['after 1 0', 'Let Scouts go'])
  })
  test('one who may do several things does the next whenever he is pointed at, and after the last nothing', () => {
    const items = ['about', 'left'].map((word) => ({ word: `(${word} 0)`, label: `figure 1: ${word}`, piece: 'u0', slot: '0', at: [0, 0] }))
    const draft = draftOf({ ...follow, default: 'face 0 (about 0)', form: { kind: 'subset', verb: 'face 0', items }, options: [{ order: 'face 0 (about 0)', label: 'Face about with 1' }, { order: 'face 0', label: 'Keep the facing' }] }, view({}).scene ?? view({}))
    const seen = [0, 1, 2].map(() => {
      assert.equal(draft.figures.length, 1)
      draft.point(draft.figures[0])
      return draft.order
    })
    assert.deepEqual(seen, ['face 0 (left 0)', 'face 0', 'face 0 (about 0)'])
  })
  test('stand behind what the whole unit may do, of which the usual is chosen', () => {
    const items = [0, 1].map((figure) => ({ word: `(about ${figure})`, label: `figure ${figure + 1}: about`, piece: 'u0', slot: String(figure), at: [figure, 0] }))
    const options = ['Keep the facing', 'Face left', 'Face about'].map((label) => ({ order: `face 0 ${label === 'Keep the facing' ? 'keep' : label.slice(5)}`, label }))
    const draft = draftOf({ ...follow, default: 'face 0 about', form: { kind: 'subset', verb: 'face 0', items, least: 1 }, options }, view({}).scene ?? view({}))
    assert.deepEqual([draft.order, draft.says, draft.none, draft.listed], ['face 0 about', 'Face about', undefined, options])
    draft.digit(2)
    assert.equal(draft.order, 'face 0 left')
    draft.point(draft.figures[1])
    assert.deepEqual([draft.order, draft.says], ['face 0 (about 1)', 'Face: figure 2: about'])
    draft.choose('face 0 keep')
    assert.deepEqual([draft.order, draft.picked], ['face 0 keep', []])
  })
})
