import { supportStrip } from '@waypost/web/words/page'
import { remoteFolder, remoteFolderBar, remoteHeader, remoteQueue } from '@waypost/web/words/remote-files'
import { expect, test } from '../../actors/actors.ts'
import { entryOf as entry, file, files, heading, home, queue, remoteDevice } from '../../actors/remote-device.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('FILES-001 FILES-007 FILES-008 FILES-009 FILES-011 FILES-012 (deviates) FILES-013 folders open, go up, and show as a list, or as a grid where most files are pictures', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const laptop = await remoteDevice(server.origin, alice, home)
  const page = await alice.open(`/#remotefiles/${laptop.iden}`)
  await expect(heading(page, 'Home')).toBeVisible()
  const names = (name: string) => files(page, name).getByRole('listitem').locator('[dir=auto]').allTextContents()
  await expect.poll(() => names('Home')).toEqual(['Backup', 'Empty', 'Pictures', 'b.pdf'])
  const up = page.getByRole('button', { name: remoteHeader.up })
  await expect(up).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('radio', { name: remoteHeader.list })).toBeChecked()
  await expect(entry(page, 'b.pdf')).toHaveText(/^b\.pdf2\.1MMar 12, 2026$/)
  await entry(page, 'Pictures').click()
  await expect(heading(page, 'Pictures')).toBeVisible()
  await expect(page.getByRole('radio', { name: remoteHeader.grid })).toBeChecked()
  const picture = entry(page, 'Trips').locator('svg')
  expect(await picture.boundingBox()).toMatchObject({ width: 40, height: 40 })
  await page.getByRole('radio', { name: remoteHeader.list }).check({ force: true })
  await expect.poll(() => picture.boundingBox()).toMatchObject({ width: 20, height: 20 })
  await expect(entry(page, 'a.jpg')).toContainText('2.1M')
  await expect(entry(page, 'notes.txt')).toContainText('1.5K')
  await expect(entry(page, 'c.png')).toContainText('312b')
  await expect(page).toHaveURL(new RegExp(`#remotefiles/${laptop.iden}/~/Pictures$`))
  await entry(page, 'Trips').click()
  await expect(page.getByText('No files', { exact: true })).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: remoteHeader.folders }).getByRole('link')
  expect(await crumbs.allTextContents()).toEqual(['Home', 'Pictures'])
  // The folder is in the address: a reload stays there, and Back goes up.
  await page.reload()
  await expect(heading(page, 'Trips')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Pictures')).toBeVisible()
  await expect(entry(page, 'a.jpg')).toBeVisible()
  await page.goForward()
  await expect(heading(page, 'Trips')).toBeVisible()
  await up.click()
  await expect(heading(page, 'Pictures')).toBeVisible()
  await crumbs.filter({ hasText: 'Home' }).click()
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(entry(page, 'Pictures')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('radio', { name: remoteHeader.list })).toBeChecked()
  // A folder that no longer exists is reported over the open one, and can be requested again.
  await entry(page, 'Backup').click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Couldn’t open Backup. There is no such file or folder here.')
  await expect(entry(page, 'b.pdf')).toBeVisible()
  const askedForBackup = () => laptop.requests.filter((asked) => asked.endsWith('~/Backup')).length
  expect(askedForBackup()).toBe(1)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(askedForBackup).toBe(2)
  await page.reload()
  await expect(alert).toContainText('There is no such file or folder here.')
  expect(askedForBackup()).toBe(3)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(askedForBackup).toBe(4)
  await up.click()
  await expect(entry(page, 'b.pdf')).toBeVisible()
  laptop.close()
})

test('FILES-012 (deviates) FILES-014 FILES-016 in a grid the arrow keys move in two axes, letters jump, Backspace goes up, and pictures appear', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const many = Array.from({ length: 20 }, (_, index) => file(`~/Pictures/f${index + 1}.txt`, 1, 'text/plain'))
  const laptop = await remoteDevice(server.origin, alice, { ...home, '~/Pictures': [...(home['~/Pictures'] ?? []), ...many] })
  const page = await alice.open(`/#remotefiles/${laptop.iden}`)
  // The choice applies to every folder.
  await page.getByRole('radio', { name: remoteHeader.grid }).check({ force: true })
  await entry(page, 'Backup').focus()
  await page.keyboard.press('p')
  await expect(entry(page, 'Pictures')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(entry(page, 'Trips')).toBeFocused()
  await expect(files(page, 'Pictures').locator('img')).toHaveCount(2)
  expect(laptop.requests.filter((asked) => asked.startsWith('remote_thumbnail_request'))).toEqual([
    'remote_thumbnail_request ~/Pictures/a.jpg',
    'remote_thumbnail_request ~/Pictures/c.png',
  ])
  const columns = await files(page, 'Pictures').evaluate(
    (list) =>
      [...list.children].filter((item) => (item as HTMLElement).offsetTop === (list.firstElementChild as HTMLElement).offsetTop)
        .length,
  )
  expect(columns).toBeGreaterThan(3)
  await page.keyboard.press('ArrowRight')
  await expect(entry(page, 'a.jpg')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const order = ['Trips', 'a.jpg', 'c.png', ...many.map(({ name }) => name), 'notes.txt']
  await expect(entry(page, `${order[1 + columns]}`)).toBeFocused()
  await page.keyboard.press(supportStrip.end)
  await expect(entry(page, 'notes.txt')).toBeFocused()
  await page.keyboard.press('g')
  await expect(entry(page, 'notes.txt')).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(entry(page, 'Pictures')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(entry(page, 'Trips')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(entry(page, 'Pictures')).toBeFocused()
  laptop.close()
})

test('FILES-017 FILES-018 FILES-019 FILES-020 FILES-021 FILES-022 FILES-023 API-050 a file is requested, waits, is sent and opens, also from another page', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const laptop = await remoteDevice(server.origin, alice, home)
  const page = await alice.open(`/#remotefiles/${laptop.iden}`)
  await entry(page, 'b.pdf').click()
  const dialog = page.getByRole('dialog', { name: 'b.pdf' })
  await expect(dialog.getByRole('button', { name: 'Request', exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(entry(page, 'b.pdf')).toBeFocused()
  await expect(queue(page)).toHaveCount(0)
  laptop.answers = false
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(queue(page).getByText('wating on device...', { exact: true })).toBeVisible()
  await expect(queue(page).getByRole('progressbar', { name: 'wating on device...' })).toBeVisible()
  await expect(queue(page).getByRole('heading', { name: '1 requested file' })).toBeVisible()
  // Leaving the screen or the page loses nothing.
  await page.goto('/#people/me')
  await page.goto(`/#remotefiles/${laptop.iden}`)
  await expect(queue(page).getByText('wating on device...', { exact: true })).toBeVisible()
  laptop.answers = true
  await page.reload()
  await expect(entry(page, 'b.pdf')).toBeVisible()
  await queue(page)
    .getByRole('button', { name: sentence(remoteQueue.remove, { name: 'b.pdf' }) })
    .click()
  await expect(queue(page)).toHaveCount(0)
  await entry(page, 'b.pdf').click()
  await page.keyboard.press('Enter')
  await expect(queue(page).getByText('uploading...', { exact: true })).toBeVisible()
  await page.reload()
  await expect(queue(page).getByText('uploading...', { exact: true })).toBeVisible()
  await laptop.send({ file_url: `${server.origin}/robots.txt` })
  const link = queue(page).getByRole('link', { name: 'b.pdf', exact: true })
  await expect(link).toHaveAttribute('href', `${server.origin}/robots.txt`)
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  expect(opened.url()).toBe(`${server.origin}/robots.txt`)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    queue(page)
      .getByRole('link', { name: sentence(remoteQueue.saveNamed, { name: 'b.pdf' }), exact: true })
      .click(),
  ])
  expect(saved.suggestedFilename()).toBe('b.pdf')
  laptop.close()
})

test('FILES-010 FILES-004 GAP-043 the previous folder stays under the spinner; a device that does not answer can be asked again', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const laptop = await remoteDevice(server.origin, alice, home)
  const page = await alice.open('/#people/me')
  await page.clock.install()
  await page.goto(`/#remotefiles/${laptop.iden}`)
  await page.clock.runFor(1_000)
  await expect(entry(page, 'b.pdf')).toBeVisible()
  // A pong would retry the request without a click.
  laptop.answersPings = false
  laptop.answers = false
  await entry(page, 'Pictures').click()
  await page.clock.runFor(1_000)
  await expect(page.getByRole('status').getByText(sentence(remoteFolder.loading, { name: 'Pictures' }))).toBeVisible()
  await expect(page.locator('[inert]').getByText('b.pdf')).toBeVisible()
  await page.clock.runFor(30_000)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Couldn’t open Pictures. The device did not answer.')
  laptop.answers = true
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(heading(page, 'Pictures')).toBeVisible()
  await expect(alert).toHaveCount(0)
  // An unconfirmed request fails too, and the file is matched by name if the device doesn't support guids.
  laptop.answers = false
  await entry(page, 'notes.txt').click()
  await page.keyboard.press('Enter')
  await page.clock.runFor(30_000)
  await expect(queue(page).getByText(sentence(remoteQueue.silent, { device: 'Laptop' }))).toBeVisible()
  laptop.answers = true
  await queue(page)
    .getByRole('button', { name: sentence(remoteQueue.retryNamed, { name: 'notes.txt' }) })
    .click()
  await expect(queue(page).getByText('uploading...')).toBeVisible()
  await laptop.send({ file_url: `${server.origin}/robots.txt`, guid: false })
  await expect(queue(page).getByRole('link', { name: 'notes.txt', exact: true })).toBeVisible()
  laptop.close()
})

test('FILES-001 a folder in several parts is loaded by scrolling and filtered; requests to a device that went offline say so', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const many = Array.from({ length: 400 }, (_, index) => file(`~/photo ${String(index).padStart(3, '0')}.txt`, 1))
  const laptop = await remoteDevice(server.origin, alice, { '~': many }, { pageSize: 150 })
  const page = await alice.open(`/#remotefiles/${laptop.iden}`)
  await expect(page.getByText('150 of 400')).toBeVisible()
  await entry(page, 'photo 000').focus()
  await page.keyboard.press(supportStrip.end)
  await expect(page.getByText('300 of 400')).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText('400 items', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('150 of 400')).toBeVisible()
  const filter = page.getByRole('searchbox', { name: remoteFolderBar.filter })
  await filter.fill('PHOTO 39')
  await expect(page.getByText('10 items', { exact: true })).toBeVisible()
  await expect(entry(page, 'photo 399')).toBeVisible()
  await filter.press('Backspace')
  await expect(page.getByText('100 items', { exact: true })).toBeVisible()
  await filter.fill('nothing')
  await expect(page.getByText(remoteFolder.noMatch, { exact: true })).toBeVisible()
  await filter.press('Escape')
  await expect(page.getByText('150 of 400')).toBeVisible()
  await filter.fill('photo 1')
  await expect(page.getByText('100 items', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: remoteFolderBar.clear }).click()
  await expect(filter).toBeFocused()
  await expect(filter).toHaveValue('')
  await expect(page.getByText('150 of 400')).toBeVisible()

  laptop.answers = false
  await page.clock.install()
  await entry(page, 'photo 001').click()
  await page.keyboard.press('Enter')
  await expect(queue(page).getByRole('progressbar', { name: 'wating on device...' })).toBeVisible()
  await page.clock.runFor(31_000)
  await expect(queue(page).getByText(sentence(remoteQueue.silent, { device: 'Laptop' }))).toBeVisible()
  laptop.answers = true
  await laptop.session.sendEphemeral({ type: 'pong', device_iden: laptop.iden })
  await expect(queue(page).getByRole('progressbar', { name: 'uploading...' })).toBeVisible()
  laptop.answers = false
  await page.clock.runFor(70_000)
  await expect(queue(page).getByText(sentence(remoteQueue.away, { device: 'Laptop' }))).toBeVisible()
  laptop.close()
})
