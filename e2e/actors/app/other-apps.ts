// Simulates the system and other apps using an installed app: sharing to it, opening files and links with it.

import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { shareSheet } from '@waypost/web/words/push/sharing'
import type { Actor } from '../actors.ts'

/** A file in the form Playwright passes to a form. */
export interface SharedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Waits until the service worker serves the window. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })
}

/** Posts a form to the address in the manifest, as a navigation, like the system's share sheet. */
export async function shareTo(page: Page, texts: Record<string, string>, files: SharedFile[] = []): Promise<void> {
  await page.evaluate((given) => {
    const form = document.createElement('form')
    Object.assign(form, { id: 'shared', method: 'post', enctype: 'multipart/form-data', action: '/share-target' })
    for (const [name, value] of Object.entries(given)) {
      const field = document.createElement('textarea')
      Object.assign(field, { name, value })
      form.append(field)
    }
    const field = document.createElement('input')
    Object.assign(field, { type: 'file', name: 'files', multiple: true })
    form.append(field)
    document.body.append(form)
  }, texts)
  await page.locator('#shared input').setInputFiles(files)
  await page.evaluate(() => document.querySelector<HTMLFormElement>('#shared')?.submit())
}

/** The shares kept in the database of the browser: the text of each, then the names of its files. */
export const keptShares = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'waypost')) return []
    const opening = indexedDB.open('waypost')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const read = opening.result.transaction('shares')
    const found = read.objectStore('shares').getAll()
    await new Promise((resolve) => read.addEventListener('complete', resolve))
    opening.result.close()
    return found.result.flatMap(({ text, files }) => [text, ...files.map(({ name }: File) => name)])
  })

/** Makes all kept shares older, by some milliseconds. */
export const ageShares = (page: Page, by: number): Promise<void> =>
  page.evaluate(async (by) => {
    const opening = indexedDB.open('waypost')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const write = opening.result.transaction('shares', 'readwrite')
    const cursors = write.objectStore('shares').openCursor()
    cursors.addEventListener('success', () => {
      const { result: cursor } = cursors
      if (!cursor) return
      cursor.update({ ...cursor.value, at: cursor.value.at - by })
      cursor.continue()
    })
    await new Promise((resolve) => write.addEventListener('complete', resolve))
    opening.result.close()
  }, by)

/** The pushes of a person, as another program reads them. */
export const pushesOf = async (person: Actor) => (await person.call('/v2/pushes')).body.pushes

/** The sheet that asks for the recipient, and a target in it. */
export const sheet = (page: Page) => page.getByRole('dialog', { name: shareSheet.heading })
export const target = (page: Page, name: string | RegExp) => sheet(page).getByRole('option', { name })

/** Sends the contents of the sheet. The sheet ignores clicks for a moment after it appears. */
export async function send(page: Page, to: RegExp): Promise<void> {
  await expect(async () => {
    if (await target(page, to).isVisible()) await target(page, to).click({ timeout: 1_000 })
    await expect(sheet(page)).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
}

/** The SHA-256 of some bytes. */
export const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A person's pushes, oldest first: type, text or name, and a hash of the bytes of files. */
export async function arrived(person: Actor, count: number) {
  await expect.poll(async () => (await pushesOf(person)).length).toBe(count)
  const sorted = (await pushesOf(person)).sort(
    (one: { created: number }, other: { created: number }) => one.created - other.created,
  )
  return Promise.all(
    sorted.map(async ({ type, title, body, url, file_name, file_url }: Record<string, string>) =>
      type === 'file'
        ? { type, file_name, bytes: hash(await (await fetch(file_url ?? '')).bytes()) }
        : { type, title, body, url },
    ),
  )
}
