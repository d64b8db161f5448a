// Creates the accounts of the demonstration, with the messages between them.

import { inMemoryStore, openSession, platform, type Session } from '@waypost/client'
import { uploadFile } from '@waypost/client/queue/upload'
import { authenticate, createChannel, createPush, createSubscription } from '@waypost/protocol'
import { drawLandscape } from './content.ts'

/** The people in the demonstration. All have the same password. */
export const demo = { email: 'demo@example.org', password: 'waypost-demo', name: 'Dana Reyes' }
const ben = { ...demo, email: 'ben@example.org', name: 'Ben Okafor' }
const mira = { ...demo, email: 'mira@example.org', name: 'Mira Lindqvist' }

/**
 * Creates the account of the demonstration and its friends on an empty server, and sends messages between them.
 * @returns the token of the account
 */
export async function fillAccount(origin: string): Promise<string> {
  // The first account is the administrator.
  const [dana, bens, miras] = [await signUp(origin, demo), await signUp(origin, ben), await signUp(origin, mira)]
  const [me, friend, other] = [dana, bens, miras].map((token) => open(origin, token)) as [Session, Session, Session]
  const say = (session: Session, email: string, body: string) => session.call(createPush, { type: 'note', body, email })

  const river = { tag: 'river-level', name: 'River level', description: 'How high the river stands, each morning.' }
  await other.call(createChannel, { ...river, website_url: 'https://example.org/river' })
  await me.call(createSubscription, { channel_tag: river.tag })
  await me.call(createChannel, { tag: 'allotment-12', name: 'Allotment 12', description: 'What grows, and who waters.' })
  await friend.call(createSubscription, { channel_tag: 'allotment-12' })
  await other.call(createPush, { type: 'note', title: 'Monday', body: '1.82 m, falling.', channel_tag: river.tag })
  await other.call(createPush, {
    type: 'note',
    title: 'Tuesday',
    body: '1.74 m, falling. The ford is open again.',
    channel_tag: river.tag,
  })
  await me.call(createPush, {
    type: 'note',
    body: 'The beans need water on Thursday. Who has time?',
    channel_tag: 'allotment-12',
  })

  await say(other, demo.email, 'Did you get the tickets for Friday?')
  await say(me, mira.email, 'Two of them, row F.')
  await say(other, demo.email, 'Perfect. I bring the biscuits.')
  await say(friend, demo.email, 'The coast was wonderful. Have a look:')
  await sendPicture(friend, demo.email)
  await say(me, ben.email, 'Oh! Where is that?')
  await friend.call(createPush, {
    type: 'link',
    title: 'The path along the cliffs',
    url: 'https://example.org/cliff-path',
    email: demo.email,
  })
  await say(friend, demo.email, 'Two hours by train. Shall we go there together in spring?')

  await me.call(createPush, { type: 'note', title: 'Shopping', body: 'Milk, flour, and the blue paint' })
  await me.call(createPush, { type: 'link', title: 'Bread with three ingredients', url: 'https://example.org/flat-bread' })
  for (const session of [me, friend, other]) session.close()
  return dana
}

async function signUp(origin: string, person: typeof demo): Promise<string> {
  const answer = await fetch(`${origin}/provider/local/sign-up`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(person),
  })
  const granted = (await answer.json()) as { access_token?: string }
  if (granted.access_token === undefined) throw new Error(`${person.email} could not sign up: ${JSON.stringify(granted)}`)
  const session = open(origin, '')
  const { api_key } = await session.call(authenticate, { type: 'local', access_token: granted.access_token })
  session.close()
  if (api_key === undefined) throw new Error(`${person.email} got no key.`)
  return api_key
}

function open(origin: string, token: string): Session {
  return openSession({ origin, token, saved: inMemoryStore(), agent: 'waypost-demo' })
}

async function sendPicture(from: Session, email: string): Promise<void> {
  const { name, bytes } = await drawLandscape(2)
  const file = { name, type: 'image/jpeg', size: bytes.length, slice: (start: number, end: number) => bytes.subarray(start, end) }
  const parts = { call: from.call, platform, id: undefined, onBegun() {}, onProgress() {} }
  await from.call(createPush, { type: 'file', ...(await uploadFile(file, parts).done), email })
}
