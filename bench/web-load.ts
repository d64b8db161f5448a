import type { Figure } from './figure.ts'
import { openWeb } from './web.ts'

/** In KB, including the response headers. */
const budget = 140

/** The size of the scripts that a browser loads before the signed-in page is shown, compressed. */
export async function webLoad(): Promise<Figure> {
  await using web = await openWeb()
  const session = await web.context.newCDPSession(web.page)
  const scripts = new Map<string, number>()
  const addresses = new Map<string, string>()
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script') return
    addresses.set(requestId, new URL(response.url).pathname)
    scripts.set(requestId, 0)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength)
  })
  // Modules likely to be needed soon are loaded a little later.
  const fetched = web.page.waitForResponse((response) => /soon-.*js$/.test(response.url()))
  await web.page.goto(`${web.server.origin}/#people/me`)
  await web.page.getByText('Share something with').waitFor()
  // The scripts needed to show the page have run; others may be in flight.
  const fetchedFirst = [...scripts].filter(([, size]) => size > 0)
  const first = fetchedFirst.map(([, size]) => size)
  // `scripts/checks/first-load.ts` counts these.
  const announced = await web.page.evaluate<string[]>(
    "[...document.querySelectorAll('link[rel=modulepreload]')].map(({ href }) => new URL(href).pathname)",
  )
  const others = fetchedFirst
    .map(([id]) => addresses.get(id))
    .filter((path) => path !== '/theme.js' && !announced.includes(path ?? ''))
  const bytes = first.reduce((sum, each) => sum + each, 0) / 1_024
  const soon = await fetched
  const { responseBodySize, responseHeadersSize } = await soon.request().sizes()
  return {
    what: 'script of the first load of the signed-in page, compressed',
    measured: `${first.length} files, ${others.length} of which the page does not announce${others.length > 0 ? ` (${others.join(', ')})` : ''}; ${((responseBodySize + responseHeadersSize) / 1_024).toFixed(1)} KB more are fetched once nothing else is to be done`,
    figure: `${bytes.toFixed(1)} KB`,
    budget: `at most ${budget} KB`,
    met: bytes <= budget && others.length === 0,
    values: { KB: bytes },
  }
}
