import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Stream } from '../../client/src/verify/dice.ts'
import { entry } from '../../client/src/verify/entry.ts'
import { object } from '../../client/src/verify/json.ts'
import { order } from '../../client/src/verify/order.ts'
import { bytes, digest, hex, plain } from '../../client/src/verify/sha256.ts'
import { decimal } from '../../client/src/verify/text.ts'
import { verify } from '../../client/src/verify/verify.ts'

suite('SHA-256', () => {
  test('in plain script is that of Web Crypto', async () => {
    assert.equal(hex(plain(bytes('abc'))), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    for (let length = 0; length < 200; length++) {
      const data = Uint8Array.from({ length }, (_, i) => (i * 31 + length) % 256)
      assert.equal(hex(plain(data)), hex(await digest(data)))
    }
  })
})

suite('the dice of a seed', () => {
  test('are those of the page about records', async () => {
    const stream = new Stream('42', 0, digest)
    const drawn = []
    for (let i = 0; i < 8; i++) drawn.push((await stream.die(6)).value)
    assert.deepEqual(drawn, [1, 1, 6, 6, 4, 5, 1, 2])
  })

  test('tell their bytes, also those that were thrown away', async () => {
    const all = new Stream('42', 3, digest)
    let at = 0
    for (let i = 0; i < 100; i++) {
      const one = await all.die(i % 3 ? 200 : 1000)
      assert.equal(one.at, at)
      at += one.taken.length
      const last = one.taken.slice(-one.width).reduce((sum, byte) => sum * 256 + byte, 0)
      assert.equal(one.value, (last % (i % 3 ? 200 : 1000)) + 1)
      for (const byte of i % 3 ? one.taken.slice(0, -1) : []) assert.ok(byte >= 200)
    }
  })
})

suite('the forms of a record', () => {
  test('decimals are written as Python does', () => {
    const wanted = { 0.5: '0.5', '-2.25': '-2.25', 1e-5: '1e-05', 1.5e-7: '1.5e-07', 0.0001: '0.0001', 1e16: '1e+16', 123456789012345.6: '123456789012345.6', 1e15: '1000000000000000.0', 1.5e300: '1.5e+300', 100: '100.0' }
    for (const [number, text] of Object.entries(wanted)) assert.equal(decimal(Number(number)), text)
  })

  test('orders are read in one form only', () => {
    assert.deepEqual(order('move (3 5) () "to shore" -1.5 0'), ['move', [3, 5], [], 'to shore', -1.5, 0])
    for (const text of ['', ' a', 'a ', 'a  b', 'a( b)', '(a', 'a)', '"bare"', '1.0', '-0', '01', '1e5', '9e999', '9999999999999', '"\\u0041 b"', '"half \\ud800"', 'ü', '(((((((( ))))))))', 'a (b) c)']) assert.throws(() => order(text), undefined, text)
    order('a (((((((b)))))))')
    assert.throws(() => order('a ((((((((b))))))))'))
  })

  test('JSON is read in one form only', () => {
    assert.deepEqual(object('{"a":[1,-2.5,{}],"b":"é\\n","🂡":null}'), { a: [1, -2.5, {}], b: 'é\n', '🂡': null })
    for (const text of ['[]', '{"b":1,"a":1}', '{"a":1,"a":1}', '{"a": 1}', '{"a":1.50}', '{"a":1e5}', '{"a":-0}', '{"a":"\\u00e9"}', '{"a":NaN}', '{"🂡":1,"ｱ":2}', '{"a":1}x', '{"a":"\\ud800"}']) assert.throws(() => object(text), undefined, text)
  })

  test('entries are known by their form', () => {
    assert.deepEqual(entry('- d37 12'), { kind: 'die', side: '-', faces: 37, value: 12 })
    assert.equal(entry('reds/anna > reveal 4').seat, 'anna')
    assert.equal(entry(`! undo 4 (referee) "1${'0'.repeat(63)}"`).hash.length, 64)
    for (const text of ['reds d6 7', 'reds d0 0', '! undo 4', '! undo (4) 4', '! end () 5', '! nothing', '! "note" x', '! toString x', 'reds >', '! note "a" "b"', '! force reds () why']) assert.throws(() => entry(text), undefined, text)
  })
})

suite('what is no record', () => {
  for (const [name, given] of Object.entries({ nothing: '', text: 'To be, or not to be', half: '\ud800', 'other bytes': Uint8Array.of(255, 254, 0) })) {
    test(`${name}: is bad, and nothing more is said`, async () => {
      const { findings } = await verify(given)
      assert.deepEqual(findings.map((one) => [one.name, one.verdict]), [['chain', 'bad']])
    })
  }
})
