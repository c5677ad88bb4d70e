import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import './page.js'
import { battles, curtained, keep, links, missing, note, onlookers, published, remembered } from '../../client/src/memory.svelte.ts'

const many = (name, count, more = {}) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, { tokens: { groves: `t-${name}${i}` }, mine: ['groves'], at: i, ...more }]))
const names = (all, start) => Object.keys(all).filter((name) => name.startsWith(start))

beforeEach(() => localStorage.clear())

suite('the published hashes', () => {
  test('of a battle tell its record from another', () => {
    assert.equal(missing(['h1'], 'b'), null)
    published('b', 'h1')
    published('b', 'h1')
    published('b', '')
    assert.deepEqual([missing(['h1'], 'b'), missing(['h2'], 'b'), missing(['h1'])], ['', 'h1', ''])
    published('b', 'h2') // it was resumed after its end
    assert.deepEqual([missing(['h1', 'h2']), missing(['h1']), missing(['h3']), missing(['h1'], 'c')], ['', 'h2', null, null])
  })

  test('of the latest battles are remembered', () => {
    for (let n = 0; n < 302; n++) published(`b${n}`, `h${n}`)
    assert.deepEqual([missing(['h1']), missing(['h2']), missing(['h301'])], [null, '', ''])
  })
})

suite('the links of battles', () => {
  test('are kept of every battle that goes on', () => {
    assert.equal(names(remembered(many('goes', 300)), 'goes').length, 300)
  })

  test('are kept of as many that are over or branches as there is room for, the last used first', () => {
    // 120 are remembered; 100 go on, so 30 others are the least that stay: of 40 that are over with times 0 to 39 the last thirty.
    const stays = remembered({ ...many('goes', 100), ...many('over', 40, { over: true }) })
    assert.deepEqual([names(stays, 'goes').length, names(stays, 'over').length], [100, 30])
    assert.ok('over39' in stays && 'over10' in stays && !('over9' in stays))
    // 50 go on: there is room for 70 of the hundred branches.
    assert.equal(names(remembered({ ...many('goes', 50), ...many('what-if', 100, { parent: 'goes0' }) }), 'what-if').length, 70)
  })

  test('of a new battle are kept, however many there are', () => {
    localStorage.setItem('banneret.battles', JSON.stringify({ ...many('goes', 200), ...many('what-if', 200, { parent: 'goes0' }) }))
    keep('new', { groves: 'token' }, ['groves'], 'goes0')
    const all = battles()
    assert.equal(all.new.tokens.groves, 'token')
    assert.deepEqual([names(all, 'goes').length, names(all, 'what-if').length], [200, 29])
  })

  test('of a battle at which somebody sits are the last used', () => {
    localStorage.setItem('banneret.battles', JSON.stringify(many('b', 3)))
    note([{ battle: 'b0', over: false }], true)
    assert.equal(Object.entries(battles()).sort((a, b) => b[1].at - a[1].at)[0][0], 'b0')
    note([{ battle: 'b1', over: true }, { battle: 'of somebody else', over: true }])
    assert.deepEqual([battles().b1.over, battles().b1.at, names(battles(), 'of')], [true, 1, []])
  })
})

suite('the link for others to look on', () => {
  const mine = { tokens: { groves: 'secret', spectator: 'open' }, mine: ['groves'], at: 0 }

  test('is the onlookers’ own', () => {
    assert.equal(onlookers(mine, 'groves', 'secret'), 'http://table/battle#open')
    assert.equal(onlookers(mine, 'groves', 'secret', 'replay'), 'http://table/battle?replay#open')
    assert.equal(onlookers(undefined, 'spectator', 'open'), 'http://table/battle#open')
  })

  test('is never that of a seat', () => {
    const branch = { tokens: { groves: 'secret' }, mine: ['groves'], parent: 'real', at: 0 }
    assert.equal(onlookers(branch, 'groves', 'secret', 'replay'), '')
    assert.equal(onlookers(undefined, 'halls', 'secret'), '')
    assert.equal(onlookers(undefined, 'referee', 'secret'), '')
  })
})

suite('the curtain', () => {
  test('hides one seat until it is lifted', () => {
    curtained.draw('secret')
    assert.deepEqual([curtained.is('secret'), curtained.is('other')], [true, false])
    curtained.draw('')
    assert.deepEqual([curtained.is('secret'), curtained.is('')], [false, false])
  })

  test('is none where the browser keeps nothing', () => {
    const kept = globalThis.sessionStorage
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: () => { throw new Error('SecurityError') } })
    curtained.draw('secret')
    assert.equal(curtained.is('secret'), false)
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, writable: true, value: kept })
  })
})

suite('the links of what is mine', () => {
  test('are those of all my seats, and of no friend', () => {
    const kept = { tokens: { groves: 'a', halls: 'b', spectator: 'c' }, mine: ['groves'], at: 0 }
    assert.deepEqual(links(kept), ['a'])
    assert.deepEqual(links({ ...kept, mine: ['groves', 'halls', 'referee'] }), ['a', 'b'])
    assert.deepEqual(links(undefined), [])
  })
})
