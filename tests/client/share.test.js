// Addresses that lead nowhere from another computer.
import assert from 'node:assert/strict'
import test from 'node:test'
import { isOwn } from '../../client/src/share.ts'

test('addresses of this computer alone are known', () => {
  for (const own of ['localhost', 'table.localhost', '127.0.0.1', '127.0.1.1', '[::1]']) assert.ok(isOwn(own), own)
  for (const other of ['192.168.0.7', 'tower', 'battles.example.org', '127.0.0.1.example.org', 'localhost.example.org']) assert.ok(!isOwn(other), other)
})
