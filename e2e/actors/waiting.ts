// Messages and files that wait in a browser until it is online.

import type { BrowserContext } from '@playwright/test'
import { type Actor, composer, expect, history, type Page, say, sendChosen } from './actors.ts'
import { storedIn } from './database.ts'

type Caller = Pick<Actor, 'call'>

/** Takes a browser offline. On a busy machine a request right after that would still get through, so it waits until none does. */
export async function goOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  const reaches = (page: Page) => page.evaluate(() => fetch('/healthz').then(Boolean, () => false))
  for (const page of context.pages()) if (page.url().startsWith('http')) await expect.poll(() => reaches(page)).toBe(false)
}

/** Closes an offline page. It leaves the app first, because a browser that closes a page puts it back online while it still runs. */
export async function closeOffline(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.close()
}

export const pushesOf = async (actor: Caller) =>
  (await actor.call('/v2/pushes?limit=100')).body.pushes as Record<string, string>[]
const bytes = (first: number) => Buffer.from(Array.from({ length: 5_000 }, (_, index) => (first + index * 7) % 256))
const files = [
  { name: 'first.bin', mimeType: 'application/x-first', buffer: bytes(1) },
  { name: 'second.bin', mimeType: '', buffer: bytes(2) },
]

/** Chooses two files with the attach button. */
export async function attachTwo(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles(files)
  await sendChosen(page)
}

/** Waits until a window has opened its database, and loaded the dialog that asks before files are sent. */
export async function openStored(page: Page): Promise<Page> {
  await expect(composer(page)).toBeVisible()
  await expect.poll(async () => (await storedIn(page)).texts).toContain('worker')
  const loaded = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/FilesDialog-'))
  await expect.poll(() => page.evaluate(loaded)).toBe(true)
  return page
}

/** How many messages and files are queued in the database. */
export const waitingIn = async (page: Page) => {
  const { texts, files } = await storedIn(page)
  return [texts.filter((key) => key.startsWith('outbox.')).length, files.length]
}

const words = [...Array.from({ length: 8 }, (_, index) => `note ${index}`), ...files.map(({ name }) => name)]

/** Expects the items written by `writeAway` in both boxes, once each. */
export async function expectArrived(alice: Caller, bob: Caller): Promise<void> {
  await expect.poll(async () => (await pushesOf(bob)).length).toBe(10)
  for (const actor of [alice, bob])
    expect((await pushesOf(actor)).map(({ body, file_name }) => body ?? file_name).reverse()).toEqual(words)
  for (const { name, buffer } of files) {
    const push = (await pushesOf(bob)).find(({ file_name }) => file_name === name)
    const found = await fetch(push?.file_url ?? '')
    expect(Buffer.from(await found.arrayBuffer()).equals(buffer)).toBe(true)
  }
}

/** Writes ten messages offline, two of them files, and waits until they are stored. */
export async function writeAway(page: Page): Promise<void> {
  for (let index = 0; index < 8; index++) await say(page, `note ${index}`)
  await attachTwo(page)
  await expect(history(page).getByRole('article')).toHaveCount(10)
  await expect.poll(() => waitingIn(page)).toEqual([10, 2])
  // Entries in local storage are only on their way to the database.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('outbox.')))).toEqual([])
  await composer(page).fill('not sent yet')
}
