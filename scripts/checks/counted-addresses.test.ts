import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countedAddresses } from './counted-addresses.ts'
import { projectWith } from './test-project.ts'

const found = (code: string, file = 'support/calls.ts') =>
  countedAddresses(projectWith({ [`packages/server/src/${file}`]: code }))

test.each([
  ['starts.take(address)'],
  ['starts.take(context.address)'],
  ['starts.take(request.ip)'],
  [`tx.lock(\`sign-up \${address}\`)`],
  [`await countToday(jobs, tx, \`report from \${context.address}\`, limit)`],
])('%s is refused', (code) => {
  expect(found(code)).toEqual([expect.stringContaining('support/calls.ts:1: count by the network')])
  expect(found(code, 'support/calls.test.ts')).toEqual([])
})

test.each([
  ['starts.take(network)'],
  ['starts.take(addressKey(request.ip))'],
  ['guesses.take(account, address)'],
  [`tx.lock(\`address \${email}\`)`],
])('%s is not', (code) => {
  expect(found(code)).toEqual([])
})

test('nothing in the server is counted by an address', () => {
  expect(countedAddresses(join(import.meta.dirname, '../..'))).toEqual([])
})
