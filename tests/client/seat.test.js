import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, suite, test } from 'node:test'
import { line, question, view } from './page.js'
import { PROTOCOL } from '../../client/src/wire.ts'
import { Seat } from '../../client/src/table/table.svelte.ts'

let seat
const sat = () => line().sent.filter((message) => message.type !== 'sit')
const last = () => sat().at(-1)
/** The table answers the last request. */
const answer = (message) => line().say({ id: last().id, ...message })

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] })
  seat = new Seat('token')
  line().open()
})
afterEach(() => seat.leave())

test('a table of another protocol is noticed, also by a page that was open before the server was renewed', () => {
  line().say(view(1))
  assert.equal(seat.renewed, false)
  line().say({ type: 'update', at: 2, since: 1, view: { paused: 'Dinner.' } })
  assert.equal(seat.renewed, false, 'an update leaves the number as it was')
  line().say(view(3, [], { protocol: PROTOCOL + 1 }))
  assert.equal(seat.renewed, true)
  line().say(view(4, [], { protocol: undefined }))
  assert.equal(seat.renewed, true, 'a server older than the number')
})

suite('an order that came too late', () => {
  const asked = [question(['stand', 'march']), question(['stand', 'march'], { side: 1 })]
  const referee = { seat: 'referee', side: 'referee' }

  test('goes once more as it was wished, where its question still stands', () => {
    line().say(view(1, asked, referee))
    seat.ask({ type: 'order', order: 'march', side: 'halls', reason: 'Ada is late' })
    answer({ type: 'behind', at: 2 })
    line().say(view(2, asked, referee))
    const { id, ...again } = last()
    assert.notEqual(id, sat()[0].id)
    assert.deepEqual(again, { type: 'order', order: 'march', side: 'halls', reason: 'Ada is late', at: 2 })
  })

  test('does not go to another side that is asked the same', () => {
    line().say(view(1, asked, referee))
    seat.ask({ type: 'order', order: 'march', side: 'halls', reason: 'Ada is late' })
    answer({ type: 'behind', at: 2 })
    line().say(view(2, [asked[0]], referee))
    assert.equal(sat().length, 1)
    assert.equal(seat.behind, true)
  })
})

suite('a question with nothing to decide', () => {
  const trivial = question(['pass'], { trivial: true })

  test('is answered by itself', () => {
    line().say(view(1, [trivial]))
    assert.equal(seat.byItself, 'pass')
    seat.give(seat.byItself, true)
    assert.equal(seat.byItself, '', 'as long as the answer is on its way')
  })

  test('waits while the battle is paused', () => {
    line().say(view(1, [trivial], { paused: 'The referee has paused the battle: dinner.' }))
    assert.equal(seat.byItself, '')
    line().say(view(2, [trivial]))
    assert.equal(seat.byItself, 'pass')
  })

  test('is not answered again by itself when its answer was refused, until another is asked', () => {
    line().say(view(1, [trivial]))
    seat.give(seat.byItself, true)
    answer({ type: 'refused', code: 'store', reason: 'The store cannot be reached (the disk is full); nothing has changed.' })
    assert.equal(seat.busy, false)
    assert.equal(seat.byItself, '')
    line().say(view(2, [trivial]))
    assert.equal(seat.byItself, '')
    line().say(view(3, [question(['stay'], { trivial: true })]))
    assert.equal(seat.byItself, 'stay')
  })

  test('goes on by itself after a person has given its answer', () => {
    line().say(view(1, [trivial]))
    seat.give(seat.byItself, true)
    answer({ type: 'refused', code: 'store', reason: 'The store cannot be reached.' })
    seat.give('pass', true)
    answer({ type: 'done', at: 2 })
    line().say(view(2, [trivial])) // asked the same once more
    assert.equal(seat.byItself, 'pass')
  })

  test('goes on by itself after the pause in which it was refused', () => {
    line().say(view(1, [trivial]))
    seat.give(seat.byItself, true)
    answer({ type: 'refused', code: 'paused', reason: 'The referee has paused the battle: dinner.' })
    line().say(view(2, [trivial], { paused: 'The referee has paused the battle: dinner.' }))
    line().say(view(3, [trivial]))
    assert.equal(seat.byItself, 'pass')
  })

  test('is nobody’s but the side’s own', () => {
    for (const more of [{ seat: 'referee', side: 'referee' }, { seats: [{ name: 'groves', side: 'groves', computer: 'greedy' }] }, { scene: { ending: { winners: [], reason: '', rule: '' } } }]) {
      line().say(view(1, [trivial], more))
      assert.equal(seat.byItself, '')
    }
  })

  test('is not missed when its answer came too late', () => {
    line().say(view(1, [trivial]))
    seat.give(seat.byItself, true)
    answer({ type: 'behind', at: 2 })
    assert.equal(seat.byItself, '', 'until the present view is here')
    line().say(view(2))
    assert.equal(seat.behind, false)
  })
})

suite('a seat', () => {
  test('stays busy until its own order is answered', () => {
    line().say(view(1, [question(['stand', 'march'])]))
    seat.give('march')
    const order = last().id
    seat.ask({ type: 'say', text: 'Well met' })
    answer({ type: 'done', at: 1 })
    assert.equal(seat.busy, true)
    line().say({ type: 'done', id: order, at: 2 })
    assert.equal(seat.busy, false)
  })

  test('is free again when a refusal names no request', () => {
    line().say(view(1, [question(['stand', 'march'])]))
    seat.give('march')
    line().say({ type: 'refused', id: '', code: 'rate', reason: 'Too many messages: wait a little.' })
    assert.equal(seat.busy, false)
    assert.equal(seat.refused.reason, 'Too many messages: wait a little.')
  })

  test('sends no order that the table would not read', () => {
    line().say(view(1, [question(['stand', 'march'])]))
    seat.give('x'.repeat(4001))
    assert.deepEqual(sat(), [])
    assert.match(seat.refused.reason, /too long/)
    assert.equal(seat.busy, false)
  })

  test('asks again about an order in the making that was asked about too fast, and only then', () => {
    line().say(view(1, [question(['stand', 'march'])]))
    const draft = { order: 'march', foreseen: null }
    seat.foresee(draft, 'march')
    answer({ type: 'refused', code: 'rate', reason: 'Too many previews from this seat: wait a little.' })
    assert.deepEqual([sat().length, draft.foreseen], [1, null])
    mock.timers.tick(200)
    assert.equal(sat().length, 2)
    answer({ type: 'foreseen', at: 1, preview: null })
    assert.deepEqual(draft.foreseen, { order: 'march', preview: {} })
    mock.timers.tick(5000)
    assert.equal(sat().filter((message) => message.type === 'foresee').length, 2)
    assert.equal(seat.refused, null)
  })

  test('waits for a table that is full, and goes from one that has nothing for it', () => {
    line().say({ type: 'goodbye', code: 'rate', reason: 'Too many connections from your address: wait a little.' })
    assert.deepEqual([seat.closed, seat.gone], [false, 'Too many connections from your address: wait a little.'])
    line().say(view(1))
    assert.equal(seat.gone, '')
    line().say({ type: 'goodbye', code: 'no-battle', reason: 'The battle was deleted.' })
    assert.equal(seat.closed, true)
  })
})
