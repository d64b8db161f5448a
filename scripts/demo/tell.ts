import { DatabaseSync } from 'node:sqlite'
import type { Session } from '@waypost/client'
import {
  createChannel,
  createDevice,
  createPush,
  createSubscription,
  deletePush,
  type Gives,
  listPushes,
  listSubscriptions,
  moveReadMarkers,
  type Takes,
  updatePush,
} from '@waypost/protocol'
import { type Account, createAccount, demo, openAccount, upload } from './account.ts'
import { channels, timesOf } from './channels.ts'
import { drawLandscape } from './content.ts'
import { record } from './recording.ts'
import { type Line, own, type Person, people, type Said, timeOf, waiting } from './story.ts'

interface Told {
  /** By the accounts' addresses. */
  tokens: ReadonlyMap<string, string>
  /** Milliseconds since 1970, by the iden of the sender's push. */
  times: Map<string, number>
  /** The address of the person with whom Dana wrote the most in the last week. */
  liveliest: string
}

interface Event {
  time: number
  run(): Promise<void>
}

type Content = Omit<Takes<typeof createPush>, 'email'>
type Sent = Gives<typeof createPush>

const week = 7 * 86_400_000
/** Channels do not post at the same time. */
const betweenChannels = 47 * 60_000

/** Creates the accounts on an empty server, and sends everything in the order of its times. */
export async function tell(origin: string, now = Date.now()): Promise<Told> {
  const dana = await createAccount(origin, demo)
  const others = new Map<string, Account>()
  for (const person of people) others.set(person.email, await createAccount(origin, person))
  const accountOf = (email: string) => (email === demo.email ? dana : (others.get(email) as Account))
  await createDevices(dana)
  const times = new Map([dana, ...others.values()].map(({ faceIden }) => [faceIden, now - 2 * week]))
  const events = [
    ...people.flatMap(({ email, lines }) => conversation(dana, accountOf(email), lines, now, times)),
    ...conversation(dana, dana, own, now, times),
    ...(await postings(dana, accountOf, now, times)),
  ]
  for (const { run } of events.sort((one, other) => one.time - other.time)) await run()
  await dana.session.call(createPush, {
    type: 'note',
    body: waiting.text,
    email: waiting.email,
    send_at: (now + waiting.minutes * 60_000) / 1_000,
  })
  await arrived(dana)
  for (const { session } of [dana, ...others.values()]) session.close()
  const lately = (lines: readonly Line[]) => lines.filter(({ at }) => timeOf(at, now) > now - week).length
  const liveliest = people.toSorted((one, other) => lately(other.lines) - lately(one.lines))[0]?.email ?? demo.email
  return { tokens: new Map([dana, ...others.values()].map(({ email, token }) => [email, token])), times, liveliest }
}

async function createDevices({ session }: Account): Promise<void> {
  const tablet = { nickname: 'Tablet', type: 'ios', icon: 'tablet', manufacturer: 'Apple', model: 'iPad' }
  const server = { nickname: 'Home server', type: 'linux', icon: 'desktop', manufacturer: 'Raspberry', model: 'Pi 5' }
  for (const device of [tablet, server]) await session.call(createDevice, device)
}

/** The lines of a conversation; with `other` as Dana herself, her messages to herself. */
function conversation(dana: Account, other: Account, lines: readonly Line[], now: number, times: Map<string, number>): Event[] {
  /** The idens of each line in the boxes of its sender and its receiver. */
  const sent: Map<string, string>[] = []
  return lines.map(({ at, from, what }, index) => ({
    time: timeOf(at, now),
    async run() {
      const [sender, receiver] = from === 'me' ? [dana, other] : [other, dana]
      const answered = typeof what === 'object' && 'replyTo' in what ? sent[index - (what.replyTo ?? 0)] : undefined
      const to = dana === other ? {} : { email: receiver.email }
      const reply = answered && { reply_to: answered.get(sender.email) as string }
      let first: Sent | undefined
      for (const content of await contentsOf(sender, what)) {
        const push = await sender.session.call(createPush, { ...content, ...to, ...reply })
        times.set(push.iden, timeOf(at, now))
        first ??= push
      }
      const { iden } = first as Sent
      const theirs = dana === other ? iden : await copyOf(receiver, sender)
      sent[index] = new Map([
        [receiver.email, theirs],
        [sender.email, iden],
      ])
      if (typeof what === 'object') await afterwards(what, { sender, iden }, { sender: receiver, iden: theirs })
    },
  }))
}

/** The iden of the newest push from a person in the box of another. */
async function copyOf({ session }: Account, from: Account): Promise<string> {
  const { pushes } = await session.call(listPushes, { email: from.email, limit: 1 })
  return pushes[0]?.iden ?? ''
}

interface Copy {
  sender: Account
  iden: string
}

/** Later events of a message: an edit, a pin, a reaction of its receiver, ticks, or its deletion. */
async function afterwards(
  what: Exclude<Said, string>,
  { sender, iden }: Copy,
  { sender: receiver, iden: theirs }: Copy,
): Promise<void> {
  if ('list' in what && what.ticked)
    await sender.session.call(updatePush, {
      iden,
      ticks: what.items.slice(0, what.ticked).map((text, index) => ({ index, text, checked: true })),
    })
  if (!('text' in what) || 'pictures' in what || 'link' in what) return
  if (what.edited) await sender.session.call(updatePush, { iden, body: what.edited })
  if (what.pinned) await sender.session.call(updatePush, { iden, pinned: true })
  if (what.reaction) await receiver.session.call(updatePush, { iden: theirs, reaction: what.reaction })
  if (what.deleted) await sender.session.call(deletePush, { iden, everyone: true })
}

async function contentsOf({ session }: Account, what: Said): Promise<Content[]> {
  if (typeof what === 'string') return [{ type: 'note', body: what }]
  if ('pictures' in what) {
    const album = crypto.randomUUID()
    const files = await Promise.all(
      what.pictures.map(async (number) => upload(session, { type: 'image/jpeg', ...(await drawLandscape(number)) })),
    )
    const isAlbum = files.length > 1 && { album }
    return files.map((file, index) => ({
      type: 'file',
      ...file,
      ...isAlbum,
      guid: index === 0 ? album : crypto.randomUUID(),
      ...(index === 0 && what.text !== undefined && { body: what.text }),
    }))
  }
  if ('voice' in what) {
    const { bytes, ...heard } = record(what.voice)
    const file = await upload(session, { name: 'Voice message.wav', type: 'audio/wav', bytes })
    return [{ type: 'file', ...file, ...heard }]
  }
  if ('list' in what) return [{ type: 'list', title: what.list, body: what.items.join('\n') }]
  if ('place' in what) return [{ type: 'address', title: what.place, body: what.address }]
  if ('link' in what)
    return [{ type: 'link', title: what.link, url: what.url, ...(what.text !== undefined && { body: what.text }) }]
  if ('file' in what) {
    const type = what.file.endsWith('.csv') ? 'text/csv' : 'text/plain'
    return [{ type: 'file', ...(await upload(session, { name: what.file, type, bytes: Buffer.from(what.content) })) }]
  }
  return [{ type: 'note', body: what.text }]
}

/** Creates the channels, which Dana follows, and returns their posts. */
async function postings(
  dana: Account,
  accountOf: (email: string) => Account,
  now: number,
  times: Map<string, number>,
): Promise<Event[]> {
  const events: Event[] = []
  for (const [order, { tag, name, description, website, owner, posts }] of channels.entries()) {
    const { session } = accountOf(owner)
    await session.call(createChannel, { tag, name, description, website_url: website })
    const follower = owner === demo.email ? accountOf('ben@example.org') : dana
    await follower.session.call(createSubscription, { channel_tag: tag })
    const sentAt = timesOf(posts.length, now - order * betweenChannels)
    for (const [index, post] of posts.entries()) {
      const time = sentAt[index] as number
      const run = async () => {
        const { iden } = await session.call(createPush, { type: 'note', ...post, channel_tag: tag })
        times.set(iden, time)
      }
      events.push({ time, run })
    }
  }
  return events
}

/** Waits until Dana has all posts of the channels that she follows, which are delivered after the responses. */
async function arrived({ session }: Account): Promise<void> {
  const followed = channels.filter(({ owner }) => owner !== demo.email)
  for (;;) {
    const counts = await Promise.all(
      followed.map(async ({ tag, posts }) => {
        const { pushes } = await session.call(listPushes, { channel_tag: tag, limit: posts.length })
        return pushes.length === posts.length
      }),
    )
    if (counts.every(Boolean)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Backdates the messages in the database of a stopped server. Later changes are dated a minute after the message. */
export function moveToTimes(database: string, times: Map<string, number>): void {
  const db = new DatabaseSync(database)
  const move = db.prepare(
    `UPDATE push SET created = $1, modified = $1,
       edited = CASE WHEN edited IS NULL THEN NULL ELSE $1 + 60000000 END,
       pinned = CASE WHEN pinned IS NULL THEN NULL ELSE $1 + 60000000 END
     WHERE iden = $2 OR original = $2`,
  )
  db.exec('BEGIN')
  for (const [iden, time] of times) move.run({ 1: time * 1_000, 2: iden })
  db.exec('COMMIT')
  db.close()
}

/** Marks as read what Dana and the others have read by now, which depends on the times. */
export async function read(origin: string, tokens: ReadonlyMap<string, string>, now = Date.now()): Promise<void> {
  for (const [email, token] of tokens) {
    const session = openAccount(origin, token)
    const markers =
      email === demo.email ? await danasMarkers(session, now) : [{ conversation: `email:${demo.email}`, read_to: now / 1_000 }]
    await session.call(moveReadMarkers, { markers })
    session.close()
  }
}

/** All channels, and of each person all but the last lines. */
async function danasMarkers(session: Session, now: number): Promise<{ conversation: string; read_to: number }[]> {
  const { subscriptions } = await session.call(listSubscriptions, { active_only: true })
  const toLast = ({ lines, unread = 0 }: Person) => timeOf(lines.at(-1 - unread)?.at ?? '0m', now) / 1_000 + 1
  return [
    ...people.map((person) => ({ conversation: `email:${person.email}`, read_to: toLast(person) })),
    ...subscriptions.map(({ channel }) => ({ conversation: `channel:${channel?.iden}`, read_to: now / 1_000 })),
  ]
}
