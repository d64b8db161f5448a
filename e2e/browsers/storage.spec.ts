import { storageContracts, storageTests } from '../actors/contracts.ts'
import { expect, test } from './firefox.ts'

test('local storage and the database of Firefox satisfy the contracts of storage', async ({ server, stranger }) => {
  const page = await stranger()
  // A page of the server without the app.
  await page.goto(`${server.origin}/icon.svg`)
  expect(await page.evaluate(await storageContracts())).toEqual({ count: storageTests, failed: [] })
})
