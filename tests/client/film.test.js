import assert from 'node:assert/strict'
import { beforeEach, mock, suite, test } from 'node:test'
import './page.js'
import { Film } from '../../client/src/table/film.svelte.ts'

const OF = 9
/** What was seen after an entry; every third one brought news. */
const seen = (number) => ({ number, of: OF, scene: { news: Array.from({ length: Math.floor(number / 3) }, (_, i) => ({ number: i + 1 })) } })
/** Lets everything happen that waits for nothing but its turn. */
const turns = async () => { for (let i = 0; i < 40; i++) await null }

let asked
let film
beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout'] })
  asked = []
  film = new Film((number) => new Promise((tell, fail) => asked.push({ number, tell: () => { tell(seen(number)); return turns() }, fail: (text) => { fail(new Error(text)); return turns() } })))
})
/** A film whose table answers at once. */
const quick = () => new Film((number) => { asked.push({ number }); return Promise.resolve(seen(number)) })

suite('the film', () => {
  test('shows what was wished for last, whichever answer comes last', async () => {
    void film.show(2)
    void film.show(7)
    await asked[1].tell()
    await asked[0].tell()
    assert.deepEqual([film.number, film.then.number], [7, 7])
  })

  test('leaves the slider where the hand has it, whatever answer comes meanwhile', async () => {
    void film.show(2)
    film.draw(5)
    await asked[0].tell()
    assert.equal(film.number, 5)
    mock.timers.tick(60)
    await asked[1].tell()
    assert.equal(film.then.number, 5)
  })

  test('tells of a failure until the next picture is there, and goes back to the last one', async () => {
    void film.show(2)
    await asked[0].tell()
    film.draw(5)
    mock.timers.tick(60)
    await asked[1].fail('The table cannot be reached.')
    assert.deepEqual([film.trouble, film.number], ['Error: The table cannot be reached.', 2])
    void film.show(3)
    await asked[2].tell()
    assert.equal(film.trouble, '')
  })

  test('steps to the next entry with news, after a failure too', async () => {
    let answers = false
    film = new Film((number) => (answers ? Promise.resolve(seen(number)) : Promise.reject(new Error('no'))))
    await film.show(0)
    assert.equal(film.trouble, 'Error: no')
    answers = true
    await film.show(0)
    await film.on(1)
    assert.deepEqual([film.number, film.before], [3, 0])
    await film.on(-1)
    assert.equal(film.number, 2)
  })

  test('plays from news to news, each for a while', async () => {
    film = quick()
    await film.show(0)
    void film.play()
    const shown = []
    for (const _ of [1, 2, 3]) {
      await turns()
      shown.push(film.number)
      await turns()
      assert.equal(film.number, shown.at(-1), 'it stays')
      mock.timers.tick(900)
    }
    await turns()
    assert.deepEqual([shown, film.plays], [[3, 6, 9], false])
  })

  test('stops at once, and plays once when it is begun again', async () => {
    film = quick()
    await film.show(0)
    void film.play()
    await turns()
    void film.play()
    assert.equal(film.plays, false)
    void film.play() // before the first one has found out
    await turns()
    assert.equal(film.number, 6)
    mock.timers.tick(900)
    await turns()
    assert.equal(film.number, 9)
  })

  test('asks for nothing more when nobody looks', async () => {
    film = quick()
    await film.show(0)
    film.draw(4)
    film.leave()
    mock.timers.tick(60)
    assert.equal(asked.length, 1)
  })
})
