import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '@waypost/server/test-server'
import { aboutWords } from '@waypost/web/words/about'
import { expect, test } from '../../actors/actors.ts'

test('SUPPORT-017 GAP-081 the about page describes this server, and shows no people unless it names them', async ({
  visitor,
  server,
}) => {
  const page = await visitor()
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.origin)) foreign.push(request.url())
  })
  const asked = page.waitForResponse('**/config/about.json')
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  await expect(page.getByText('This is Waypost at localhost')).toBeVisible()
  expect(await (await asked).json()).toEqual([])
  await expect(page.getByRole('region', { name: aboutWords.people })).toHaveCount(0)
  expect(foreign).toEqual([])
})

test('SUPPORT-018 GAP-081 the people whom the operator names are shown with their pictures, in another order at other visits', async ({
  browser,
}) => {
  const data = mkdtempSync(join(tmpdir(), 'waypost-about-'))
  const server = await startTestServer({ WAYPOST_DATA: data })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    const names = ['Ana', 'Bo', 'Cleo', 'Dai', 'Eve', 'Finn']
    writeFileSync(
      join(data, 'about.json'),
      JSON.stringify(names.map((name) => ({ name, image: '/icon.svg', about: `${name}'s work` }))),
    )
    writeFileSync(join(data, 'about.md'), '# The six of us\n\nWe look after this.')
    const page = await context.newPage()
    const orders = new Set<string>()
    for (let visit = 0; visit < 12 && orders.size < 2; visit++) {
      await page.goto('/about')
      await expect(page.getByRole('heading', { level: 1, name: 'The six of us' })).toBeVisible()
      const people = page.getByRole('region', { name: aboutWords.people }).getByRole('listitem')
      await expect(people).toHaveCount(names.length)
      await expect(page.locator('main img[data-shown]')).toHaveCount(names.length)
      const order = await people.locator('strong').allTextContents()
      expect([...order].sort()).toEqual(names)
      orders.add(order.join())
    }
    expect(orders.size).toBe(2)
  } finally {
    await context.close()
    await server.close()
    rmSync(data, { recursive: true, force: true })
  }
})
