import { sourceWebhook } from '@waypost/web/words/source'
import { expect, test } from '../../actors/actors.ts'

test('the last payload of a webhook is tried with own templates beside it, and the format is saved', async ({
  actor,
  server,
}) => {
  const ann = await actor('ann')
  const { iden, ntfy_token } = (await ann.call('/v2/sources', { name: 'Boiler' })).body
  const page = await ann.open(`/#sources/${iden}/settings`)
  const webhook = page.getByRole('region', { name: sourceWebhook.title })
  await webhook.getByRole('button', { name: sourceWebhook.try }).click()
  await expect(webhook.getByText('No payload received yet.')).toBeVisible()
  const sent = await fetch(`${server.origin}/v3/hooks/${ntfy_token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ part: 'Burner', degrees: 71 }),
  })
  expect(sent.ok).toBe(true)
  await webhook.getByRole('combobox', { name: sourceWebhook.format }).selectOption(sourceWebhook.templates)
  await webhook.getByRole('textbox', { name: sourceWebhook.forTitle }).fill('{{ part }} is hot')
  await webhook.getByRole('textbox', { name: sourceWebhook.forBody }).fill('{{ degrees }} degrees')
  await webhook.getByRole('button', { name: sourceWebhook.try }).click()
  await expect(webhook.getByText('"degrees": 71')).toBeVisible()
  await expect(webhook.getByText('Burner is hot')).toBeVisible()
  await expect(webhook.getByText('71 degrees')).toBeVisible()
  await webhook.getByRole('textbox', { name: sourceWebhook.forTitle }).fill('{{ part')
  await webhook.getByRole('button', { name: sourceWebhook.try }).click()
  await expect(webhook.getByText('Burner is hot')).toHaveCount(0)
  await webhook.getByRole('textbox', { name: sourceWebhook.forTitle }).fill('{{ part }} is hot')
  await webhook.getByLabel(sourceWebhook.secret).fill('a secret')
  await webhook.getByRole('button', { name: 'Save' }).click()
  await expect(webhook.getByText(sourceWebhook.saved, { exact: true })).toBeVisible()
  await expect(webhook.getByText('A secret is set.')).toBeVisible()
  const [saved] = (await ann.call('/v2/sources')).body.sources
  expect(saved).toMatchObject({
    webhook: { title: '{{ part }} is hot', body: '{{ degrees }} degrees' },
    has_webhook_secret: true,
  })
})
