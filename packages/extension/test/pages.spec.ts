import type { Page } from '@playwright/test'
import { seriousFaults } from '../../../e2e/actors/accessibility.ts'
import { type ExtensionBrowser, eachBrowser, expect, type Person, test } from './harness.ts'
import { replyTo } from './told.ts'

async function openPage(extension: ExtensionBrowser, path: string): Promise<Page> {
  const page = await extension.chromium.newPage()
  await page.goto(extension.base + path)
  return page
}

const pageOf = (extension: ExtensionBrowser, file: string): Page => {
  const page = extension.chromium.pages().find((each) => each.url().includes(file))
  if (!page) throw new Error(`${file} is not open.`)
  return page
}

const settingsOf = (extension: ExtensionBrowser) =>
  extension.run(async () => (await chrome.storage.local.get('settings')).settings as Record<string, unknown>, undefined)

const bodies = async (person: Person): Promise<string[]> =>
  (await person.call('/v2/pushes?limit=50')).pushes.map(({ body }: { body?: string }) => body)

/** Collects axe violations and elements wider than the page, at several sizes. */
async function judge(page: Page, name: string, sizes: readonly (readonly [number, number])[]): Promise<string[]> {
  const faults: string[] = []
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    if (wide > width) faults.push(`${name} is ${wide} px wide in ${width}`)
    for (const fault of await seriousFaults(page)) faults.push(`${name} at ${width} × ${height}: ${fault}`)
  }
  return faults
}

// Each at 100 % and at 200 %, where half as many pixels fit.
const sizes = {
  popup: [
    [400, 600],
    [400, 300],
  ],
  options: [
    [1_000, 800],
    [390, 844],
    [320, 400],
  ],
  reply: [
    [440, 372],
    [220, 186],
  ],
} as const

test('axe finds nothing in options, reply window and sign-in, light and dark, and nothing is cut off at 200 %', async ({
  person,
  openExtension,
}) => {
  const extension = await openExtension('chromium')
  const [ann, ben] = [await person('ann'), await person('ben')]
  const faults: string[] = []
  const popup = await openPage(extension, 'popup.html')
  await popup.getByRole('textbox', { name: 'Server address' }).waitFor()
  faults.push(...(await judge(popup, 'the popup, signed out', sizes.popup)))
  await popup.close()
  const visitor = await openPage(extension, 'options.html')
  await visitor.getByRole('textbox', { name: 'Server address' }).waitFor()
  faults.push(...(await judge(visitor, 'the options, signed out', sizes.options)))
  await visitor.close()

  await ben.call('/v2/pushes', { type: 'note', body: 'Hello', email: ann.email })
  await extension.signIn(ann)
  const options = await openPage(extension, 'options.html')
  await options.getByRole('checkbox', { name: /^Ben/ }).waitFor()
  await options.getByText(ann.email).waitFor()
  faults.push(...(await judge(options, 'the options', sizes.options)))
  await ben.call('/v2/pushes', { type: 'note', body: 'Are you coming? https://example.org/', email: ann.email })
  await replyTo(extension, 'Are you coming?')
  const reply = pageOf(extension, 'reply.html')
  faults.push(...(await judge(reply, 'the reply', sizes.reply)))
  expect(faults).toEqual([])
})

test('a setting is changed and a notification is answered with the keyboard alone', async ({ person, openExtension }) => {
  const extension = await openExtension('chromium')
  const [ann, ben] = [await person('ann'), await person('ben')]
  await ben.call('/v2/pushes', { type: 'note', body: 'Hello', email: ann.email })
  await extension.signIn(ann)
  const options = await openPage(extension, 'options.html')
  await options.getByRole('checkbox', { name: /^Ben/ }).waitFor()
  await options.getByText(ann.email).waitFor()
  // Every control is a tab stop, in page order, with a visible focus.
  const reached: string[] = []
  const stop = () =>
    options.evaluate(() => {
      const found = document.activeElement as HTMLElement
      const { outlineStyle, outlineWidth } = getComputedStyle(found)
      const { top, bottom } = found.getBoundingClientRect()
      const seen = outlineStyle !== 'none' && outlineWidth !== '0px' && bottom > 0 && top < innerHeight
      // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
      const words = (found.closest('label') ?? found).innerText.trim().split('\n')[0]
      return { words: words ?? '', seen, isBody: found === document.body }
    })
  for (let count = 0; count < 40; count++) {
    await options.keyboard.press('Tab')
    const { words, seen, isBody } = await stop()
    if (isBody) break
    expect(seen, words).toBe(true)
    reached.push(words)
    if (words === 'Always attach the page I’m on') await options.keyboard.press('Space')
  }
  const all = await options.locator('a, button, input').count()
  expect(reached).toHaveLength(all)
  expect(await settingsOf(extension)).toMatchObject({ attachPage: true })

  await ben.call('/v2/pushes', { type: 'note', body: 'Are you coming?', email: ann.email })
  const tab = await replyTo(extension, 'Are you coming?')
  const reply = pageOf(extension, 'reply.html')
  await expect(reply.getByRole('textbox', { name: 'Reply to Ben' })).toBeFocused()
  await reply.keyboard.type('Yes')
  await reply.keyboard.press('Enter')
  await tab.sees('Sent.')
  await expect.poll(() => bodies(ben)).toContain('Yes')
})

test('a reply without a network is sent once there is one, once', async ({ person, server, openExtension }) => {
  const extension = await openExtension('chromium')
  const [ann, ben] = [await person('ann'), await person('ben')]
  await extension.signIn(ann)
  await ben.call('/v2/pushes', { type: 'note', body: 'Are you coming?', email: ann.email })
  const reply = await replyTo(extension, 'Are you coming?')
  await server.stop()
  const connection = async () => (await chrome.runtime.sendMessage({ kind: 'wake' })).done
  await expect.poll(() => extension.run(connection, undefined)).toBe('offline')
  await reply.fill('Reply to Ben', 'From the train')
  await reply.press('Send')
  await reply.sees('It will be sent when you’re online.')
  await server.restart()
  await extension.run(connection, undefined)
  await expect.poll(() => bodies(ben)).toEqual(['From the train', 'Are you coming?'])
})

eachBrowser('the end-to-end password is set, cleared, and forgotten at the sign-out', async ({ person, extension }) => {
  const ann = await person('ann')
  await extension.signIn(ann)
  const options = await extension.open('options.html')
  await options.sees(ann.email)
  await options.sees('This browser has no password.')
  const set = () =>
    options.evaluate(() => {
      const field = document.querySelector('input[type=password]') as HTMLInputElement
      field.value = 'four words of mine'
      field.form?.requestSubmit()
    }, undefined)
  await set()
  await options.sees('This browser has a password.')
  const field = () => options.evaluate(() => document.querySelector<HTMLInputElement>('input[type=password]')?.value, undefined)
  await expect.poll(field).toBe('')
  await options.press('Clear')
  await options.sees('This browser has no password.')
  await set()
  await options.sees('This browser has a password.')
  await options.press('Sign out')
  await options.sees('Server address')
  const kept = () => extension.run(async () => Object.keys(await chrome.storage.local.get(null)), undefined)
  await expect.poll(kept).toEqual([])
  await extension.signIn(await person('ben'))
  await options.sees('This browser has no password.')
})
