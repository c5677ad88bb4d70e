import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { question, view } from './page.js'
import { dragged } from '../../client/src/board/plane/words.ts'
import { spokenOf } from '../../client/src/draft/denied.ts'
import { draftOf } from '../../client/src/draft/drafts.ts'
import { countOf, moved, orderOf, shared, sharePointedAt, spentOn, written } from '../../client/src/draft/shares.ts'
import { groupsOf, wordsOf } from '../../client/src/draft/words.ts'

const piece = (id, place) => ({ id, side: 0, place, form: 'card', name: id })
const BOARD = { board: { kind: 'areas', width: 2, height: 1, places: [{ id: 'A1', name: 'A1', at: [0, 0] }, { id: 'A2', name: 'A2', at: [1, 0] }] }, pieces: [piece('gate', 'A1'), piece('foe', 'A2')] }
const draft = (form, usual, more = {}) => {
  const asked = question([], { default: usual, form, ...more })
  return draftOf(asked, view(1, [asked], { scene: BOARD }).scene)
}

test('words in quotes are one word', () => {
  assert.deepEqual(groupsOf('go (walk "the ford" 3) (rest)').map(wordsOf), [['walk', '"the ford"', '3'], ['rest']])
})

test('an option that is shown is drawn as the table says, with its odds if it has none', () => {
  const shapes = [{ kind: 'line', points: [[0, 0], [1, 1]] }]
  const asked = question(['hold', 'shoot'], { drawn: true })
  const it = draftOf(asked, view(1, [asked], { scene: BOARD }).scene)
  assert.deepEqual([it.glance, it.shapes, it.ahead], ['hold', [], undefined])
  it.looked = 'shoot'
  it.foreseen = { order: 'hold', preview: { shapes } }
  assert.deepEqual([it.glance, it.shapes], ['shoot', []])
  it.foreseen = { order: 'shoot', preview: { shapes, odds: { text: 'falls 5 %' } } }
  assert.deepEqual([it.shapes, it.ahead], [shapes, { label: 'shoot', odds: { text: 'falls 5 %' } }])
  const plain = draft(undefined, 'hold')
  assert.equal(plain.glance, undefined)
})

suite('amounts', () => {
  const items = [{ word: 'gate', label: 'Gate', piece: 'gate', most: 4, price: 2 }, { word: 'well 2', label: 'Well', place: 'A2' }, { word: 'mill', label: 'Mill', least: 1 }]
  const amounts = (usual = 'lay (gate 1) (mill 3)', more = {}) => draft({ kind: 'amounts', verb: 'lay', items, budget: 10, measure: 'flasks', ...more }, usual)

  test('begin as usual', () => {
    const it = amounts()
    assert.deepEqual([it.order, it.spent, it.left], ['lay (gate 1) (mill 3)', 5, 5])
    assert.equal(it.says, 'Lay: 5 of 10 flasks')
  })

  test('stand in the order of the items, those that are not 0', () => {
    const it = amounts('lay')
    it.digit(2)
    it.digit(1)
    assert.equal(it.order, 'lay (gate 1) (well 2 1) (mill 1)')
  })

  test('are laid as long as there is room, then taken back', () => {
    const it = amounts('lay', { budget: 0, measure: '' })
    for (let i = 0; i < 4; i++) it.digit(1)
    assert.equal(it.amount(items[0]), 4)
    it.digit(1)
    assert.equal(it.amount(items[0]), 0)
    assert.equal(it.says, 'Lay: 1 Mill')
  })

  test('that are too much are no order, and say so', () => {
    const it = amounts()
    it.set(items[1], 8)
    assert.deepEqual([it.order, it.wrong, it.says], ['', '3 flasks too many', 'Lay: 3 flasks too many'])
    assert.equal(it.room(items[0]), -2)
    it.add(items[0], 1)
    assert.equal(it.amount(items[0]), 1)
  })

  test('that are too little are none either', () => {
    const it = amounts('lay', { least: 4 })
    assert.deepEqual([it.order, it.wrong], ['', '3 flasks still to go'])
  })

  test('keep within their own bounds', () => {
    const it = amounts('lay')
    it.set(items[0], 99)
    it.set(items[2], 0)
    assert.deepEqual([it.amount(items[0]), it.amount(items[2])], [4, 1])
    it.set(items[1], Number.NaN)
    assert.equal(it.amount(items[1]), 0)
  })

  test('go back one by one', () => {
    const it = amounts('lay')
    it.digit(2)
    it.digit(2)
    assert.ok(it.back())
    assert.ok(it.back())
    assert.ok(!it.back())
    assert.equal(it.order, 'lay (mill 1)')
  })

  test('are laid on the board, and noted there', () => {
    const it = amounts('lay')
    assert.ok(it.pick(BOARD.pieces[0]))
    assert.ok(it.go('A2'))
    assert.deepEqual([...it.badges].map(([id, { text }]) => [id, text]), [['gate', '1'], ['A2', '1']])
    assert.match(it.hint('A2'), /^Well: 1, each costs 1. Point to lay one more$/)
    assert.equal(it.badgesAt('A1')[0].words, '1 laid')
  })

  test('stand beside other answers', () => {
    const asked = { options: [{ order: 'lay', label: 'Nothing' }, { order: 'pass', label: 'Pass' }] }
    const it = draft({ kind: 'amounts', verb: 'lay', items: items.slice(0, 2) }, 'pass', asked)
    assert.deepEqual([it.order, it.says, it.listed.length], ['pass', 'Pass', 1])
    it.digit(1)
    assert.equal(it.order, 'lay (gate 1)')
    it.choose('lay')
    assert.deepEqual([it.order, it.says], ['lay', 'Nothing'])
    it.choose('pass')
    assert.equal(it.order, 'pass')
  })
})

suite('slots', () => {
  const choices = [
    { word: 'rest', label: 'Rest' },
    { word: 'walk', label: 'Walk', parameters: [{ title: 'Where', choices: [['A1', 'the gate'], ['A2', 'the well']] }] },
    { word: 'lure', label: 'Lure', parameters: [{ title: 'Whom', choices: [['foe', 'the foe']] }, { title: 'Steps', least: 1, most: 4 }] },
  ]
  const slots = [{ title: 'Round 1', choices }, { title: 'Round 2', choices }]
  const written = (usual = '') => draft({ kind: 'slots', verb: 'write', slots }, usual)

  test('begin as usual', () => {
    const it = written('write (walk A2) (lure foe 3)')
    assert.deepEqual([it.order, it.says], ['write (walk A2) (lure foe 3)', 'Write: Walk the well, Lure the foe 3'])
  })

  test('that are many are named on the button by their actions alone', () => {
    const many = Array.from({ length: 8 }, (_, i) => ({ title: `Round ${i + 1}`, choices }))
    const it = draft({ kind: 'slots', verb: 'write', slots: many }, `write${' (lure foe 3)'.repeat(8)}`)
    assert.equal(it.says, `Write: ${'Lure, '.repeat(7)}Lure`)
  })

  test('are empty where nothing is usual, and say what is wanting', () => {
    const it = written()
    assert.deepEqual([it.order, it.says, it.at], ['', 'Round 1: what?', 0])
    it.digit(1)
    assert.deepEqual([it.says, it.at], ['Round 2: what?', 1])
    it.digit(2)
    assert.deepEqual([it.order, it.says], ['', 'Round 2: Walk, where?'])
    it.write(1, 0, 'A1')
    assert.equal(it.order, 'write (rest) (walk A1)')
  })

  test('that hold the usual open one after the other, those that hold one’s own do not', () => {
    const it = written('write (rest) (rest)')
    it.digit(1)
    assert.equal(it.at, 1)
    it.digit(1)
    assert.equal(it.at, 1)
  })

  test('know a number only within its bounds', () => {
    const it = written('write (rest) (rest)')
    it.digit(3)
    assert.deepEqual(it.filled[0].parameters, ['foe', '1'])
    for (const wrong of ['0', '5', '', '1.5', 'x']) {
      it.write(0, 1, wrong)
      assert.equal(it.order, '', wrong)
    }
    it.write(0, 1, '4')
    assert.equal(it.order, 'write (lure foe 4) (rest)')
  })

  test('take what their blank names from the board', () => {
    const it = written('write (rest) (rest)')
    it.digit(2)
    assert.deepEqual([...it.goals], [['A1', 'a'], ['A2', 'b']])
    assert.equal(it.hint('A2'), 'Round 1: Walk the well')
    assert.ok(it.letter('b'))
    assert.deepEqual([it.order, it.at], ['write (walk A2) (rest)', 1])
    assert.equal(it.badges.get('A2').words, 'Round 1: Walk')
    it.digit(3)
    assert.ok(it.acts('foe'))
    assert.ok(it.pick(BOARD.pieces[1]))
    assert.ok(!it.pick(BOARD.pieces[0]))
  })

  test('are emptied one by one, from the open one on', () => {
    const it = written('write (rest) (walk A1)')
    it.open(1)
    assert.ok(it.back())
    assert.equal(it.says, 'Round 2: what?')
    assert.ok(it.back())
    assert.equal(it.at, 0)
    assert.ok(!it.back())
    it.choose('write (rest) (rest)')
    assert.equal(it.order, 'write (rest) (rest)')
    it.clear()
    assert.equal(it.order, '')
  })
})

suite('many options of a few kinds', () => {
  const aims = ['gate', 'foe', 'gate', 'foe']
  const strike = aims.map((id, i) => ({ order: `strike ${i}`, label: `Strike ${id} ${i}`, group: 'Strike', pieces: ['me', id] }))
  const places = ['A1', 'A2'].map((id) => ({ order: `call ${id}`, label: `Call to ${id}`, group: 'Call', places: [id] }))
  const options = [{ order: 'done', label: 'No more' }, ...strike, ...places, { order: 'wait', label: 'Wait', group: 'Wait' }]
  const asked = (rest = options) => {
    const it = question([], { options: rest, default: 'done' })
    return draftOf(it, view(1, [it], { scene: BOARD }).scene)
  }

  test('are asked in two steps: what first', () => {
    const it = asked()
    assert.equal(it.form, 'kinds')
    assert.deepEqual(it.listed.map((one) => one.order), ['done', 'wait'])
    assert.deepEqual(it.several.map(([kind, of]) => [kind, of.length]), [['Strike', 4], ['Call', 2]])
    assert.deepEqual([it.order, it.busy, it.targets.size], ['done', false, 0])
  })

  test('then on whom, on the board, in the list or by keys', () => {
    const it = asked()
    it.digit(3)
    assert.deepEqual([it.kind, it.order, it.says, it.busy], ['Strike', '', 'Strike: on whom?', true])
    assert.deepEqual([it.acts('foe'), it.acts('me')], [true, false])
    it.pick(it.piece('foe'))
    assert.equal(it.order, 'strike 1')
    it.pick(it.piece('foe'))
    assert.equal(it.order, 'strike 3')
    it.digit(1)
    assert.equal(it.order, 'strike 0')
  })

  test('or where', () => {
    const it = asked()
    it.take('Call')
    assert.deepEqual([it.says, [...it.targets]], ['Call: where?', ['A1', 'A2']])
    it.go('A2')
    assert.equal(it.order, 'call A2')
  })

  test('are let go of, and begin again', () => {
    const it = asked()
    it.take('Strike')
    assert.equal(it.release(), true)
    assert.deepEqual([it.kind, it.order, it.release()], ['', 'done', false])
  })

  test('stay one list where they are few, or all of one kind', () => {
    assert.equal(asked(options.slice(0, 5)).form, 'options')
    assert.equal(asked(Array.from({ length: 9 }, (_, i) => ({ order: `go ${i}`, label: `Go ${i}`, group: 'Go' }))).form, 'options')
  })
})

suite('actions that differ by terms', () => {
  const way = (order, card, ...terms) => ({ order, label: order, group: card, pieces: [terms[0][1]], terms })
  const options = [
    { order: 'pass', label: 'Pass' },
    way('shield wizard thug 1', 'Shield', ['by', 'gate'], ['for', 'thug'], ['against', '1']),
    way('shield wizard wizard 3', 'Shield', ['by', 'gate'], ['for', 'wizard'], ['against', '3']),
    way('shield dragon wizard 3', 'Shield', ['by', 'foe'], ['for', 'wizard'], ['against', '3']),
    way('dodge wizard', 'Dodge', ['by', 'gate']),
  ]
  const asked = () => {
    const it = question([], { options, default: 'pass' })
    return draftOf(it, view(1, [it], { scene: BOARD }).scene)
  }

  test('are rows, the first way of each ready to give', () => {
    const it = asked()
    assert.equal(it.form, 'chips')
    assert.deepEqual(it.listed.map((one) => one.order), ['pass', 'dodge wizard'])
    it.digit(3)
    assert.deepEqual([it.kind, it.order, it.none.order], ['Shield', 'shield wizard thug 1', 'pass'])
    it.digit(0)
    assert.deepEqual([it.kind, it.order], ['', 'pass'])
  })

  test('begin with the row of the dark button open, and with a button for nothing', () => {
    const shield = options[2].order
    const usual = question([], { options, default: shield })
    const it = draftOf(usual, view(1, [usual], { scene: BOARD }).scene)
    assert.deepEqual([it.kind, it.order, it.busy, it.taken], ['Shield', shield, false, ''])
    assert.deepEqual([it.none.order, it.listed.map((one) => one.order)], ['pass', ['dodge wizard']])
    it.digit(0)
    assert.deepEqual([it.kind, it.order, it.busy], ['', 'pass', true])
    assert.equal(it.release(), true)
    assert.deepEqual([it.kind, it.order, it.release()], ['Shield', shield, false])
    it.take('Shield') // its row is pressed: pressed once more, its order is given
    assert.equal(it.taken, 'Shield')
  })

  test('offer only what goes together', () => {
    const it = asked()
    it.take('Shield')
    assert.deepEqual(it.terms('Shield'), [
      { word: 'by', values: ['gate', 'foe'], now: 'gate' },
      { word: 'for', values: ['thug', 'wizard'], now: 'thug' },
      { word: 'against', values: ['1'], now: '1' },
    ])
    it.set('Shield', 'for', 'wizard')
    assert.equal(it.order, 'shield wizard wizard 3')
    it.set('Shield', 'by', 'foe')
    assert.equal(it.order, 'shield dragon wizard 3')
    assert.deepEqual(it.terms('Shield').map((term) => term.values), [['gate', 'foe'], ['wizard'], ['3']])
    it.set('Shield', 'by', 'gate') // whom it is for stays
    assert.equal(it.order, 'shield wizard wizard 3')
  })

  test('at points of a way know them, with the range and chance of each', () => {
    const shot = (n, band, share) => ({ order: `shoot 0 1 ${n}`, label: 'At Foe', group: 'Bows', pieces: ['gate'], terms: [['when', `after ${n} in`]], stop: n, ...(band && { odds: { text: '', band, chances: [['a figure falls', share]] } }) })
    const it = question([], { options: [{ order: 'hold', label: 'Hold' }, shot(1, 'long', 10), shot(2, 'short', 40), shot(3)], default: 'hold' })
    const drafted = draftOf(it, view(1, [it], { scene: BOARD }).scene)
    assert.deepEqual(drafted.terms('Bows')[0].stops, [
      { value: 'after 1 in', at: 1, band: 'long', chance: ['a figure falls', 10] },
      { value: 'after 2 in', at: 2, band: 'short', chance: ['a figure falls', 40] },
      { value: 'after 3 in', at: 3, band: '', chance: undefined },
    ])
    const two = question([], { options: [{ order: 'hold', label: 'Hold' }, shot(1), shot(2)], default: 'hold' })
    assert.equal(draftOf(two, view(1, [two], { scene: BOARD }).scene).terms('Bows')[0].stops, undefined, 'two are chips')
  })

  test('are picked on the board whatever is open', () => {
    const it = asked()
    it.take('Shield')
    it.pick(it.piece('foe'))
    assert.equal(it.order, 'shield dragon wizard 3')
    it.choose('dodge wizard')
    it.pick(it.piece('foe'))
    assert.deepEqual([it.kind, it.order], ['Shield', 'shield dragon wizard 3'])
  })
})

suite('a plan that does not work as it is', () => {
  const asked = { options: [{ order: 'done', label: 'End' }], form: { kind: 'plan', verb: 'move', plans: [{ verb: 'move', word: '0', label: 'Move', piece: 'foot', steps: [{ word: 'slide', label: 'Forward', hand: 'drag' }] }] } }
  const scene = { board: { kind: 'plane', width: 9, height: 9 }, pieces: [{ id: 'foot', side: 0, place: '', form: 'unit', name: 'Foot' }] }
  const chip = { order: 'move 0 (slide 45 4)', label: 'Oblique' }

  test('offers what would work, by a press or by its key', () => {
    const full = question(['done'], { ...asked, default: 'done' })
    const it = draftOf(full, view(1, [full], { scene }).scene)
    it.hold('foot')
    it.lay(0, '(slide -180 4)')
    assert.deepEqual(it.nearest, [], 'nothing is known of it yet')
    it.foreseen = { order: it.order, preview: { refusal: 'Not behind.', instead: [chip] } }
    assert.deepEqual([it.barred, it.nearest], ['no', [chip]])
    assert.ok(it.insteadBy(1))
    assert.deepEqual([it.order, it.nearest], [chip.order, []])
    assert.ok(!it.insteadBy(1))
  })

  const foot = { id: 'foot', side: 0, place: '', form: 'unit', name: 'Foot', at: [4, 1], shape: [[3, 2], [5, 2], [5, 1], [3, 1]] }
  const laid = () => {
    const full = question(['done'], { ...asked, default: 'done' })
    return draftOf(full, view(1, [full], { scene: { ...scene, pieces: [foot] } }).scene)
  }

  test('is wished for by pointing at the ground, from where its front is, and says where it stops', () => {
    const it = laid()
    assert.equal(it.attempt('4.00,8.00'), '', 'nobody is in hand')
    assert.deepEqual(it.offers('4.00,8.00').map((one) => one.label), ['Foot'])
    it.instead(it.offers('4.00,8.00')[0])
    assert.equal(it.held, 'foot')
    const order = it.attempt('4.00,8.00')
    assert.equal(order, 'move 0 (slide 0 6)')
    it.grant('4.00,8.00', { order, label: '' })
    assert.deepEqual([it.order, it.denied], [order, null])
    it.foreseen = { order, preview: { sentence: 'That is 6 in away, 4 in are left: it stops here.', rule: 'x:1', instead: [chip] } }
    assert.deepEqual([it.denied.place, it.denied.reason, it.denied.rule, it.denied.refused], ['4.00,8.00', it.told.sentence, 'x:1', false])
    assert.ok(it.insteadBy(1))
    assert.deepEqual([it.order, it.denied], [chip.order, null])
  })

  test('drawn by a hand says so when the hand lets go, until it is read', () => {
    const it = laid()
    it.hold('foot')
    it.drawing = true
    it.lay(0, '(slide -180 4)')
    it.foreseen = { order: it.order, preview: { refusal: 'Not behind.' } }
    assert.equal(it.denied, null)
    it.drawn([4, -3])
    assert.deepEqual([it.denied.reason, it.denied.refused], ['Not behind.', true])
    it.denied = null
    assert.equal(it.denied, null)
    assert.equal(it.order, 'move 0 (slide -180 4)')
  })

  test('is drawn behind as it is, so that the table can say why not', () => {
    assert.equal(dragged('slide', 0, [5, 5], [5, 1], -45, 45), '(slide -180 4)')
    assert.equal(dragged('slide', 0, [5, 5], [5, 4.5], -45, 45), '')
    assert.equal(dragged('slide', 0, [5, 5], [8, 8], -30, 30), '(slide 30 4.1)')
  })
})

suite('a place that means nothing', () => {
  const to = (place, group = 'gate') => ({ order: `go ${group} ${place}`, label: `${group} to ${place}`, pieces: [group], places: [place], group })

  test('says that nobody is in hand where somebody could go there, and offers those first', () => {
    const it = draft({ kind: 'path', verb: 'go', items: [{ word: '0', label: 'Gate', piece: 'gate', place: 'A1' }], paths: [['0', ['A2']]] }, 'done', { options: [{ order: 'done', label: 'No more' }, to('A1', 'foe'), to('A2')] })
    assert.match(it.noUse('A2'), /^Nobody is in hand\./)
    assert.deepEqual(it.offers('A2').map((one) => one.label), ['gate to A2', 'foe to A1'])
  })

  test('is not said to be asked about where nothing leads there', () => {
    const it = draft(undefined, 'done', { options: [{ order: 'done', label: 'No more' }, { order: 'hold gate', label: 'Hold', pieces: ['gate'] }] })
    assert.equal(it.noUse('A2'), 'What is asked now is not about A2.')
  })

  test('is beside the point where nothing is about the board', () => {
    const it = draft({ kind: 'amounts', verb: 'buy', items: [{ word: 'oil', label: 'Oil' }], budget: 3 }, 'buy')
    assert.match(it.noUse('A2'), /not about the board/)
  })

  test('is what only some actions of a slot go to', () => {
    const slots = [{ title: 'Volley 1', choices: [{ word: 'hold', label: 'Hold' }, { word: 'advance', label: 'Advance', parameters: [{ title: 'Where', choices: [['A2', 'A2']] }] }] }]
    const it = draft({ kind: 'slots', verb: 'write', slots }, 'write (hold)')
    assert.equal(it.noUse('A1'), 'Only Advance goes to a place: choose that first, then point at where.')
    it.put('advance')
    assert.equal(it.noUse('A1'), 'Advance cannot go to A1.')
  })

  test('is spoken of again when it is tried once more elsewhere', () => {
    const found = { reason: 'Too far.', instead: [], refused: true }
    const first = spokenOf(found)
    assert.equal(first, 'Not possible. Too far.')
    assert.notEqual(spokenOf(found, first), first)
    assert.equal(spokenOf(found, spokenOf(found, first)), first)
  })
})

test('of the shares of one piece one is given: pointing goes from one to the next', () => {
  const share = (word, piece, end) => ({ word, label: `At ${piece}${end ?? ''}`, hand: 'share', least: 1, most: 6, piece, end })
  const plan = { verb: 'split', word: '0', label: 'Divide', piece: 'bows', most: 10, steps: [share('1', 'rune'), share('1', 'rune', 'over'), share('2', 'hand')] }
  const point = (steps, piece) => shared(plan, steps, sharePointedAt(plan, steps, piece))
  let steps = point(point([], 'rune'), 'hand')
  assert.deepEqual(steps, ['(1 5)', '(2 5)'])
  steps = point(steps, 'rune')
  assert.deepEqual([steps, spentOn(steps)], [['(1 5 over)', '(2 5)'], 10])
  assert.equal(countOf(steps, plan.steps[0]), 0, 'the other way is no longer taken')
  assert.equal(orderOf(plan, steps, []), 'split 0 (1 5 over) (2 5)')
  assert.deepEqual(moved(plan, steps, plan.steps[1], 1), ['(1 6 over)', '(2 4)'])
  assert.deepEqual(point(steps, 'rune'), ['(2 6)'], 'after the last of them none')
  const options = [{ order: 'shoot 0 1', pieces: ['bows', 'rune'] }, { order: 'shoot 0 1 over', pieces: ['bows', 'rune'] }]
  assert.equal(orderOf(plan, ['(1 6 over)'], options), 'shoot 0 1 over', 'all at one target is an order of its own')
})

suite('shares', () => {
  // Ten riders, all of whom see the Blues, six the Others.
  const steps = [{ word: '1', label: 'At Blues', hand: 'share', least: 1, most: 10, piece: 'blues' }, { word: '2', label: 'At Others', hand: 'share', least: 1, most: 3, piece: 'others' }, { word: '3', label: 'At Greens', hand: 'share', least: 1, most: 10, piece: 'greens' }]
  const options = [{ order: 'done', label: 'End' }, { order: 'shoot 0 1', label: 'Shoot at Blues', pieces: ['riders', 'blues'] }]
  const plans = [{ verb: 'move', word: '0', label: 'Move', piece: 'riders', steps: [{ word: 'slide', label: 'Forward', hand: 'drag' }] }, { verb: 'shoot', word: '0', label: 'Shoot', piece: 'riders', most: 10, steps }]
  const pieces = ['riders', 'blues', 'others', 'greens'].map((id) => ({ id, side: id === 'riders' ? 0 : 1, place: '', form: 'unit', name: id }))
  const full = question(['done'], { options, form: { kind: 'plan', verb: 'move', plans }, default: 'done' })
  const begun = () => {
    const it = draftOf(full, view(1, [full], { scene: { board: { kind: 'plane', width: 9, height: 9 }, pieces } }).scene)
    it.hold('riders')
    return it
  }
  const point = (it, id) => it.pick(pieces.find((one) => one.id === id))

  test('are equal, as far as there is enough of each, and taken back by pointing again', () => {
    const it = begun()
    assert.equal(point(it, 'blues'), false, 'the plan to move has no shares')
    it.digit(it.digitOf(plans[1]) ? Number(it.digitOf(it.verbs[1])) : 0)
    assert.ok(point(it, 'blues'))
    assert.equal(it.order, 'shoot 0 1', 'all at one is an order of its own')
    point(it, 'greens')
    assert.equal(it.order, 'shoot 0 (1 5) (3 5)')
    point(it, 'others')
    assert.equal(it.order, 'shoot 0 (1 4) (2 3) (3 3)')
    point(it, 'blues')
    assert.equal(it.order, 'shoot 0 (2 3) (3 7)')
    it.write(0, ['2', '1'])
    assert.deepEqual([it.order, countOf(it.steps, it.shared[1]), countOf(it.steps, it.shared[0])], ['shoot 0 (2 1) (3 7)', 1, 0])
    assert.ok(it.back())
    assert.equal(it.order, 'shoot 0 (2 1)', 'the Others have no order of their own')
    assert.deepEqual([...it.aimedAt], ['blues', 'others', 'greens'])
  })

  test('go from one to another where all are given out, and are written one by one', () => {
    const it = begun()
    it.takeUp(it.verbs[1])
    for (const id of ['blues', 'greens', 'others']) point(it, id)
    const [plan, few] = [it.plan, it.shared[1]]
    assert.deepEqual(moved(plan, it.steps, it.shared[2], 1), ['(1 3)', '(2 3)', '(3 4)'], 'from the largest of the others')
    assert.deepEqual(moved(plan, it.steps, few, -1), ['(1 4)', '(2 2)', '(3 4)'], 'to the least of those that may have more')
    assert.deepEqual(moved(plan, it.steps, few, 1), it.steps, 'three alone see them')
    assert.deepEqual(moved(plan, ['(1 4)', '(3 1)'], it.shared[2], 1), ['(1 4)', '(3 2)'], 'some are left')
    assert.deepEqual(moved(plan, ['(1 4)', '(3 1)'], it.shared[2], -1), ['(1 4)', '(3 1)'])
    assert.deepEqual(written(it.steps, few, 0), ['(1 4)', '(3 3)'])
    assert.equal(it.says, 'Shoot: 4 at Blues, 3 at Others, 3 at Greens')
    assert.deepEqual([...it.badges].map(([id, { text }]) => [id, text]), [['blues', '4'], ['others', '3'], ['greens', '3']])
  })
})

suite('a kind that may be divided', () => {
  // Three archers see the Blues, two the Others; over friends six see either.
  const share = (word, label, most, piece) => ({ word, label, hand: 'share', least: 1, most, piece })
  const ways = [{ steps: [share('1', 'At Blues', 3, 'blues'), share('2', 'At Others', 2, 'others')] }, { steps: [share('1', 'At Blues', 6, 'blues'), share('2', 'At Others', 6, 'others')] }]
  const how = (over, once) => [['how', over ? 'over friends' : 'directly'], ['with', once ? 'one shot' : 'all shots']]
  const each = [[false, false], [false, true], [true, false], [true, true]]
  const words = (over, once) => `${over ? ' over' : ''}${once ? ' once' : ''}`
  const plans = each.map(([over, once]) => ({ verb: 'split', word: `0${words(over, once)}`, label: 'Divide', piece: 'archers', most: over ? 6 : 3, way: Number(over), act: 'Divide', terms: how(over, once) }))
  const at = [['1', 'Blues', 'blues'], ['2', 'Others', 'others']]
  const options = [{ order: 'hold', label: 'Shoot no more' }, ...at.flatMap(([number, name, id]) => each.map(([over, once]) => ({ order: `shoot 0 ${number}${words(over, once)}`, label: `Shoot at ${name}`, pieces: ['archers', id], group: 'Archers', terms: [['at', name], ...how(over, once)] })))]
  const pieces = ['archers', 'blues', 'others'].map((id) => ({ id, side: id === 'archers' ? 0 : 1, place: '', form: 'unit', name: id }))
  const full = question([], { options, form: { kind: 'plan', verb: 'split', plans, ways, help: 'as split 0 (1 2) (2 1)' }, default: 'shoot 0 2' })
  const begun = () => draftOf(full, view(1, [full], { scene: { board: { kind: 'plane', width: 9, height: 9 }, pieces } }).scene)
  const point = (it, id) => it.pick(pieces.find((one) => one.id === id))

  test('is whole at first', () => {
    const it = begun()
    assert.deepEqual([it.form, it.order, it.divides, it.division, it.glance], ['chips', 'shoot 0 2', true, null, undefined])
    assert.deepEqual(it.terms('Archers').map((term) => term.word), ['at', 'how', 'with'])
    assert.equal(it.busy, false)
  })

  test('is divided by its key, by pointing, and taken back', () => {
    const it = begun()
    assert.ok(it.letter('d'))
    assert.deepEqual([it.order, it.glance, it.says], ['split 0 (1 2) (2 1)', it.order, 'Divide: 2 at Blues, 1 at Others'])
    assert.deepEqual(it.marked, ['archers', 'blues', 'others'])
    assert.ok(point(it, 'blues'))
    assert.equal(it.order, 'shoot 0 2', 'all at one is whole')
    assert.deepEqual([it.leads('others'), it.badges.get('others').text], [false, '2'])
    point(it, 'others')
    assert.deepEqual([it.order, it.says], ['', 'Archers: at whom?'])
    point(it, 'others')
    assert.ok(it.back())
    assert.ok(it.back())
    assert.deepEqual([it.division, it.order], [null, 'shoot 0 2'])
    it.divide()
    assert.ok(it.release())
    assert.deepEqual([it.division, it.order, it.busy], [null, 'shoot 0 2', false])
    it.divide()
    it.choose('hold')
    assert.deepEqual([it.division, it.order], [null, 'hold'])
  })

  test('may be divided in other ways, with the same shares where they fit', () => {
    const it = begun()
    it.set('Archers', 'with', 'one shot')
    it.divide()
    assert.deepEqual(it.terms('Archers').map((term) => [term.word, term.now]), [['how', 'directly'], ['with', 'one shot']])
    it.deal(['(1 1)', '(2 2)'])
    it.set('Archers', 'with', 'all shots')
    assert.equal(it.order, 'split 0 (1 1) (2 2)')
    it.set('Archers', 'how', 'over friends')
    assert.equal(it.order, 'split 0 over (1 3) (2 3)', 'three more shoot so')
    it.deal(['(1 4)', '(2 1)'])
    it.set('Archers', 'with', 'one shot')
    assert.equal(it.order, 'split 0 over once (1 4) (2 1)')
    it.set('Archers', 'how', 'directly')
    assert.equal(it.order, 'split 0 once (1 2) (2 1)')
    it.deal(['(1 3)'])
    assert.equal(it.order, 'shoot 0 1 once')
  })

  // The Blues move: at each point of their way some may shoot while the others hold, and where Others stand beside them the volley is divided.
  const when = (text) => [['when', text], ['how', 'directly']]
  const stops = ['before it moves', 'after 1 in']
  const passing = (alone) => question([], {
    options: [{ order: 'hold', label: 'Hold' }, ...stops.map((text, n) => ({ order: `shoot 0 1 ${n}`, label: `At Blues, ${text}`, pieces: ['archers', 'blues'], group: 'Archers', terms: [['at', 'Blues'], ...when(text)] }))],
    form: { kind: 'plan', verb: 'split', plans: stops.map((text, n) => ({ verb: 'split', word: `0 ${n}`, label: 'Divide', piece: 'archers', most: 3, way: 0, act: alone ? 'Shoot' : 'Divide', terms: when(text) })), ways: [{ steps: ways[0].steps.slice(0, alone ? 1 : 2) }] },
    default: 'hold',
  })
  const moving = (alone) => {
    const asked = passing(alone)
    const it = draftOf(asked, view(1, [asked], { scene: { board: { kind: 'plane', width: 9, height: 9 }, pieces } }).scene)
    it.take('Archers')
    return it
  }

  test('may be divided at a point of a way', () => {
    const it = moving(false)
    assert.deepEqual([it.order, it.divides, it.dividesAs], ['shoot 0 1 0', true, 'divided'])
    assert.deepEqual(it.terms('Archers').map((term) => [term.word, term.now]), [['when', 'before it moves']])
    it.set('Archers', 'when', 'after 1 in')
    it.divide()
    assert.equal(it.order, 'split 0 1 (1 2) (2 1)')
    it.set('Archers', 'when', 'before it moves')
    assert.equal(it.order, 'split 0 0 (1 2) (2 1)')
  })

  test('shoots with some where there is one target alone', () => {
    const it = moving(true)
    assert.deepEqual([it.divides, it.dividesAs], [true, 'some'])
    it.divide()
    assert.equal(it.order, 'shoot 0 1 0', 'all of them at first')
    it.deal(['(1 2)'])
    assert.deepEqual([it.order, it.says], ['split 0 0 (1 2)', 'Shoot: 2 at Blues'])
  })

  test('says why it cannot be so', () => {
    const it = begun()
    it.divide()
    it.deal(['(1 3)', '(2 2)'])
    assert.ok(it.pending)
    it.foreseen = { order: it.order, preview: { refusal: 'There are not so many.' } }
    assert.deepEqual([it.pending, it.barred], [false, 'no'])
    it.value = '0 (1 2) (2 1)'
    assert.deepEqual([it.order, it.glance, it.barred], ['split 0 (1 2) (2 1)', undefined, ''])
    it.value = 'split 0 over (1 2) (2 1)'
    assert.equal(it.order, 'split 0 over (1 2) (2 1)')
  })
})
