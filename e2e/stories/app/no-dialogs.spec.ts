import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '../../actors/actors.ts'

/** A name of this machine that the browser doesn't trust the way it trusts `localhost`, so it sends no `Sec-Fetch-Mode`. */
const homeName = 'waypost.test'

test.use({ serviceWorkers: 'allow' })

/** Collects the addresses for which the browser would show a dialog. Each request continues as if the user had closed the dialog. */
async function dialogsOf(page: Page): Promise<string[]> {
  const asked: string[] = []
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*' }], handleAuthRequests: true })
  devtools.on(
    'Fetch.requestPaused',
    ({ requestId }) => void devtools.send('Fetch.continueRequest', { requestId }).catch(() => {}),
  )
  devtools.on('Fetch.authRequired', ({ requestId, request }) => {
    asked.push(new URL(request.url).pathname)
    const authChallengeResponse = { response: 'CancelAuth' } as const
    void devtools.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {})
  })
  return asked
}

/** Requests an address in all the ways a page can, and waits for all responses. */
const askInAllWays = (page: Page) =>
  page.evaluate(async () => {
    const ended = (source: EventTarget, ...names: string[]) =>
      new Promise((resolve) => {
        for (const name of names) source.addEventListener(name, resolve)
      })
    const picture = new Image()
    picture.src = '/v2/users/me?picture'
    const events = new EventSource('/streaming/o.wrong')
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/websocket/o.wrong`)
    const frame = document.body.appendChild(document.createElement('iframe'))
    frame.src = '/v2/users/me?frame'
    const sent = new XMLHttpRequest()
    sent.open('GET', '/v2/devices')
    sent.send()
    await Promise.all([
      ended(picture, 'load', 'error'),
      ended(events, 'error'),
      ended(socket, 'close'),
      ended(frame, 'load'),
      ended(sent, 'loadend'),
      fetch('/v2/users/me?fetch', { credentials: 'include' }).then((answer) => answer.text()),
      fetch('/v2/pushes', { method: 'POST', body: '{}' }).then((answer) => answer.text()),
    ])
    events.close()
  })

test('no request of a page opens the dialog of the browser that asks for a password, nor does opening an address of the API', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  // From now on requests pass through the service worker.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  const asked = await dialogsOf(page)
  const refused: string[] = []
  page.on('response', (answer) => answer.status() === 401 && refused.push(answer.request().resourceType()))
  await askInAllWays(page)
  for (const type of ['image', 'eventsource', 'document', 'xhr', 'fetch']) expect(refused).toContain(type)
  for (const path of ['/v2/users/me', '/streaming/o.wrong', '/metrics?x', '/files/wrong/name.txt']) {
    const answer = await page.goto(path)
    expect([path, answer?.status()]).toEqual([path, path.startsWith('/files') ? 404 : path.startsWith('/metrics') ? 200 : 401])
  }
  expect(asked).toEqual([])

  // Another server's Basic authentication does open the dialog.
  const other = createServer((request, response) => {
    const isPage = request.url === '/'
    response.writeHead(
      isPage ? 200 : 401,
      isPage ? { 'content-type': 'text/html' } : { 'www-authenticate': 'Basic realm="Pushbullet"' },
    )
    response.end()
  }).listen(0)
  await page.goto(`http://localhost:${(other.address() as AddressInfo).port}/`)
  await page.evaluate(() => fetch('/v2/users/me').then((answer) => answer.text()))
  expect(asked).toEqual(['/v2/users/me'])
  other.close()
})

test('a client over plain HTTP in a home network is signed out without such a dialog once its session has ended', async ({
  visitor,
  server,
}) => {
  const { account } = await server.signUp('alice@example.org')
  const origin = server.origin.replace('localhost', homeName)
  const page = await visitor({ baseURL: origin })
  const asked = await dialogsOf(page)
  const modes: (string | undefined)[] = []
  page.on('request', (request) => void request.allHeaders().then((headers) => modes.push(headers['sec-fetch-mode'])))
  await page.goto('/icon.svg')
  await page.evaluate(
    async (given) => {
      localStorage.setItem('account', given)
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/websocket/o.ended`)
      await new Promise((resolve) => socket.addEventListener('close', resolve))
    },
    JSON.stringify({ ...account, api_key: 'o.ended' }),
  )
  const refused = page.waitForResponse((answer) => answer.status() === 401)
  await page.goto('/#people/me')
  await refused
  await expect(page).toHaveURL(`${origin}/`)
  await page.goto('/v2/users/me')
  expect(asked).toEqual([])
  expect(new Set(modes)).toEqual(new Set([undefined]))
})
