import type { Figure } from './figure.ts'
import { median, percentile } from './program.ts'
import { fillBox, openWeb, until } from './web.ts'

const slower = 4
const warmUp = 3
const rounds = 30
const budget = 100
/** Milliseconds between the last letter and Enter. */
const pause = 150

/** Milliseconds from pressing Enter until the ghost is painted, on a throttled processor. */
export async function webGhost(): Promise<Figure> {
  await using web = await openWeb()
  const { page } = web
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
    // A person doesn't press Enter at the same moment as the last letter.
    await page.waitForTimeout(pause)
    await field.press('Enter')
    await until(page, `painted.at(-1)?.words === ${JSON.stringify(words)}`)
    const time = await page.evaluate<number>('painted.at(-1).after')
    await page.getByRole('feed').getByText('Sending', { exact: true }).waitFor({ state: 'detached' })
    await empty.bringToFront()
    await empty.getByRole('textbox').fill(words)
    await empty.waitForTimeout(pause)
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
    values: { 'median ms': figure, 'p90 ms': percentile(times, 0.9), 'floor ms': median(bare) },
  }
}

/**
 * Runs in the page: records how long after each Enter the message is on screen. The browser reports the time until the next frame (Event
 * Timing, in steps of 8 ms); if the message isn't in that frame, the frame that shows it counts.
 */
const watchGhosts = `
  const painted = (globalThis.painted = [])
  const inNextFrame = new Map()
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) {
      const words = name === 'keydown' && inNextFrame.get(startTime)
      if (words) painted.push({ words, after: duration })
    }
  }).observe({ type: 'event', durationThreshold: 16 })
  addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    const words = event.target.value
    let frames = 0
    const look = () => {
      const rows = [...document.querySelectorAll('[role=feed] article')].slice(-3)
      frames++
      if (!rows.some((row) => row.textContent.includes(words))) return requestAnimationFrame(look)
      if (frames === 1) {
        inNextFrame.set(event.timeStamp, words)
        // The browser doesn't report anything faster than 16 ms.
        setTimeout(() => painted.at(-1)?.words === words || painted.push({ words, after: 16 }), 1_000)
        return
      }
      requestAnimationFrame(() => painted.push({ words, after: performance.now() - event.timeStamp }))
    }
    requestAnimationFrame(look)
  }, { capture: true })
`

/** The floor: the minimum that a page can do. */
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
