import { textMessages, textStates } from '@waypost/web/words/sms'
import { expect, history, test } from '../../actors/actors.ts'
import { bubble, connectPhone, dana, eli, incoming, openDana, reply, threads, title, withDana } from '../../actors/phone.ts'
import { refuse } from '../../actors/refuse-requests.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('pictures of a message are shown, also inline ones; nothing else counts as a picture', async ({ actor }) => {
  const alice = await actor('alice')
  const phone = await connectPhone(alice)
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const hostile = ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'data:image/svg+xml;base64,AAAA']
  await phone.keep([{ id: '7', recipients: [dana], messages: [{ ...incoming(1, 3, 'Look'), image_urls: [pixel, ...hostile] }] }])
  const page = await alice.open(`/#sms/${phone.iden}/7`)
  const shown = bubble(page, 'Look').locator('img')
  await expect(shown).toHaveCount(1)
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
})

test('TEXT-005 a bubble is at most 500 wide, and 100 less than the pane', async ({ actor }) => {
  const alice = await actor('alice')
  const phone = await connectPhone(alice)
  await phone.keep([
    { id: '7', recipients: [dana], messages: [incoming(1, 1, 'word '.repeat(80)), incoming(2, 0, 'w'.repeat(400))] },
  ])
  const page = await alice.open(`/#sms/${phone.iden}/7`)
  const long = bubble(page, 'word word').locator('p').first().locator('..')
  await expect(long).toBeVisible()
  for (const width of [1280, 900, 768]) {
    await page.setViewportSize({ width, height: 800 })
    const tooWide = async () => {
      const main = await page.getByRole('main').evaluate((element) => element.clientWidth)
      return ((await long.boundingBox())?.width ?? Number.NaN) - Math.min(500, main - 100)
    }
    await expect.poll(tooWide).toBeLessThanOrEqual(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('a long conversation shows its end first, and nothing moves while the user reads above', async ({ actor }) => {
  const alice = await actor('alice')
  const phone = await connectPhone(alice)
  const messages = Array.from({ length: 300 }, (_, index) => incoming(index, 400 - index, `message ${index}`))
  await phone.keep([{ id: '7', recipients: [dana], messages }])
  const page = await alice.open(`/#sms/${phone.iden}/7`)
  await expect(history(page).getByText('message 299', { exact: true })).toBeInViewport()
  await expect(history(page).getByRole('article')).toHaveCount(60)
  const region = page.getByRole('region', { name: sentence(textMessages.region, { name: 'Dana' }) })
  const first = history(page).getByText('message 240', { exact: true })
  // While the page measures what it has drawn, it still follows its end.
  await expect(async () => {
    await region.evaluate((element) => element.scrollTo({ top: 0 }))
    await expect(first).toBeInViewport({ timeout: 1_000 })
  }).toPass()
  const before = await first.boundingBox()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(history(page).getByRole('article')).toHaveCount(120)
  const after = await first.boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1)

  await phone.keep([{ id: '7', recipients: [dana], messages: [...messages, incoming(300, 0, 'The latest')] }])
  await phone.tell()
  const pill = page.getByRole('button', { name: '1 new', exact: true })
  await expect(pill).toBeVisible()
  await expect(history(page).getByRole('article')).toHaveCount(121)
  const still = await first.boundingBox()
  expect(Math.abs((still?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1)
  await pill.click()
  await expect(bubble(page, 'The latest')).toBeInViewport()
  await expect(pill).toHaveCount(0)
})

test('in a text conversation Tab stops at the latest or last focused message, and keys move between messages', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const phone = await connectPhone(alice)
  const words = ['one', 'two', 'three', 'four', 'five']
  await phone.keep([{ id: '7', recipients: [dana], messages: words.map((body, index) => incoming(index, 9 - index, body)) }])
  const page = await alice.open(`/#sms/${phone.iden}/7`)
  await expect(bubble(page, 'five')).toBeVisible()
  const region = page.getByRole('region', { name: sentence(textMessages.region, { name: 'Dana' }) })
  const steps = [
    ['Tab', 'five'],
    ['ArrowUp', 'four'],
    ['PageUp', 'three'],
    ['ArrowUp', 'two'],
    ['ArrowDown', 'three'],
    ['PageDown', 'four'],
    ['Home', 'one'],
    ['ArrowUp', 'one'],
    ['End', 'five'],
    ['ArrowDown', 'five'],
    ['ArrowUp', 'four'],
    ['Control+ArrowUp', 'four'],
    ['Shift+Tab', undefined],
    ['Tab', 'four'],
  ] as const
  await region.focus()
  for (const [key, focused] of steps) {
    await page.keyboard.press(key)
    await expect(focused ? bubble(page, focused) : region, key).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(reply(page)).toBeFocused()
})

test('Alt and the arrows open the neighbour in the list, except while typing', async ({ actor }) => {
  const alice = await actor('alice')
  const phone = await connectPhone(alice)
  await phone.keep([
    { id: '7', recipients: [dana], messages: [incoming(2, 3, 'On the bus')] },
    { id: '8', recipients: [eli], messages: [incoming(9, 60, 'See you')] },
  ])
  const page = await openDana(alice, phone)
  await page.keyboard.press('Alt+ArrowDown')
  await expect(title(page)).toHaveText('Eli')
  // There is none below the last conversation.
  await page.keyboard.press('Alt+ArrowDown')
  await expect(title(page)).toHaveText('Eli')
  await reply(page).fill('Wait')
  await reply(page).press('Alt+ArrowUp')
  await expect(title(page)).toHaveText('Eli')
  await reply(page).fill('')
  await reply(page).press('Alt+ArrowUp')
  await expect(title(page)).toHaveText('Dana')
})

test('of a phone with many conversations the list shows a hundred, and the others on demand', async ({ actor }) => {
  const alice = await actor('alice')
  const phone = await connectPhone(alice)
  const data = {
    threads: Array.from({ length: 103 }, (_, at) => ({
      id: String(at + 1),
      recipients: [{ name: `Number ${at + 1}`, address: `+1 555 010 ${1_000 + at}` }],
      latest: incoming(at + 1, at + 1, 'See you'),
    })),
  }
  expect((await alice.call('/v3/set-permanent', { key: `${phone.iden}_threads`, data })).status).toBe(200)
  const page = await alice.open(`/#sms/${phone.iden}/1`)
  await expect(threads(page)).toHaveCount(100)
  await page.getByRole('button', { name: 'Show 3 more' }).click()
  await expect(threads(page)).toHaveCount(103)
  await expect(threads(page).last()).toContainText('Number 103')
  await expect(page.getByRole('button', { name: /^Show / })).toHaveCount(0)
})

test('the address of a conversation that the phone does not have says so, and leads back', async ({ actor }) => {
  const alice = await actor('alice')
  const phone = await withDana(alice)
  const page = await alice.open(`/#sms/${phone.iden}/99`)
  await expect(title(page)).toHaveText(textStates.gone)
  await page.getByRole('link', { name: textStates.back }).click()
  await expect(title(page)).toHaveText('Dana')
})

test('conversations that did not load say why, and are loaded again', async ({ actor }) => {
  const alice = await actor('alice')
  const phone = await withDana(alice)
  const page = await alice.open('about:blank')
  const takeAgain = await refuse(page, `**/v2/permanents/${phone.iden}_threads*`)
  await page.goto(`/#sms/${phone.iden}`)
  await expect(title(page)).toHaveText(textStates.failed)
  await expect(page.getByRole('main').getByText('Not today.')).toBeVisible()
  await takeAgain()
  await page.getByRole('main').getByRole('button', { name: textStates.retry }).click()
  await expect(title(page)).toHaveText('Dana')
})
