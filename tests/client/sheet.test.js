import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { question, view } from './page.js'
import { marches, volleys } from '../../client/src/board/sheet/sheet.ts'
import { draftOf } from '../../client/src/draft/drafts.ts'

suite('the script of a side', () => {
  const places = [{ id: 'bank', name: 'Bank' }, { id: 'hill', name: 'Hill' }]
  const choices = [
    { word: 'hold', label: 'Hold', symbol: 'hold' },
    { word: 'advance', label: 'Advance', symbol: 'advance', parameters: [{ title: 'On', choices: [['bank', 'Bank'], ['hill', 'Hill']] }] },
  ]
  const slots = [1, 2, 3].map((number) => ({ title: `Volley ${number}`, choices }))
  const asked = question([], { default: 'script (advance hill) (hold) (hold)', side: 0, form: { kind: 'slots', verb: 'script', slots } })
  const banner = (id, side, states = []) => ({ id, kind: 'banner', side, name: id, place: 'bank', states })
  const at = view(1, [asked]).scene
  const scene = { ...at, board: { ...at.board, places }, pieces: [banner('company-1', 0, [['fallen', '']]), banner('company-2', 0), banner('company-3', 1)] }

  test('is that of the company which still stands, not of the one that has fallen', () => {
    const acts = volleys(scene, draftOf(asked, scene), 0)[1].acts
    assert.deepEqual(acts.map((one) => [one.kind, one.name]), [['idle', 'fallen'], ['open', 'Hold'], ['sealed', '']])
  })

  test('says whose an action is where a side has several companies', () => {
    const acts = volleys(scene, draftOf(asked, scene), 0)[1].acts
    assert.deepEqual(acts.map((one) => one.of), ['company-1', 'company-2', ''])
  })

  test('has one arrow for an Advance of one company', () => {
    assert.deepEqual(marches(scene, draftOf(asked, scene)), [{ from: 'bank', to: 'hill', side: 0 }])
  })
})
