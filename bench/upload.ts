import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { people } from './accounts.ts'
import type { Figure } from './figure.ts'
import { median, serverBundle, startProgram } from './program.ts'

const bytes = 2 ** 30
const pieceSize = 5_242_880
const concurrency = 4
const rounds = 3
const budget = { share: 0.85, memory: 64 * 2 ** 20 }

/** The speed of uploading 1 GB in pieces, compared to a bare stream to disk, and the memory it takes. */
export async function upload(): Promise<Figure> {
  const crowd = people(1)
  await using server = await startProgram(serverBundle, async (folder) => {
    await crowd.prepare(folder)
    const store = new DatabaseSync(join(folder, 'waypost.db'))
    const plan = store.prepare(`INSERT INTO plan VALUES (?, 'yearly', 'test', 'bench', 0, 9e15, NULL)`)
    plan.run(crowd.people[0]?.iden as string)
    store.close()
  })
  await using floor = await startProgram(join(import.meta.dirname, 'floor/pieces.ts'))
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const piece = randomBytes(pieceSize)
  const token = crowd.people[0]?.token as string
  const rates = { server: [] as number[], floor: [] as number[] }
  let before = 0
  let peak = 0
  try {
    // The first round warms up code, disk and allocator.
    for (let round = 0; round <= rounds; round++) {
      const own = await toServer()
      const bare = await toFloor(round)
      if (round === 0) {
        await server.memory()
        before = server.peakMemory()
      } else {
        rates.server.push(own)
        rates.floor.push(bare)
      }
    }
    peak = server.peakMemory()
  } finally {
    agent.destroy()
  }

  /** @returns megabytes per second */
  async function toServer(): Promise<number> {
    const start = performance.now()
    const begun = await call('/v3/start-upload', { name: 'film.bin', size: bytes })
    // An IP address of this machine; its host name may resolve to another one first.
    const urls = (begun.piece_urls as string[]).map((url) => server.origin + new URL(url).pathname)
    await sendAll(urls)
    const { file_url } = await call('/v3/finish-upload', { id: begun.id })
    if (typeof file_url !== 'string') throw new Error('The upload was not finished.')
    return bytes / 2 ** 20 / ((performance.now() - start) / 1_000)
  }

  async function toFloor(round: number): Promise<number> {
    const start = performance.now()
    await sendAll(Array.from({ length: Math.ceil(bytes / pieceSize) }, (_, index) => `${floor.origin}/${round}-${index}`))
    return bytes / 2 ** 20 / ((performance.now() - start) / 1_000)
  }

  async function call(path: string, body: object) {
    const headers = { 'access-token': token }
    const answer = await fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as Record<string, unknown>
  }

  async function sendAll(urls: readonly string[]): Promise<void> {
    let next = 0
    const sender = async () => {
      for (let index = next++; index < urls.length; index = next++) {
        await send(urls[index] as string, piece.subarray(0, Math.min(pieceSize, bytes - index * pieceSize)))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, sender))
  }

  function send(url: string, body: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      const posted = request(url, { method: 'POST', agent, headers: { 'content-length': body.length } }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`A piece was answered with ${answer.statusCode}.`))
        answer.resume().on('end', resolve)
      })
      posted.on('error', reject)
      posted.end(body)
    })
  }

  const share = median(rates.server) / median(rates.floor)
  const grown = peak - before
  return {
    what: 'upload of 1 GB in pieces, against a bare stream to disk',
    measured:
      `${Math.round(median(rates.server))} MB/s, ${concurrency} pieces at once, median of ${rounds} rounds; ` +
      `memory at its peak ${(peak / 2 ** 20).toFixed(0)} MB, ${(grown / 2 ** 20).toFixed(0)} MB above the first upload's`,
    floor: `${Math.round(median(rates.floor))} MB/s: node:http, one file a piece, flushed`,
    figure: `${share.toFixed(2)}, memory +${(grown / 2 ** 20).toFixed(0)} MB`,
    budget: `at least ${budget.share}, memory flat (+${budget.memory / 2 ** 20} MB at most)`,
    met: share >= budget.share && grown <= budget.memory,
    values: { 'MB/s': median(rates.server), 'floor MB/s': median(rates.floor), share, 'memory grown MB': grown / 2 ** 20 },
  }
}
