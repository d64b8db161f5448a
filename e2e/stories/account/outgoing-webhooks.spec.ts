import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { seriousFaults } from '../../actors/accessibility.ts'
import { test } from '../../actors/feeds.ts'

test('an outgoing webhook is made, sends, shows its attempts, is paused and deleted', async ({ actor }) => {
  const got: string[] = []
  const receiver = createServer((request, response) => {
    request.on('data', (piece) => got.push(String(piece))).on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

  const alice = await actor('alice')
  const page = await alice.open('/#settings/webhooks')
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await expect(page.getByText('Type an address that begins with https:// or http://.')).toBeVisible()
  await page.getByLabel('Address', { exact: true }).fill(address)
  await page.getByLabel('Name (optional)').fill('Automation')
  await page.getByLabel('Messages', { exact: true }).selectOption('Notes to yourself')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await expect(page.getByRole('status', { name: 'Secret of the signature' })).toContainText('whsec_')
  await expect(page.getByText('Notes to yourself', { exact: false }).first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await alice.call('/v2/pushes', { type: 'note', body: 'on its way' })
  await expect.poll(() => got.join('')).toContain('on its way')
  await page.getByRole('button', { name: 'Attempts of Automation' }).click()
  await expect(page.getByText(/answered 204 after/)).toBeVisible()

  await page.getByRole('button', { name: 'Pause Automation' }).click()
  await expect(page.getByRole('button', { name: 'Resume Automation' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete Automation' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  receiver.close()
})
