import { expect, test } from '../../actors/actors.ts'
import { storageContracts, storageTests } from '../../actors/contracts.ts'

test('SYNC-012 SYNC-013 local storage and the database of Chromium satisfy the contracts of storage', async ({ visitor }) => {
  const page = await visitor()
  // A page of the server without the app.
  await page.goto('/icon.svg')
  expect(await page.evaluate(await storageContracts())).toEqual({ count: storageTests, failed: [] })
})
