import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { question, view } from './page.js'
import { draftOf } from '../../client/src/draft/drafts.ts'

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
