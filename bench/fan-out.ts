import { once } from 'node:events'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { type Person, people } from './accounts.ts'
import type { Figure } from './figure.ts'
import { median, percentile, startProgram } from './program.ts'
import type { Store } from './stores.ts'

const followers = 2_000
const rounds = 10
/** In milliseconds: what storing a copy per follower may add to the floor, and the event-loop delay during that. */
const budget = { more: 60, delay: 15 }

/** Milliseconds from sending a post until the last of its followers, each on their own socket, has the frame. */
export async function fanOut(store: Store): Promise<Figure> {
  const crowd = people(followers + 1)
  await using server = await store.start(crowd.prepareChannel)
  await using floor = await startProgram(join(import.meta.dirname, 'floor/sockets.ts'))
  const [owner, ...others] = crowd.people as [Person, ...Person[]]
  const post = (guid: string) => ({
    method: 'POST',
    headers: { 'access-token': owner.token },
    body: JSON.stringify({ type: 'note', title: guid, body: 'a note of an ordinary length, say one line', channel_tag: 'bench' }),
  })
  const times = { server: [] as number[], floor: [] as number[] }
  const halves: number[] = []
  const own = await listen(others.map(({ token }) => `${server.origin.replace('http', 'ws')}/websocket/${token}?delta=1`))
  const bare = await listen(others.map(() => floor.origin.replace('http', 'ws')))
  for (let round = 0; round <= rounds; round++) {
    const arrivals = await own.hear(`${server.origin}/v2/pushes`, post(`round ${round}`), `round ${round}`)
    const floorArrivals = await bare.hear(floor.origin, { method: 'POST', body: `round ${round}` }, `round ${round}`)
    // The first round warms up the code; after that the delay counts.
    if (round === 0) await server.delay()
    else {
      times.server.push(Math.max(...arrivals))
      halves.push(percentile(arrivals, 0.5))
      times.floor.push(Math.max(...floorArrivals))
    }
  }
  const delay = await server.delay()
  own.close()
  bare.close()
  const figure = median(times.server)
  const most = median(times.floor) + budget.more
  return {
    what: `a channel post -> frames on the sockets of ${followers} followers, on ${store.name}`,
    measured: `half of them after ${median(halves).toFixed(0)} ms, the last after ${figure.toFixed(0)} ms (medians of ${rounds} posts)`,
    floor: `${median(times.floor).toFixed(0)} ms: bare ws, the same frame to as many sockets, nothing stored`,
    figure: `${figure.toFixed(0)} ms, event-loop delay p99 ${delay.toFixed(1)} ms`,
    budget: `at most ${most.toFixed(0)} ms (the floor and ${budget.more}), at most ${budget.delay} ms`,
    met: figure <= most && delay <= budget.delay,
    values: { 'last ms': figure, 'half ms': median(halves), 'floor ms': median(times.floor), 'delay p99 ms': delay },
  }
}

/** Opens sockets. `hear` makes a request and returns, for each socket, the milliseconds until a frame with this text arrived. */
async function listen(urls: readonly string[]) {
  const sockets: WebSocket[] = []
  let heard = (_frame: string) => {}
  for (const url of urls) {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    const first = once(socket, 'message')
    sockets.push(socket)
    if (sockets.length % 100 === 0) await first
    socket.on('message', (data) => heard(String(data)))
  }
  return {
    async hear(url: string, request: RequestInit, text: string): Promise<number[]> {
      const arrivals: number[] = []
      const start = performance.now()
      const all = new Promise<void>((resolve) => {
        heard = (frame) => {
          if (frame.includes(text) && arrivals.push(performance.now() - start) === sockets.length) resolve()
        }
      })
      const answer = await fetch(url, request)
      await answer.text()
      if (answer.status !== 200) throw new Error(`A post was answered with ${answer.status}.`)
      await all
      return arrivals
    },
    close() {
      for (const socket of sockets) socket.terminate()
    },
  }
}
