import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Look, PLAIN } from '../../client/src/look/look.ts'
import { joints, outline } from '../../client/src/board/areas/works.ts'

const ground = (like) => ({ tint: ['#ffffff', '#000000'], ink: ['#111111', '#eeeeee'], name: '', like, glyphs: [], strewn: {} })
const look = new Look('book', {
  field: ground('plains'),
  ground: { Moor: { ...ground('swamp'), name: 'the moor' } },
  work: { rampart: { tint: [], ink: [], floor: [], rim: [[0, -1], [1, -1]], joints: [[[0.5, -1], [0.5, 0]]] } },
  mark: { home: { shown: 'ring', own: 'your home', tint: null } },
  state: { fled: { poses: ['tilted'], rank: 2, sign: '!' }, weary: { poses: ['dimmed'], rank: 1, sign: '' }, met: { poses: ['locked'], rank: 0, sign: '' } },
  form: {}, tray: { lost: { rank: 3, own: false, spent: true } }, zone: {}, icons: ['wolf'], sprite: 'abc',
})
const piece = (...states) => ({ id: 'p', side: 0, place: '', form: 'card', name: 'Wolves', states: states.map((one) => [one].flat()) })

suite('a look', () => {
  test('draws ground by its word, and what it does not know as the field', () => {
    assert.equal(look.ground('Moor').like, 'swamp')
    assert.equal(look.ground('Heath').like, 'plains')
    assert.equal(look.groundName({ ground: 'Moor' }), 'the moor')
    assert.equal(look.groundName({ ground: 'Heath' }), 'Heath')
  })

  test('draws a state by its kind, whatever its text', () => {
    assert.ok(look.is(piece(['fled', 'fled, 2 turns']), 'tilted'))
    assert.ok(!look.is(piece(['fledgling', 'fled']), 'tilted'))
    assert.ok(!look.is(piece('unheard of'), 'dimmed'))
  })

  test('tells the state of the least rank, and none without a rank', () => {
    assert.deepEqual(look.state(piece('met', 'fled', 'weary'))?.text, 'weary')
    assert.equal(look.state(piece('met', 'unheard of')), undefined)
    assert.deepEqual(look.state(piece(['fled', 'fled, 2 turns'])), { text: 'fled, 2 turns', sign: '!', rank: 2 })
  })

  test('has pictures of its own, else the client’s', () => {
    assert.equal(look.icon('wolf'), '/api/rulebooks/book/icons/abc.svg#wolf')
    assert.match(look.icon('crossed-swords'), /^\/assets\/icons-.*#crossed-swords$/)
    assert.match(look.icon('unheard-of'), /#barbute$/)
    assert.match(PLAIN.icon('wolf'), /#barbute$/)
  })

  test('marks places and lays out trays', () => {
    assert.equal(look.marked({ tags: [{ kind: 'other', text: '' }, { kind: 'home', text: 'home' }] }, 'ring')?.text, 'home')
    assert.equal(look.mark({ kind: 'other', text: '' }).shown, 'label')
    assert.equal(look.tray({ id: 'lost2', kind: 'lost' }).spent, true)
    assert.equal(look.tray({ id: 'hand' }).rank, 2)
    assert.equal(look.works({ tags: [{ kind: 'rampart', text: '' }] })?.tag.kind, 'rampart')
  })
})

test('works are drawn piece by piece along their edge', () => {
  const { look: work } = look.works({ tags: [{ kind: 'rampart', text: '' }] })
  assert.equal(outline(work, 20, 10, 9), 'M0 5L0 -10L10 -10L10 -10L20 -10L20 5Z')
  assert.equal(joints(work, 20, 10, 9), 'M5 -10L5 0M15 -10L15 0')
})
