import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { outgoingWebhooks } from '@waypost/web/words/settings'
import { seriousFaults } from '../../actors/accessibility.ts'
import { test } from '../../actors/feeds.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('an outgoing webhook is made, sends, shows its attempts, is paused and deleted', async ({ actor }) => {
  const got: string[] = []
  const receiver = createServer((request, response) => {
    request.on('data', (piece) => got.push(String(piece))).on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

  const alice = await actor('alice')
  const page = await alice.open('/#settings/webhooks')
  await expect(page.getByText(outgoingWebhooks.empty)).toBeVisible()
  await page.getByRole('button', { name: outgoingWebhooks.create }).click()
  await expect(page.getByText(outgoingWebhooks.needed)).toBeVisible()
  await page.getByLabel(outgoingWebhooks.url, { exact: true }).fill(address)
  await page.getByLabel(outgoingWebhooks.name).fill('Automation')
  await page.getByLabel(outgoingWebhooks.sent, { exact: true }).selectOption(outgoingWebhooks.self)
  await page.getByRole('button', { name: outgoingWebhooks.create }).click()
  await expect(page.getByRole('status', { name: outgoingWebhooks.secret })).toContainText('whsec_')
  await expect(page.getByText(outgoingWebhooks.self, { exact: false }).first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await alice.call('/v2/pushes', { type: 'note', body: 'on its way' })
  await expect.poll(() => got.join('')).toContain('on its way')
  await page.getByRole('button', { name: sentence(outgoingWebhooks.attemptsOf, { name: 'Automation' }) }).click()
  await expect(page.getByText(/answered 204 in/)).toBeVisible()

  await page.getByRole('button', { name: sentence(outgoingWebhooks.pauseThis, { name: 'Automation' }) }).click()
  await expect(page.getByRole('button', { name: sentence(outgoingWebhooks.resumeThis, { name: 'Automation' }) })).toBeVisible()
  await page.getByRole('button', { name: 'Delete Automation' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(outgoingWebhooks.empty)).toBeVisible()
  receiver.close()
})
