import type { Figure } from './figure.ts'
import { median, percentile } from './program.ts'
import { fillBox, openWeb, until } from './web.ts'

const slower = 4
const warmUp = 3
const rounds = 30
const budget = 100

/** Milliseconds from a press of Enter until the ghost is painted, on a processor that is slowed down. */
export async function webGhost(): Promise<Figure> {
  const web = await openWeb()
  const { page } = web
  try {
    await fillBox(web, { people: 40, devices: 0, pushes: 2_000 })
    await page.addInitScript({ content: watchGhosts })
    await page.goto(`${web.server.origin}/#people/me`)
    const field = page.getByRole('textbox', { name: /^Message to/ })
    await page.getByRole('feed').getByRole('article').last().waitFor()
    const session = await web.context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const times: number[] = []
    const bare: number[] = []
    const empty = await web.context.newPage()
    const throttled = await web.context.newCDPSession(empty)
    await throttled.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await empty.setContent(bareChat)
    await empty.evaluate(watchGhosts)
    for (let round = 0; round < warmUp + rounds; round++) {
      const words = `an ordinary line, number ${round}`
      await field.fill(words)
      await field.press('Enter')
      await until(page, `painted.at(-1)?.words === ${JSON.stringify(words)}`)
      const time = await page.evaluate<number>('painted.at(-1).after')
      await page.getByRole('feed').getByText('Sending', { exact: true }).waitFor({ state: 'detached' })
      await empty.bringToFront()
      await empty.getByRole('textbox').fill(words)
      await empty.getByRole('textbox').press('Enter')
      await until(empty, `painted.at(-1)?.words === ${JSON.stringify(words)}`)
      const least = await empty.evaluate<number>('painted.at(-1).after')
      await page.bringToFront()
      if (round < warmUp) continue
      times.push(time)
      bare.push(least)
    }
    const figure = median(times)
    return {
      what: `Enter until the ghost is painted, ${slower} times slowed CPU`,
      measured: `median ${figure.toFixed(0)} ms, 90 of 100 under ${percentile(times, 0.9).toFixed(0)} ms, ${rounds} rounds`,
      floor: `${median(bare).toFixed(0)} ms for a page that only adds a line of text`,
      figure: `${figure.toFixed(0)} ms`,
      budget: `under ${budget} ms`,
      met: figure < budget,
    }
  } finally {
    await web.close()
  }
}

/** Runs in the page: notes how long after each Enter its words stand in the conversation, on the screen. */
const watchGhosts = `
  const painted = (globalThis.painted = [])
  addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    const words = event.target.value
    const look = () => {
      const rows = [...document.querySelectorAll('[role=feed] article')].slice(-3)
      if (!rows.some((row) => row.textContent.includes(words))) return requestAnimationFrame(look)
      // What is posted inside a frame comes after it was painted.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => painted.push({ words, after: performance.now() - event.timeStamp })
      port2.postMessage(undefined)
    }
    requestAnimationFrame(look)
  }, { capture: true })
`

/** The least that a page can do. */
const bareChat = `<textarea></textarea><div role="feed"></div><script>
  document.querySelector('textarea').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const row = document.createElement('article')
    row.textContent = event.target.value
    document.querySelector('[role=feed]').append(row)
    event.target.value = ''
  })
</script>`
