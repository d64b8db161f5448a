// Measures how fast the web client shows results from the messages it keeps, and how much the search slows down typing.

import type { Figure } from './figure.ts'
import { median, percentile } from './program.ts'
import { noteInteractions } from './watch.ts'
import { fillBox, openWeb, until } from './web.ts'

const slower = 4
const rounds = 10
const budget = 150
/** The same as for every interaction. */
const keyBudget = 150
/** Milliseconds between two letters: 120 words a minute. */
const pause = 100

/** Milliseconds from the last letter until its results are painted, with a large box, on a throttled processor. */
export async function webSearch(): Promise<Figure> {
  await using web = await openWeb()
  const { page } = web
  await fillBox(web, { people: 240, devices: 60, pushes: 20_000 })
  // The last letter of one query excludes the results of the other.
  await web.server.app.db.write(async (tx) => {
    await tx.run("UPDATE push SET body = 'a zebra' WHERE owner = $1 AND body LIKE 'note 19800%'", [web.owner])
    await tx.run("UPDATE push SET body = 'a zebroid' WHERE owner = $1 AND body LIKE 'note 19810%'", [web.owner])
  })
  await page.addInitScript({ content: noteInteractions + watchResults })
  await page.goto(`${web.server.origin}/#people/me`)
  await until(page, "localStorage.getItem('bootstrap') === 'done'")
  await page.waitForLoadState('networkidle')
  // The server would find the same; here only the client counts.
  await page.route('**/v3/search?*', (route) => route.abort())
  await (await web.context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slower })
  const field = page.getByRole('searchbox', { name: 'Search' })
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await field.fill('')
    await field.pressSequentially('zebra', { delay: pause })
    await until(page, 'after !== undefined')
    times.push(await page.evaluate<number>('after'))
  }
  const keys = await page.evaluate<number[]>('Object.values(interactions)')
  const [figure, key] = [median(times), percentile(keys, 0.95)]
  return {
    what: `the last letter until its results are painted, among what is kept of 20,000 pushes, ${slower} times slowed CPU`,
    measured: `median of ${rounds}, the longest ${Math.max(...times).toFixed(0)} ms; 95 of 100 letters painted within ${key} ms`,
    figure: `${figure.toFixed(0)} ms, letters ${key} ms`,
    budget: `under ${budget} ms, letters within ${keyBudget} ms`,
    met: figure < budget && key <= keyBudget,
    values: { 'median ms': figure, 'letter p95 ms': key },
  }
}

/** Runs in the page: records in `after` how long after the last key its results are painted. */
const watchResults = `
  globalThis.after = undefined
  let pressed = 0
  addEventListener('keydown', ({ timeStamp }) => { pressed = timeStamp; after = undefined }, { capture: true })
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => { after ??= performance.now() - pressed }
  new MutationObserver(() => {
    const field = document.querySelector('[data-search]')
    const marks = [...document.querySelectorAll('mark')].map((mark) => mark.textContent)
    if (field?.value === 'zebra' && marks.length === 1 && marks[0] === 'zebra') requestAnimationFrame(() => port2.postMessage(''))
  }).observe(document, { subtree: true, childList: true, characterData: true })
`
