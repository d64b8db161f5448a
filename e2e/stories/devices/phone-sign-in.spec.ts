import { phoneCard } from '@waypost/web/words/push/first'
import { cardWords } from '@waypost/web/words/sign-in'
import { phonePage, phoneQuestion, signInPhone } from '@waypost/web/words/sign-in/phone'
import { desktopScreen, faultsAndOverflow, phoneScreen } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, type Page, say, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

/** Opens the client at an address of the server other than this machine's own name, as on a home network. */
async function openInNetwork(actor: Actor, origin: string, at: string): Promise<Page> {
  const page = await actor.context.newPage()
  const { body: account } = await actor.call('/v2/users/me')
  await page.addInitScript(
    (stored) => localStorage.getItem('account') ?? localStorage.setItem('account', stored),
    JSON.stringify({ ...account, api_key: actor.token }),
  )
  await page.goto(networkOrigin(origin) + at)
  return page
}

/** Browsers resolve names below `localhost` to this machine, and the client takes them for names that others can reach. */
const networkOrigin = (origin: string) => origin.replace(/\/\/[^:]+/, '//waypost.localhost')

/** The address of the QR code, as the screen shows it for people without a camera. */
const addressOf = async (page: Page) => {
  const address = page.getByRole('main').locator('code').last()
  await expect(address).toContainText('/phone#')
  return (await address.textContent()) ?? ''
}

const allow = (page: Page) => page.getByRole('button', { name: phoneQuestion.allow })

test('from a new account to a message on the phone: a QR code, a press on the computer, and a message is on both', async ({
  actor,
  visitor,
  server,
}) => {
  const alice = await actor('alice')
  const page = await openInNetwork(alice, server.origin, '/#people/me')
  const toPhone = page.getByRole('link', { name: phoneCard.phone })
  await expect(toPhone).toBeVisible()
  await say(page, 'My first note')
  await expect(history(page).getByText('My first note')).toBeVisible()
  // It is above the messages, and covers none of them, however many there are.
  for (let count = 0; count < 10; count++) await alice.call('/v2/pushes', { type: 'note', body: `note ${count}` })
  await expect(history(page).getByText('note 9')).toBeVisible()
  await page.getByRole('region', { name: /^Conversation with/ }).evaluate((pane) => pane.scrollTo(0, 0))
  await expect
    .poll(async () => {
      const card = await toPhone.locator('..').boundingBox()
      const first = await history(page).getByText('My first note').boundingBox()
      return card && first && card.y + card.height <= first.y
    })
    .toBe(true)
  await toPhone.click()
  await expect(page.getByRole('heading', { level: 1, name: signInPhone.title })).toBeVisible()
  await expect(page.getByRole('img', { name: signInPhone.code })).toBeVisible()
  const phone = await visitor(phoneScreen)
  await phone.goto(await addressOf(page))
  await expect(phone.getByRole('heading', { level: 1, name: phonePage.confirm })).toBeVisible()
  await expect(phone.getByText(sentence(phonePage.account, { email: 'alice@example.org' }))).toBeVisible()
  const number = (await phone.getByText(/^\d\d$/).textContent()) ?? ''

  await expect(
    page.getByRole('heading', { name: /^A phone \(.+, Local network\) wants to sign in to your account$/ }),
  ).toBeFocused()
  await expect(page.getByText(sentence(phoneQuestion.same, { number }))).toBeVisible()
  // A reload counts as the same phone.
  await phone.reload()
  await expect(phone.getByText(number, { exact: true })).toBeVisible()
  await expect(allow(page)).not.toHaveAttribute('aria-disabled')
  await allow(page).click()
  await expect(phone).toHaveURL(/#people\/me$/)
  await expect(history(phone).getByText('My first note')).toBeVisible()
  await expect(page.getByRole('heading', { name: signInPhone.done })).toBeVisible()
  const { devices } = (await alice.call('/v2/devices')).body
  expect(devices).toMatchObject([{ active: true, nickname: expect.stringContaining(' on ') }])
  await page.getByRole('link', { name: signInPhone.me }).click()
  await say(page, 'Gate B42')
  await expect(history(phone).getByText('Gate B42')).toBeVisible()
  await composer(phone).fill('Seen it')
  await phone.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(history(page).getByText('Seen it')).toBeVisible()
  await page.goto(`${networkOrigin(server.origin)}/#setup/mobile`)
  await expect(page.getByRole('main').getByText('Done', { exact: true }).first()).toBeVisible()
})

test('a phone that is denied gets nothing; neither does a second phone with the same code', async ({
  actor,
  visitor,
  server,
}) => {
  const alice = await actor('alice')
  const page = await openInNetwork(alice, server.origin, '/#devices/phone')
  const address = await addressOf(page)
  const [phone, stranger] = [await visitor(phoneScreen), await visitor(phoneScreen)]
  await phone.goto(address)
  await expect(phone.getByRole('heading', { level: 1, name: phonePage.confirm })).toBeVisible()
  await stranger.goto(address)
  await expect(stranger.getByRole('main').getByRole('alert')).toHaveText(
    'This code was already used or has expired. Show a new one on the computer.',
  )
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByRole('heading', { name: signInPhone.denied })).toBeVisible()
  await expect(phone.getByRole('main').getByRole('alert')).toHaveText(phonePage.denied)
  expect(await phone.evaluate(() => localStorage.getItem('account'))).toBeNull()
  await page.getByRole('button', { name: signInPhone.again }).click()
  expect(await addressOf(page)).not.toBe(address)
})

test('where the address means this computer, the screen says what to do, and offers the address for another browser here', async ({
  actor,
  visitor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#devices/phone')
  await expect(page.getByRole('heading', { name: signInPhone.onlyHere })).toBeVisible()
  await expect(page.getByRole('img', { name: signInPhone.code })).toHaveCount(0)
  const other = await visitor()
  await other.goto(await addressOf(page))
  await expect(allow(page)).not.toHaveAttribute('aria-disabled')
  await allow(page).click()
  await expect(other).toHaveURL(/#people\/me$/)
})

test('a phone that is signed in already is asked before it uses the code', async ({ actor, server }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  const page = await openInNetwork(alice, server.origin, '/#devices/phone')
  const address = await addressOf(page)
  const phone = await openInNetwork(bob, server.origin, '/#people/me')
  await phone.goto(address)
  await expect(phone.getByText(sentence(cardWords.signedInAs, { email: 'bob@example.org' }))).toBeVisible()
  await phone.getByRole('button', { name: phonePage.another }).click()
  await expect(phone.getByRole('heading', { level: 1, name: phonePage.confirm })).toBeVisible()
})

test('signing in a phone: axe finds nothing serious at 1280 and 390 px, and it is no wider than the window there and at 320 px', async ({
  actor,
  visitor,
  server,
}) => {
  const alice = await actor('alice', desktopScreen)
  const page = await openInNetwork(alice, server.origin, '/#devices/phone')
  const address = await addressOf(page)
  const phone = await visitor(desktopScreen)
  await phone.goto(address)
  await expect(allow(page)).toBeVisible()
  const numbers = async (one: Page) => {
    const walk = (root: Element) => {
      for (const element of root.querySelectorAll('p, strong'))
        for (const node of element.childNodes)
          if (node.nodeType === 3) node.textContent = (node.textContent ?? '').replace(/\b\d\d\b/, '47')
    }
    await one.evaluate(`(${walk.toString()})(document.body)`)
  }
  await numbers(page)
  await numbers(phone)
  expect(await faultsAndOverflow(page, 'question', allow(page), page)).toEqual([])
  expect(await faultsAndOverflow(phone, 'phone', phone.getByRole('heading', { name: phonePage.confirm }))).toEqual([])
  // In a separate window: the check of a screen leaves it without a mouse.
  const other = await openInNetwork(alice, server.origin, '/#devices/phone')
  await addressOf(other)
  await other.locator('main code').evaluateAll((all) => {
    for (const one of all) one.textContent = 'the address'
  })
  await other.locator('main code + button').evaluate((button) => {
    button.setAttribute('aria-label', 'Copy the address')
    button.setAttribute('title', 'Copy the address')
  })
  expect(await faultsAndOverflow(other, 'code', other.getByRole('img', { name: signInPhone.code }))).toEqual([])
})
