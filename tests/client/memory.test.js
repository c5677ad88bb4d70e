import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import './page.js'
import { onlookers } from '../../client/src/memory.svelte.ts'

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
