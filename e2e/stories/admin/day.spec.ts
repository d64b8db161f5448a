// An administrator's day, from the set-up link to the audit log, on a server that runs as a separate program.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, expect, type Page } from '@playwright/test'
import { adminInvitations, adminInviteWords, adminPerson, personActs } from '@waypost/web/words/admin'
import { serverJobs, serverPlans, serverStorage } from '@waypost/web/words/admin/operation'
import { headerWords } from '@waypost/web/words/page/header'
import { accountChange } from '@waypost/web/words/session'
import { proPlan } from '@waypost/web/words/settings'
import { authError, invited, suspended } from '@waypost/web/words/sign-in'
import { resetPasswordWords } from '@waypost/web/words/sign-in/emailed-links'
import { tryAgain } from '@waypost/web/words/ui/words'
import { button } from '../../actors/actors.ts'
import { confirm } from '../../actors/confirm.ts'
import { linkIn, mailTo, test } from '../../actors/mail-server.ts'
import { startServerProcess } from '../../actors/server-process.ts'
import { signUpAs } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

const topic = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const signedInAs = (page: Page, name: string) => page.getByRole('button', { name: sentence(headerWords.account, { name }) })

async function startSite() {
  const items = ['Older than the channel']
  const state = { works: true, reads: 0 }
  const site = createServer((_request, response) => {
    state.reads++
    if (!state.works) return response.writeHead(500).end()
    const written = items.map((title) => `<item><guid>${title}</guid><title>${title}</title></item>`).join('')
    return response.end(`<rss version="2.0"><channel><title>Village news</title>${written}</channel></rss>`)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  return {
    state,
    items,
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/feed.xml`,
    close: () => site.close(),
  }
}

async function windowOf(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage()
}

async function signUp(page: Page, name: string): Promise<void> {
  await signUpAs(page, { name })
  await expect(signedInAs(page, name)).toBeVisible()
}

async function openPerson(page: Page, name: string): Promise<void> {
  await page.goto('/#admin/people')
  await page.getByRole('link', { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('heading', { name, level: 2, exact: true })).toBeVisible()
}

/** Clicks a button on the page and confirms it. */
async function act(page: Page, name: string): Promise<void> {
  await button(page, name).click()
  await confirm(page, 'I am sure')
}

test('an administrator sets the server up by its link, invites, sees storage, resets a password, suspends, switches plans off, restores a feed, and reads it all in the audit log', async ({
  browser,
  smtp,
}) => {
  // A whole day: about forty seconds on an idle machine.
  test.setTimeout(180_000)
  const site = await startSite()
  const server = await startServerProcess({ WAYPOST_SMTP_URL: smtp.url, WAYPOST_FETCH_PRIVATE: 'allow', WAYPOST_LOG: 'error' })
  const { origin } = server
  try {
    // She sets the server up with the link that it prints; without it, a stranger can't get in.
    const stranger = await windowOf(browser, origin)
    await stranger.goto('/signin')
    await expect(stranger.getByText(authError.setup)).toBeVisible()
    const page = await windowOf(browser, origin)
    await page.goto(/^http\S+#invite=\w+$/m.exec(server.output())?.[0] ?? '')
    await expect(page.getByRole('heading', { name: invited.setup })).toBeVisible()
    await page.getByLabel('Email').fill('ada@example.org')
    await signUpAs(page, { name: 'Ada', password: 'quiet stone bridges' })
    await expect(signedInAs(page, 'Ada')).toBeVisible()

    await signedInAs(page, 'Ada').click()
    await page.getByRole('menuitem', { name: headerWords.admin }).click()
    await page.getByRole('tab', { name: adminInvitations.title }).click()
    await topic(page, adminInvitations.inviteTitle).getByRole('textbox').fill('bo@example.net')
    await button(page, 'Invite').click()
    await expect(topic(page, adminInvitations.inviteTitle)).toContainText(
      sentence(adminInviteWords.invited, { email: 'bo@example.net' }),
    )
    const bo = await windowOf(browser, origin)
    await bo.goto(linkIn(await mailTo(smtp.mails, 'bo@example.net', /Ada/)))
    await signUp(bo, 'Bo')
    await page.reload()
    await expect(page.getByRole('row', { name: /bo@example\.net/ })).toContainText(adminInvitations.used)

    // She sees how much Bo stores.
    const account = await bo.evaluate(() => JSON.parse(localStorage.getItem('account') ?? '{}'))
    const asBo = (path: string, data: object) =>
      bo.request.post(`http://127.0.0.1:${new URL(origin).port}${path}`, { headers: { 'access-token': account.api_key }, data })
    expect((await asBo('/v2/pushes', { type: 'note', body: 'x'.repeat(5_000) })).status()).toBe(200)
    await page.goto('/#admin/storage')
    await expect(topic(page, serverStorage.largest).getByRole('row', { name: /bo@example\.net/ })).toContainText(
      /5(\.\d)?K of 2G/,
    )

    // Bo has forgotten the password: her link sets another one, and ends her open sessions.
    await openPerson(page, 'Bo')
    await button(page, personActs.reset).click()
    const link = await page.getByRole('status', { name: personActs.link }).textContent()
    const again = await windowOf(browser, origin)
    await again.goto(link ?? '')
    await again.getByLabel(resetPasswordWords.password, { exact: true }).fill('seven rivers of lamps')
    await button(again, resetPasswordWords.save).click()
    await expect(signedInAs(again, 'Bo')).toBeVisible()
    await expect(bo.getByRole('alert').filter({ hasText: accountChange.ended })).toBeVisible()
    await mailTo(smtp.mails, 'bo@example.net', /password was changed/)

    // She suspends Bo, whose open window says so, and ends it.
    await act(page, 'Suspend')
    await expect(again.getByRole('heading', { name: suspended.title })).toBeVisible()
    await act(page, personActs.unsuspend)
    await expect(button(page, personActs.suspend)).toBeVisible()
    await button(again, tryAgain).click()
    await expect(signedInAs(again, 'Bo')).toBeVisible()

    // She switches plans off for the whole server: offers disappear from Bo's window.
    await again.goto('/#settings/account')
    await expect(topic(again, 'Pro plan')).toContainText(proPlan.free)
    await page.goto('/#admin/server')
    await button(page, serverPlans.switchOff).click()
    await confirm(page, serverPlans.switchOff)
    await expect(topic(again, 'Pro plan')).toContainText('This server sells nothing')
    await expect(again.getByRole('banner').getByRole('link', { name: 'Pro', exact: true })).toHaveCount(0)

    // Bo's channel posts from a feed, which Ada follows. It fails; she finds it, and the items published meanwhile arrive.
    const token = await again.evaluate(() => JSON.parse(localStorage.getItem('account') ?? '{}').api_key)
    const made = await again.request.post(`http://127.0.0.1:${new URL(origin).port}/v2/channels`, {
      headers: { 'access-token': token },
      data: { tag: 'news', name: 'Village news', feed_url: site.url },
    })
    expect(made.status()).toBe(200)
    const reader = await page.context().newPage()
    await reader.goto('/#following/new')
    await reader.getByLabel('Tag').fill('news')
    await button(reader, 'FOLLOW').click()
    await reader.getByRole('article', { name: 'Village news' }).getByRole('link', { name: adminInvitations.open }).click()
    await expect(reader.getByText('Nothing posted yet')).toBeVisible()
    await expect.poll(() => site.state.reads).toBeGreaterThan(0)
    site.state.works = false
    site.items.unshift('The bridge is open')
    const failing = topic(page, serverJobs.feeds).getByRole('row', { name: /Village news/ })
    await expect(async () => {
      // Repeated each time: the first reading may still be in progress, and sets its own time for the next when it is done.
      server.makeDue('channel-feed')
      await page.goto('/#admin/server')
      await page.goto('/#admin/jobs')
      await expect(failing).toContainText('#news, owned by bo@example.net', { timeout: 2_000 })
    }).toPass({ timeout: 60_000 })
    await expect(failing).toContainText(/500/)
    site.state.works = true
    await button(page, sentence(serverJobs.retryThis, { name: 'Village news' })).click()
    await expect(topic(page, serverJobs.feeds)).toContainText(sentence(serverJobs.works, { name: 'Village news' }))
    await expect(reader.getByRole('feed').getByText('The bridge is open')).toBeVisible()

    // The audit log lists her actions in order, and Bo reads those that concern him.
    await page.goto('/#admin/audit')
    const rows = page.getByRole('row')
    const expected = [
      /ada@example\.org.*Retried a channel’s feed/,
      /Changed server settings.*plans: off/,
      /Lifted the suspension.*bo@example\.net/,
      /Suspended the account.*bo@example\.net/,
      /Created a password reset link.*bo@example\.net/,
      /Invited someone.*bo@example\.net/,
    ]
    await expect(rows).toHaveCount(expected.length + 1)
    for (const [index, entry] of expected.entries()) await expect(rows.nth(index + 1)).toContainText(entry)
    await again.reload()
    await expect(topic(again, adminPerson.done).getByRole('listitem')).toHaveText([
      /^Lifted the suspension, by Ada/,
      /^Suspended the account, by Ada/,
      /^Sign-in on a new device/,
      /^Password reset by link/,
      /^Created a password reset link, by Ada/,
    ])
  } finally {
    for (const context of browser.contexts()) await context.close()
    await server.stop()
    site.close()
  }
})
