import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { programs } from '../test-program.ts'
import { fillAccounts, fillChannel, numbers } from '../test-server.ts'

// The server ends in the middle of posts to many followers: it is killed, or the power fails.

const servers = programs()
const cutOff = programs(join(import.meta.dirname, 'test-cut-off.ts'), servers.root)
afterAll(() => {
  cutOff.close()
  servers.close()
})

interface Copy {
  iden: string
  modified: number
  title: string
}

/** Creates a folder with a channel that some accounts follow, the author first. */
async function crowd(name: string, followers: number) {
  const folder = join(servers.root, name)
  mkdirSync(folder)
  const [author, ...others] = await fillAccounts(folder, followers + 1)
  if (!author) throw new Error('There is no author.')
  await fillChannel(
    folder,
    'crowd',
    author.iden,
    others.map(({ iden }) => iden),
  )
  return { folder, author, followers: others }
}

async function listen(origin: string, people: readonly { iden: string; token: string }[], heard: Map<string, Copy[]>) {
  return Promise.all(
    people.map(async ({ iden, token }) => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/websocket/${token}?delta=1`)
      socket.on('error', () => {})
      const copies = heard.get(iden) ?? []
      heard.set(iden, copies)
      socket.on('message', (data) => copies.push(...(JSON.parse(String(data)).objects?.pushes ?? [])))
      await once(socket, 'message')
      return socket
    }),
  )
}

const post = (origin: string, token: string, title: string) =>
  fetch(`${origin}/v2/pushes`, {
    method: 'POST',
    headers: { 'access-token': token },
    body: JSON.stringify({ type: 'note', title, body: 'to all', channel_tag: 'crowd', guid: title }),
  })

function look(folder: string) {
  const db = new DatabaseSync(join(folder, 'waypost.db'), { readOnly: true })
  const number = (sql: string) => {
    const statement = db.prepare(sql)
    return () => Number(Object.values(statement.get() ?? {})[0])
  }
  return {
    copies: number("SELECT COUNT(*) FROM push WHERE direction = 'incoming'"),
    waiting: number('SELECT COUNT(*) FROM fan_out'),
    /** Holds the state that it reads now until it is closed. */
    hold: () => db.exec('BEGIN; SELECT COUNT(*) FROM fan_out'),
    close: () => db.close(),
  }
}

const closed = (socket: WebSocket) => (socket.readyState === WebSocket.CLOSED ? undefined : once(socket, 'close'))

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate)
}

function copiesIn(folder: string): Map<string, Copy[]> {
  const db = new DatabaseSync(join(folder, 'waypost.db'), { readOnly: true })
  const rows = db.prepare("SELECT owner, iden, title, modified FROM push WHERE direction = 'incoming' ORDER BY rowid").all()
  const behind = db.prepare('SELECT push.iden FROM push JOIN box ON box.owner = push.owner WHERE push.modified > box.stamp').all()
  db.close()
  expect(behind).toEqual([])
  const copies = new Map<string, Copy[]>()
  for (const { owner, iden, title, modified } of rows as unknown as (Copy & { owner: string })[])
    copies.set(owner, [...(copies.get(owner) ?? []), { iden, title, modified: modified / 1e6 }])
  return copies
}

const rise = (copies: readonly Copy[]) =>
  copies.every(({ modified }, at) => at === 0 || modified > (copies[at - 1]?.modified ?? 0))

test('CHAN-041 a server that is killed again and again under posts to 2,000 followers: each has each post once, in order, and stamps rise with commits [A2]', async () => {
  const { folder, author, followers } = await crowd('killed', 2_000)
  const listening = followers.filter((_, index) => index % 100 === 0)
  const heard = new Map<string, Copy[]>()
  const titles: string[] = []
  const kills = 4
  const random = numbers(41)
  let store: ReturnType<typeof look> | undefined
  for (let round = 0; round <= kills; round++) {
    const program = servers.run('killed')
    const origin = await program.ready
    store ??= look(folder)
    const { copies, waiting } = store
    await listen(origin, listening, heard)
    // Those already acknowledged are sent again, as by a client that has lost the response.
    for (const title of titles.slice(-3)) expect((await post(origin, author.token, title)).status).toBe(200)
    const end = copies() + Math.floor(random() * 5_000)
    let posting = true
    const posts = (async () => {
      for (let count = 0; posting && count < 6; count++) {
        const title = `post ${round} ${count}`
        const answer = await post(origin, author.token, title).catch(() => undefined)
        if (answer?.status === 200) titles.push(title)
      }
    })()
    if (round < kills) {
      await until(() => copies() >= end)
      program.child.kill('SIGKILL')
      posting = false
      await Promise.all([posts, program.exited])
    } else {
      await posts
      await until(() => waiting() === 0)
      program.child.kill('SIGTERM')
      await program.exited
    }
  }
  store?.close()

  const copies = copiesIn(folder)
  expect(copies.size).toBe(2_000)
  for (const { iden } of followers) {
    const own = copies.get(iden) as Copy[]
    expect(new Set(own.map(({ title }) => title)).size).toBe(own.length)
    // One whose response was lost may exist too.
    expect(own.map(({ title }) => title).filter((title) => titles.includes(title))).toEqual(titles)
    expect(rise(own)).toBe(true)
  }
  for (const [iden, told] of heard) {
    expect(rise(told)).toBe(true)
    const own = new Map(copies.get(iden)?.map((copy) => [copy.iden, copy.modified]))
    for (const copy of told) expect(own.get(copy.iden)).toBe(copy.modified)
  }
})

/** The ends of the commits in a log, in bytes: https://www.sqlite.org/fileformat2.html#walformat */
function commitsIn(log: Buffer): number[] {
  const frame = 24 + log.readUInt32BE(8)
  const ends: number[] = []
  for (let at = 32; at + frame <= log.length && log.subarray(at + 8, at + 16).equals(log.subarray(16, 24)); at += frame)
    if (log.readUInt32BE(at + 4) > 0) ends.push(at + frame)
  return ends
}

/** Removes from a store all commits that didn't wait for the disk, as a power cut may. @returns how many there were */
function losePower(folder: string): number {
  const file = join(folder, 'waypost.db')
  const ends = commitsIn(readFileSync(`${file}-wal`))
  const look = join(folder, 'look')
  /** Everything except the progress of the post, with a log that ends there; undefined if nothing may be lost. */
  const stateAt = (end: number) => {
    rmSync(look, { recursive: true, force: true })
    mkdirSync(look)
    copyFileSync(file, join(look, 'waypost.db'))
    copyFileSync(`${file}-wal`, join(look, 'waypost.db-wal'))
    truncateSync(join(look, 'waypost.db-wal'), end)
    const db = new DatabaseSync(join(look, 'waypost.db'))
    const posts = db.prepare('SELECT post, stamps_until FROM fan_out').all()
    const jobs = db.prepare('SELECT * FROM job').all()
    db.close()
    return posts.some(({ stamps_until }) => stamps_until !== null) ? JSON.stringify([posts, jobs]) : undefined
  }
  let kept = ends.length - 1
  const state = stateAt(ends[kept] as number)
  while (state !== undefined && kept > 0 && stateAt(ends[kept - 1] as number) === state) kept--
  rmSync(look, { recursive: true, force: true })
  truncateSync(`${file}-wal`, ends[kept] as number)
  // The log's index, which doesn't survive a reboot.
  rmSync(`${file}-shm`, { force: true })
  return ends.length - 1 - kept
}

/** Slices of a post committed before the power fails: all go to listening followers, and only the first waits for the disk. */
const slices = 5

test('copies that were told and then lost with the power come again, as the same pushes with later stamps, even if the clock was set back [A2]', async () => {
  const { folder, author, followers } = await crowd('power', 2_000)
  // More than the slices reach.
  const listening = followers.slice(0, 1_500)
  const heard = new Map<string, Copy[]>()
  const first = cutOff.run('power', { TEST_CUT_OFF_AFTER: String(slices) })
  const origin = await first.ready
  const firstStreams = await listen(origin, listening, heard)
  // The state it reads now stays readable, so no checkpoint moves later commits out of the log.
  const store = look(folder)
  store.hold()
  const postedAt = Date.now()
  // It may end before it answers.
  const posted = post(origin, author.token, 'one').then(
    ({ status }) => expect(status).toBe(200),
    () => {},
  )
  await Promise.all([posted, first.exited, ...firstStreams.map(closed)])
  store.close()
  const told = new Map([...heard].flatMap(([iden, [copy]]) => (copy ? [[iden, copy]] : [])))
  expect([...heard.values()].flat()).toHaveLength(told.size)
  expect(copiesIn(folder).size).toBe(told.size)
  expect(losePower(folder)).toBe(slices - 1)
  const kept = copiesIn(folder)
  const lost = listening.filter(({ iden }) => told.has(iden) && !kept.has(iden))
  expect(lost.length).toBeGreaterThan(kept.size)

  // The clock was set back, and stands still until the program gets a message, so that the post's job is not due before.
  const setBack = join(servers.root, 'set-back.mjs')
  writeFileSync(
    setBack,
    `const now = Date.now; Date.now = () => ${postedAt - 5_000}; process.stdin.once('data', () => (Date.now = now))`,
  )
  const second = servers.run('power', { NODE_OPTIONS: `--import ${setBack}` })
  const secondStreams = await listen(await second.ready, listening, heard)
  // A change of their own comes in between.
  for (const { token } of lost.slice(0, 10))
    await fetch(`${await second.ready}/v2/pushes`, {
      method: 'POST',
      headers: { 'access-token': token },
      body: JSON.stringify({ type: 'note', title: 'own' }),
    })
  second.child.stdin?.write('go on')
  const again = look(folder)
  await until(() => again.waiting() === 0)
  again.close()
  second.child.kill('SIGTERM')
  await Promise.all([second.exited, ...secondStreams.map(closed)])

  const copies = copiesIn(folder)
  for (const { iden } of followers) expect(copies.get(iden)?.map(({ title }) => title)).toEqual(['one'])
  for (const { iden } of listening) {
    const ofPost = heard.get(iden)?.filter(({ title }) => title === 'one')
    expect(ofPost).toHaveLength(lost.some((follower) => follower.iden === iden) ? 2 : 1)
    expect(new Set(ofPost?.map((copy) => copy.iden))).toEqual(new Set([copies.get(iden)?.[0]?.iden]))
    expect(rise(heard.get(iden) ?? [])).toBe(true)
  }
})
