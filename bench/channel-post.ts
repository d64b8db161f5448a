import { type Person, people } from './accounts.ts'
import type { Figure } from './figure.ts'
import { median } from './program.ts'
import type { Store } from './stores.ts'

const followers = 10_000
const rounds = 10
const budget = { answer: 50, delay: 15, rate: 30_000 }

/** Milliseconds until a post to many followers is answered, how fast it is copied, and how long that blocks the event loop. */
export async function channelPost(store: Store): Promise<Figure> {
  const crowd = people(followers + 1)
  await using server = await store.start(crowd.prepareChannel)
  const [owner] = crowd.people as [Person]
  await using stored = await store.open(server)
  const waiting = () => stored.number('SELECT COUNT(*) FROM fan_out')
  const arrived = () => stored.number("SELECT COUNT(*) FROM push WHERE direction = 'incoming'")
  const answers: number[] = []
  const lasts: number[] = []
  // A push of a different type warms up the code, except for the measured part.
  await push({ type: 'note', body: 'warm up' })
  await server.delay()
  for (let round = 1; round <= rounds; round++) {
    const start = performance.now()
    answers.push(
      await push({ type: 'note', title: 'To all', body: 'a note of an ordinary length, say one line', channel_tag: 'bench' }),
    )
    while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    lasts.push(performance.now() - start)
    const copies = await arrived()
    if (copies !== round * followers) throw new Error(`${copies} copies of ${round * followers} arrived.`)
  }
  const delay = await server.delay()

  async function push(body: object): Promise<number> {
    const start = performance.now()
    const answer = await fetch(`${server.origin}/v2/pushes`, {
      method: 'POST',
      headers: { 'access-token': owner.token },
      body: JSON.stringify(body),
    })
    await answer.text()
    if (answer.status !== 200) throw new Error(`A push was answered with ${answer.status}.`)
    return performance.now() - start
  }

  const answer = Math.max(...answers)
  const rate = followers / (median(lasts) / 1_000)
  return {
    what: `a channel post to ${followers} followers, ${rounds} of them, on ${store.name}`,
    measured: `answered after ${median(answers).toFixed(1)} ms, in every box after ${median(lasts).toFixed(0)} ms (medians)`,
    figure: `answered after at most ${answer.toFixed(1)} ms, ${Math.round(rate)} boxes/s, event-loop delay p99 ${delay.toFixed(1)} ms`,
    budget: `under ${budget.answer} ms, at least ${budget.rate} boxes/s, at most ${budget.delay} ms`,
    met: answer < budget.answer && rate >= budget.rate && delay <= budget.delay,
    values: {
      'answered ms': median(answers),
      'answered at most ms': answer,
      'in every box ms': median(lasts),
      'boxes/s': rate,
      'delay p99 ms': delay,
    },
  }
}
