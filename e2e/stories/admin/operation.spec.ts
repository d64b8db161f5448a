import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createRelay } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort, startTestServer, type TestServer, unzip } from '@waypost/server/test-server'
import { jobStates, serverBackups, serverJobs, serverMail, serverReport, serverSupport } from '@waypost/web/words/admin/operation'
import { elevationWords } from '@waypost/web/words/sign-in/elevation'
import { expect, type Page } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { mailTo, test } from '../../actors/mail-server.ts'
import { sentence } from '../../actors/words/sentence.ts'

const topic = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a test email arrives, and the answer of the mail server is shown', async ({ actor, mails }) => {
  const admin = await actor('admin')
  const page = await admin.open('/#admin/mail')
  const form = topic(page, serverMail.test)
  await expect(form.getByRole('textbox', { name: serverMail.to })).toHaveValue('admin@example.org')
  await form.getByRole('button', { name: serverMail.send }).click()
  await expect(form.getByRole('status')).toContainText(/^Sent\. The mail server said: 250 /)
  expect((await mailTo(mails, 'admin@example.org', /^Test of emails from Waypost$/)).text).toContain('They do.')
})

async function openAs(server: TestServer, page: Page, address: string): Promise<string> {
  const { account, token } = await server.signUp('admin@example.org', 'Ada')
  await page.goto(`${server.origin}/page-preview`)
  await page.evaluate((given) => localStorage.setItem('account', given), JSON.stringify(account))
  await page.goto(server.origin + address)
  return token
}

test('a mail server that is down is told in words; the email that waits is tried again once it is up', async ({ page, smtp }) => {
  const { port } = new URL(smtp.url)
  // Nothing listens on this port until the story forwards connections.
  const free = await freePort()
  const server = await startTestServer({ WAYPOST_SMTP_URL: `smtp://127.0.0.1:${free}`, WAYPOST_LOG: 'silent' })
  const relay = createRelay((socket) => {
    const other = connect(Number(port), '127.0.0.1')
    socket.on('error', () => other.destroy()).pipe(other)
    other.on('error', () => socket.destroy()).pipe(socket)
  })
  try {
    await openAs(server, page, '/#admin/mail')
    const form = topic(page, serverMail.test)
    await form.getByRole('button', { name: serverMail.send }).click()
    await expect(form.getByRole('alert')).toHaveText(
      `Nothing answers at 127.0.0.1:${free}. Is the mail server running, and are host and port right?`,
    )
    await server.request('/provider/local/forgot', { body: { email: 'admin@example.org' } })
    const queue = topic(page, serverMail.queue)
    await expect(async () => {
      await page.reload()
      await expect(queue.getByRole('row', { name: /admin@example\.org/ })).toContainText(jobStates.retrying, {
        timeout: 2_000,
      })
    }).toPass()
    await new Promise<void>((resolve) => relay.listen(free, '127.0.0.1', resolve))
    await queue.getByRole('button', { name: sentence(serverMail.retryThis, { to: 'admin@example.org' }) }).click()
    await mailTo(smtp.mails, 'admin@example.org', /password/)
    await expect(queue).toContainText(serverMail.none)
  } finally {
    await page.goto('about:blank')
    await server.close()
    relay.close()
  }
})

test('without a mail server the interface says where emails go', async ({ page }) => {
  const server = await startTestServer()
  try {
    await openAs(server, page, '/#admin/mail')
    await expect(topic(page, 'Sending')).toContainText('No mail server is set. Emails are saved as files instead')
    await expect(topic(page, 'Sending')).toContainText('WAYPOST_SMTP_URL')
    await topic(page, serverMail.test).getByRole('button', { name: serverMail.send }).click()
    await expect(topic(page, serverMail.test).getByRole('status')).toContainText(/^Saved as \S+\.eml$/)
  } finally {
    await page.goto('about:blank')
    await server.close()
  }
})

test('a failed feed is found with its owner and its error, and restored once it works again', async ({ page }) => {
  let works = true
  const site = createServer((_request, response) => {
    if (!works) return response.writeHead(500).end()
    return response.end(
      '<rss version="2.0"><channel><title>Site</title><item><guid>1</guid><title>One</title></item></channel></rss>',
    )
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const feed_url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/feed.xml`
  const server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow' })
  try {
    await openAs(server, page, '/#admin/jobs')
    const feeds = topic(page, serverJobs.feeds)
    await expect(feeds).toContainText(serverJobs.noFeed)
    const owner = await server.signUp('owner@example.org')
    await server.request('/v2/channels', { token: owner.token, body: { tag: 'news', name: 'Village news', feed_url } })
    await server.app.jobs.processAll()
    works = false
    await server.app.jobs.processAll(Date.now() * 1_000 + 600_000_000)
    await page.reload()
    const row = feeds.getByRole('row', { name: /Village news/ })
    await expect(row).toContainText('#news, owned by owner@example.org')
    await expect(row).toContainText(feed_url)
    await expect(row).toContainText(/500/)
    await row.getByRole('button', { name: sentence(serverJobs.retryThis, { name: 'Village news' }) }).click()
    await expect(feeds).toContainText(sentence(serverJobs.fails, { name: 'Village news' }))
    await expect(row).toContainText('2 failures')
    works = true
    await row.getByRole('button', { name: sentence(serverJobs.retryThis, { name: 'Village news' }) }).click()
    await expect(feeds).toContainText(sentence(serverJobs.works, { name: 'Village news' }))
    await expect(feeds).toContainText(serverJobs.noFeed)
    const { channels } = (await server.request('/v2/channels', { token: owner.token })).body
    expect(channels[0].feed_error).toBeUndefined()
  } finally {
    await page.goto('about:blank')
    await server.close()
    site.close()
  }
})

test('a message from the support form is read, answered by email and done; alike errors stand there once', async ({
  actor,
  visitor,
  mails,
}) => {
  const admin = await actor('admin')
  const stranger = await visitor()
  await stranger.goto('/support')
  await stranger.getByRole('textbox', { name: 'Name' }).fill('Bo')
  await stranger.getByRole('textbox', { name: serverMail.mail }).fill('bo@example.net')
  await stranger
    .getByRole('textbox', { name: serverSupport.message })
    .fill('My second phone does not show what I send from the first one. What can I do?')
  await stranger.getByRole('button', { name: /Send/ }).click()
  await expect(stranger.getByText('Your message was sent')).toBeVisible()
  for (const place of [12, 977])
    await admin.call('/v2/error-report', {
      subject: 'Aw, Snap! An error.',
      data: { error: `TypeError: x is undefined at ${place}` },
    })

  const page = await admin.open('/#admin/support')
  const support = topic(page, serverSupport.title)
  await expect(support.getByRole('listitem')).toHaveCount(2)
  await expect(support.getByRole('listitem').first()).toContainText('2 times')
  const message = support.getByRole('listitem').filter({ hasText: 'Bo' })
  await message.getByRole('button').first().click()
  await expect(message).toContainText('My second phone does not show what I send from the first one. What can I do?')
  await expect(message).toContainText('bo@example.net')
  await message.getByRole('textbox', { name: serverReport.answer }).fill('Open the settings of the phone.')
  await message.getByRole('button', { name: serverReport.send }).click()
  await expect(support.getByRole('listitem')).toHaveCount(1)
  const answer = await mailTo(mails, 'bo@example.net', /^Re: /)
  expect(answer.text).toContain('Open the settings of the phone.')
  expect(answer.text).toContain('> My second phone')

  await support.getByRole('listitem').getByRole('button').first().click()
  await support.getByRole('button', { name: serverReport.done }).click()
  await expect(support).toContainText(serverSupport.none)
  await support.getByRole('combobox', { name: serverJobs.show }).selectOption(serverSupport.done)
  await expect(support.getByRole('listitem')).toHaveCount(2)
  await support.getByRole('listitem').first().getByRole('button').first().click()
  await support.getByRole('button', { name: 'Delete', exact: true }).click()
  await confirm(page, 'Delete all 2')
  await expect(support.getByRole('listitem')).toHaveCount(1)
})

test('a backup is downloaded by an administrator who confirms that it is them, and a server starts from it', async ({
  actor,
  server,
}) => {
  const admin = await actor('admin')
  await admin.call('/v2/pushes', { type: 'note', body: 'to be kept' })
  // Pretend the sign-in was a while ago.
  await server.app.db.write((tx) => tx.run('UPDATE access_token SET proved = 0'))
  const page = await admin.open('/#admin/backups')
  const backups = topic(page, serverBackups.title)
  await expect(backups).toContainText(serverBackups.never)
  const downloading = page.waitForEvent('download')
  await backups.getByRole('button', { name: serverBackups.download }).click()
  const dialog = page.getByRole('dialog', { name: elevationWords.title })
  await dialog.getByLabel(elevationWords.password, { exact: true }).fill('a password for tests')
  await dialog.getByRole('button', { name: elevationWords.confirm }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^waypost-backup-\d{4}-\d\d-\d\d\.zip$/)
  await expect(backups.getByText(serverBackups.started)).toBeVisible()
  await expect(backups).toContainText(/Just now, by admin@example\.org/)

  const folder = mkdtempSync(join(tmpdir(), 'waypost-restored-'))
  for (const [name, content] of unzip(readFileSync(await download.path()))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  const restored = await startTestServer({ WAYPOST_DATA: folder })
  try {
    const { pushes } = (await restored.request('/v2/pushes', { token: admin.token })).body
    expect(pushes.map(({ body }: { body: string }) => body)).toEqual(['to be kept'])
    const { entries } = (await restored.request('/v3/admin/audit', { token: admin.token })).body
    expect(entries.map(({ act }: { act: string }) => act)).toEqual(['backup'])
  } finally {
    await restored.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
