import { seriousFaults } from '../../../e2e/actors/accessibility.ts'
import { type ExtensionBrowser, eachBrowser, expect, type Person, test } from './harness.ts'
import { pressIcon } from './popup-of-icon.ts'
import type { Tab } from './stage.ts'

const me = '[data-ref="people/me"]'
const rowOf = ({ email }: Person) => `[data-ref="people/${email}"]`

async function press(tab: Tab, selector: string): Promise<void> {
  await expect.poll(() => tab.evaluate((wanted) => Boolean(document.querySelector(wanted)), selector)).toBe(true)
  await tab.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector)
}

async function send(tab: Tab, words: string): Promise<void> {
  await expect.poll(() => tab.evaluate(() => Boolean(document.querySelector('textarea')), undefined)).toBe(true)
  await tab.evaluate((text) => {
    const field = document.querySelector('textarea') as HTMLTextAreaElement
    field.value = text
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }, words)
  await expect
    .poll(() => tab.evaluate(() => document.querySelector('.send')?.getAttribute('aria-disabled'), undefined))
    .toBe('false')
  await tab.evaluate(() => {
    const field = document.querySelector('textarea')
    field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  }, undefined)
}

const bodies = async (person: Person): Promise<string[]> =>
  (await person.call('/v2/pushes?limit=50')).pushes.map(({ body }: { body?: string }) => body)

const text = (tab: Tab, selector: string) =>
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
  tab.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.innerText ?? '', selector)

async function popupOf(extension: ExtensionBrowser): Promise<Tab> {
  const popup = await extension.open('popup.html')
  if (extension.kind === 'chromium') await popup.look({ width: 400, height: 600 })
  await popup.sees('Me')
  return popup
}

eachBrowser('the popup lists conversations with their last messages, and opening one reads it', async ({ person, extension }) => {
  const [ann, ben] = [await person('ann'), await person('ben')]
  await extension.signIn(ann)
  await ben.call('/v2/pushes', { type: 'note', body: 'Are you coming?', email: ann.email })
  await ben.call('/v2/pushes', { type: 'link', title: 'Soup', url: 'https://example.org/soup', email: ann.email })
  const popup = await popupOf(extension)
  await expect.poll(() => text(popup, rowOf(ben))).toMatch(/Ben[\s\S]*Soup[\s\S]*2/)

  await press(popup, rowOf(ben))
  await popup.sees('Are you coming?')
  await popup.sees('example.org')
  // Read on every device: the server has dismissed all unread pushes.
  const dismissed = async () => (await ann.call('/v2/pushes')).pushes.map((push: { dismissed?: boolean }) => push.dismissed)
  await expect.poll(dismissed).toEqual([true, true])
  await press(popup, '[aria-label="All conversations"]')
  await expect.poll(() => text(popup, `${rowOf(ben)} .count`)).toBe('')
})

eachBrowser(
  'what is written without a network is sent after a restart of the browser, once',
  async ({ person, server, extension }) => {
    const [ann, ben] = [await person('ann'), await person('ben')]
    await extension.signIn(ann)
    await ben.call('/v2/pushes', { type: 'note', body: 'Hello', email: ann.email })
    const popup = await popupOf(extension)
    await press(popup, rowOf(ben))
    await popup.sees('Hello')
    await server.stop()
    await popup.sees('You’re offline. What you send will be sent when you’re back.')
    await send(popup, 'from the cellar')
    await popup.sees('Will be sent when you’re back online')
    await popup.close()
    await extension.stop()

    await server.restart()
    await extension.startAlone()
    await expect.poll(() => bodies(ben)).toEqual(['from the cellar', 'Hello'])
  },
)

eachBrowser('a dropped file and words are sent although the popup closes at once', async ({ person, server, extension }) => {
  const ann = await person('ann')
  await extension.signIn(ann)
  const popup = await popupOf(extension)
  await press(popup, me)
  await expect.poll(() => popup.evaluate(() => Boolean(document.querySelector('textarea')), undefined)).toBe(true)
  await popup.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'.repeat(3_000_000)], 'soup.txt', { type: 'text/plain' }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, undefined)
  await popup.sees('soup.txt')
  await send(popup, 'the recipe')
  // The background has the file once the message appears in the conversation.
  await expect.poll(() => text(popup, '.feed')).toContain('soup.txt')
  await popup.close()
  await expect.poll(async () => (await ann.call('/v2/pushes')).pushes.length).toBe(1)
  const [push] = (await ann.call('/v2/pushes')).pushes
  expect(push).toMatchObject({ type: 'file', file_name: 'soup.txt', body: 'the recipe', file_size: 3_000_000 })
  expect((await (await fetch(push.file_url)).text()).length).toBe(3_000_000)
  expect(push.file_url).toContain(server.origin)
})

eachBrowser('a list is ticked, a message is deleted, and that can be undone', async ({ person, extension }) => {
  const [ann, ben] = [await person('ann'), await person('ben')]
  await extension.signIn(ann)
  await ben.call('/v2/pushes', { type: 'list', title: 'Buy', items: ['Leek', 'Cream'], email: ann.email })
  const popup = await popupOf(extension)
  await press(popup, rowOf(ben))
  await popup.sees('Leek')
  await press(popup, '.list input')
  const items = async () => (await ann.call('/v2/pushes')).pushes.flatMap((push: { items?: unknown }) => push.items ?? [])
  await expect.poll(items).toEqual([
    { checked: true, text: 'Leek' },
    { checked: false, text: 'Cream' },
  ])
  await press(popup, '[aria-label="Delete"]')
  await popup.sees('Deleted')
  await popup.sawGo('Leek')
  await press(popup, '.told button')
  await popup.sees('Leek')
})

eachBrowser('a push that the server refuses says why, and can be discarded', async ({ person, extension }) => {
  const ann = await person('ann')
  await extension.signIn(ann)
  const popup = await popupOf(extension)
  await press(popup, me)
  await send(popup, 'x'.repeat(140_000))
  await popup.sees('Not sent:')
  await popup.sees('Try again')
  await press(popup, '[aria-label="Discard"]')
  await popup.sawGo('Not sent:')
  expect(await bodies(ann)).toEqual([])
})

eachBrowser('names and texts of others are text, and only addresses of the web are links', async ({ person, extension }) => {
  const [ann, ben] = [await person('ann'), await person('ben')]
  await extension.signIn(ann)
  const script = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>'
  await ben.call('/v2/users/me', { name: script }).catch(() => {})
  await ben.call('/v2/pushes', { type: 'note', title: script, body: `${script} javascript:alert(1)`, email: ann.email })
  await ben.call('/v2/pushes', { type: 'link', title: script, url: 'javascript:alert(1)', email: ann.email })
  const popup = await popupOf(extension)
  await press(popup, rowOf(ben))
  await popup.sees('javascript:alert(1)')
  await popup.sees('<script>')
  const found = await popup.evaluate(
    () => ({
      pictures: document.querySelectorAll('.feed img, .feed script').length,
      links: [...document.querySelectorAll('a')].map(({ protocol }) => protocol).filter((each) => !/^https?:$/.test(each)),
      title: document.title,
    }),
    undefined,
  )
  expect(found).toEqual({ pictures: 0, links: [], title: 'Waypost' })
})

test('the popup is used with the keyboard alone', async ({ person, openExtension }) => {
  const extension = await openExtension('chromium')
  const [ann, ben] = [await person('ann'), await person('ben')]
  await extension.signIn(ann)
  await ben.call('/v2/pushes', { type: 'note', body: 'Hello', email: ann.email })
  await popupOf(extension)
  const page = extension.chromium.pages().find((each) => each.url().endsWith('popup.html'))
  if (!page) throw new Error('There is no popup.')
  await page.getByRole('button', { name: /^Ben/ }).waitFor()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('be')
  await expect(page.getByRole('button', { name: /^Me/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: /^Me/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Message to Ben' })).toBeFocused()
  await page.keyboard.type('Hi')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Ben')
  await page.keyboard.press('Enter')
  await expect.poll(() => bodies(ben)).toEqual(['Hi\nBen', 'Hello'])
  await expect(page.getByRole('textbox')).toHaveValue('')

  // The messages are one tab stop, their buttons the next ones.
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('article', { name: /Hi Ben/ })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('article', { name: /Hello/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('article', { name: /Hello/ }).getByRole('button', { name: 'Copy' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Ben/ })).toBeFocused()
})

test('older messages come by scrolling, and what is looked at stays in its place', async ({ person, openExtension }) => {
  const extension = await openExtension('chromium')
  const [ann, ben] = [await person('ann'), await person('ben')]
  for (let count = 1; count <= 120; count++)
    await ben.call('/v2/pushes', { type: 'note', body: `number ${count}`, email: ann.email })
  await extension.signIn(ann)
  const popup = await popupOf(extension)
  await press(popup, rowOf(ben))
  const page = extension.chromium.pages().find((each) => each.url().includes('popup.html'))
  if (!page) throw new Error('There is no popup.')
  const feed = page.getByRole('feed')
  await expect(feed.getByText('number 120', { exact: true })).toBeVisible()
  await expect(feed.getByText('number 1', { exact: true })).toHaveCount(0)
  for (let step = 0; step < 60 && (await feed.getByText('number 1', { exact: true }).count()) === 0; step++) {
    const before = await page.locator('main').evaluate((pane) => {
      pane.scrollTop = 0
      pane.dispatchEvent(new Event('scroll'))
      return pane.querySelectorAll('article').length
    })
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(before)
    // The view stayed in place: the top is above it now.
    expect(await page.locator('main').evaluate((pane) => pane.scrollTop)).toBeGreaterThan(0)
  }
  await expect(feed.getByText('number 1', { exact: true })).toHaveCount(1)
  await expect(page.getByText('Your conversation with Ben starts here')).toBeAttached()
})

test('the popup of the icon attaches page, selected text and a picture of the page', async ({ person, openExtension, host }) => {
  const extension = await openExtension('chromium')
  const ann = await person('ann')
  await extension.signIn(ann)
  const address = await host('<h1 style="background:#0a0">Soup</h1><p id="p">boil it</p>')
  const page = await extension.chromium.newPage()
  await page.goto(address)
  await page.evaluate(() => getSelection()?.selectAllChildren(document.getElementById('p') as HTMLElement))
  await page.bringToFront()
  const popup = await pressIcon(extension.chromium, new URL(extension.base).host, address)
  const pressIn = async (expression: string) => {
    await popup.until(expression)
    await popup.evaluate(`${expression}.click()`)
  }
  const attach = async (label: string) => {
    await pressIn(`document.querySelector('button[aria-label=Attach]')`)
    await pressIn(
      `[...document.querySelectorAll('[role=menu] button')].find((each) => each.textContent === ${JSON.stringify(label)})`,
    )
  }
  await pressIn(`document.querySelector('${me}')`)
  await attach('This page')
  await popup.until(`document.querySelector('.attached')?.textContent.includes('Somebody else')`)
  await attach('The selected text')
  await popup.until(`document.querySelector('textarea').value === 'boil it'`)
  await attach('A picture of this page')
  await popup.until(`document.querySelectorAll('.attached li').length === 2`)
  await pressIn(`document.querySelector('form button[type=submit]')`)
  await expect.poll(async () => (await ann.call('/v2/pushes')).pushes.length).toBe(2)
  const { pushes } = await ann.call('/v2/pushes')
  expect(pushes).toMatchObject([
    { type: 'file', file_type: 'image/png', file_name: expect.stringMatching(/^Page 20[\d-]+ [\d.]+\.png$/) },
    { type: 'link', url: address, title: 'Somebody else', body: 'boil it' },
  ])
  expect(pushes[0].image_width).toBeGreaterThan(300)

  await attach('Always attach the page I’m on')
  await popup.until(`document.querySelectorAll('.attached li').length === 1`)
  await popup.close()
  const again = await pressIcon(extension.chromium, new URL(extension.base).host, address)
  await again.until(`document.querySelector('${me}')`)
  await again.evaluate(`document.querySelector('${me}').click()`)
  await again.until(`document.querySelector('.attached')?.textContent.includes('Somebody else')`)
})

test('axe finds nothing in the popup, at 400 and 390 px, light and dark, and at 200 %', async ({ person, openExtension }) => {
  const extension = await openExtension('chromium')
  const [ann, ben, cleo] = [await person('ann'), await person('ben'), await person('cleo')]
  await extension.signIn(ann)
  const to = { email: ann.email }
  await ann.call('/v2/devices', { nickname: 'Phone', type: 'android', icon: 'phone' })
  await cleo.call('/v2/pushes', { type: 'note', body: 'Hello', ...to })
  for (const push of [
    { type: 'note', title: 'Friday', body: 'At mine: https://example.org/' },
    { type: 'list', title: 'Buy', items: ['Leek'] },
    { type: 'address', name: 'At mine', address: '12 Long Road' },
    { type: 'file', file_name: 'menu.pdf', file_type: 'application/pdf', file_url: 'https://example.org/menu.pdf' },
    { type: 'link', title: 'Soup', url: 'https://example.org/soup', body: 'This one' },
  ])
    await ben.call('/v2/pushes', { ...push, ...to })
  await ann.call('/v2/pushes', { type: 'link', title: 'Bread', url: 'https://example.org/bread', email: ben.email })
  await popupOf(extension)
  const page = extension.chromium.pages().find((each) => each.url().endsWith('popup.html'))
  if (!page) throw new Error('There is no popup.')
  const faults: string[] = []
  const judge = async (state: string) => {
    // At 200 % a popup of 400 × 600 px has half of each.
    for (const [width, height] of [
      [400, 600],
      [390, 844],
      [400, 300],
    ] as const) {
      await page.setViewportSize({ width, height })
      const wide = await page.evaluate(() => document.querySelector('.popup')?.scrollWidth)
      if (wide !== width) faults.push(`${state} is ${wide} px wide in ${width}`)
      for (const fault of await seriousFaults(page)) faults.push(`${state} at ${width} × ${height}: ${fault}`)
    }
  }
  await page.getByRole('button', { name: /^Cleo/ }).waitFor()
  await judge('the list')
  await page.getByRole('searchbox').fill('nobody')
  await judge('a search in vain')
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: /^Ben/ }).click()
  await page.getByText('Bread').waitFor()
  await judge('a conversation')
  await page.getByRole('button', { name: 'Attach' }).click()
  await judge('the menu')
  await page.keyboard.press('Escape')
  await page.setInputFiles('input[type=file]', [{ name: 'soup.txt', mimeType: 'text/plain', buffer: Buffer.from('soup') }])
  await page.getByRole('button', { name: 'Remove soup.txt' }).waitFor()
  await judge('a file')
  expect(faults).toEqual([])
})
