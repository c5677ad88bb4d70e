// Words that explain themselves, found in a text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lexicon } from '../../client/src/look/words.svelte.ts'

const words = new Lexicon({ Scout: { text: 'Looks.' }, 'Scout Phase': { text: 'Scouts look.' }, 'attack rating': { text: 'Strikes.', also: ['AR'] } })
const marked = (text) => words.bits(text).map((bit) => (bit.entry ? `[${bit.text}=${bit.word}]` : bit.text)).join('')

test('the longest word is marked, in any case of letters', () => {
  assert.equal(marked('the scout phase'), 'the [scout phase=Scout Phase]')
  assert.equal(marked('Scout, AR 20'), '[Scout=Scout], [AR=attack rating] 20')
})

test('a part of a word is no word', () => {
  assert.equal(marked('Scouts and ARs'), 'Scouts and ARs')
  assert.equal(new Lexicon({}).bits('Scout').length, 1)
})
