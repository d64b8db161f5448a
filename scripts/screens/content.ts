// Creates the people and messages in the pictures of scripts/screens/screens.ts.

import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import { record } from '../demo/recording.ts'

export interface Person {
  email: string
  token: string
  /** As the web client stores it. */
  account: { iden: string }
}

/** The idens of devices with a companion. */
export interface Devices {
  computer: string
  phone: string
}

// biome-ignore lint/suspicious/noExplicitAny: answers differ for each call
export type Answer = any

/** Calls the API. @throws Error when the call is refused */
export async function call(origin: string, path: string, body: object, token?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { 'access-token': token }) }
  const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`)
  return JSON.parse(text)
}

/** All accounts have the same password. */
export const password = 'a long password'

/** Creates an account, with an address made of the first name. */
export async function signUp(origin: string, name: string): Promise<Person> {
  const email = `${name.split(' ')[0]?.toLowerCase()}@example.org`
  const { access_token } = await call(origin, '/provider/local/sign-up', { email, password, name })
  const account = await call(origin, '/v2/authenticate', { type: 'local', access_token })
  return { email, token: account.api_key, account }
}

/** Hills under a sun, as a picture to send. */
export async function picture(width: number, height: number, hue: number): Promise<Buffer> {
  const hill = (y: number, depth: number) =>
    `<path fill="hsl(${hue + depth * 14} 38% ${62 - depth * 15}%)" d="M0 ${y} C ${width * 0.3} ${y - 90}, ${width * 0.45} ${y + 70}, ${width} ${y - 40} V ${height} H 0 Z"/>`
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue - 20} 60% 86%)"/><circle cx="${width * 0.74}" cy="${height * 0.27}" r="${height * 0.1}" fill="hsl(38 90% 72%)"/>
    ${hill(height * 0.55, 0)}${hill(height * 0.7, 1)}${hill(height * 0.86, 2)}</svg>`
  return sharp(Buffer.from(drawing)).jpeg({ quality: 80 }).toBuffer()
}

/** Uploads a file. @returns the fields of a push that sends it */
export async function upload(origin: string, token: string, name: string, type: string, bytes: Buffer): Promise<Answer> {
  const { id, piece_urls } = await call(origin, '/v3/start-upload', { name, type, size: bytes.length }, token)
  const sent = await fetch(piece_urls[0], { method: 'POST', body: new Uint8Array(bytes) })
  if (!sent.ok) throw new Error(`${name} was not uploaded: ${sent.status} ${await sent.text()}`)
  return call(origin, '/v3/finish-upload', { id }, token)
}

/** Creates everything in the pictures. `agos` receives how many minutes ago each push was sent, by its text. */
export async function fill(origin: string): Promise<{ mira: Person; ana: Person; devices: Devices; agos: Map<string, number> }> {
  const mira = await signUp(origin, 'Mira Okafor')
  const ana = await signUp(origin, 'Ana Reyes')
  const bo = await signUp(origin, 'Bo Kim')
  const agos = new Map<string, number>()
  const push = async (from: Person, ago: number, fields: Answer) => {
    agos.set(fields.body ?? fields.title ?? fields.file_name, ago)
    return call(origin, '/v2/pushes', fields, from.token)
  }
  const note = (from: Person, to: Person, ago: number, body: string) => push(from, ago, { type: 'note', body, email: to.email })

  const device = async (fields: Answer) => (await call(origin, '/v2/devices', { app_version: 300, ...fields }, mira.token)).iden
  const lenovo = { manufacturer: 'Lenovo', model: 'ThinkPad X1', remote_files: 'enabled' }
  const pixel = {
    manufacturer: 'Google',
    model: 'Pixel 8',
    icon: 'phone',
    has_sms: true,
    has_mms: true,
    remote_files: 'disabled',
    mirroring: 'enabled',
    fingerprint: 'kdeconnect workshop pixel',
  }
  const devices = {
    computer: await device({ nickname: 'Workshop', type: 'linux', ...lenovo }),
    phone: await device({ nickname: 'Pixel 8', type: 'android', ...pixel }),
  }
  await device({ nickname: 'Reading tablet', type: 'ios', manufacturer: 'Apple', model: 'iPad' })

  await note(ana, mira, 2_905, 'Are the slides done?')
  await note(mira, ana, 2_902, 'Almost. One more page, then they are yours.')
  await push(ana, 1_450, {
    type: 'link',
    title: 'Venue plan',
    url: 'https://example.org/venue/plan',
    body: 'The hall on the left is ours.',
    email: mira.email,
  })
  const hills = await upload(origin, ana.token, 'hills.jpg', 'image/jpeg', await picture(960, 540, 165))
  await push(ana, 1_448, { type: 'file', ...hills, body: 'The view from the terrace', email: mira.email })
  const slides = await upload(origin, mira.token, 'slides.pdf', 'application/pdf', Buffer.alloc(848_211))
  await push(mira, 190, { type: 'file', ...slides, email: ana.email })
  await push(mira, 189, { type: 'list', title: 'Before we open', body: 'Projector\nName tags\nTwenty chairs', email: ana.email })
  await fillAlbum(origin, ana.token, (fields, at) => push(ana, 40 - at / 60, { ...fields, email: mira.email }))
  const { bytes, ...heard } = record(18)
  const voice = await upload(origin, mira.token, 'Voice message.wav', 'audio/wav', bytes)
  await push(mira, 36, { type: 'file', ...voice, ...heard, email: ana.email })
  await push(ana, 34, { type: 'address', title: 'Harbour Hall', body: '12 Quay Street\nPort Ellery', email: mira.email })
  await note(ana, mira, 33, 'Perfect! I will be there first.')
  await note(mira, ana, 1, 'See you at nine?')

  await note(bo, mira, 400, 'Your bike is ready, come by whenever.')
  await note(bo, mira, 12, 'We close at six today')
  await call(origin, '/v2/contacts', { name: 'Dana Whitfield', email: 'dana@example.net' }, mira.token)
  await call(origin, '/v2/chats', { email: 'dana@example.net' }, mira.token)
  await call(origin, '/v2/blocks', { email: 'offers@example.com' }, mira.token)

  await push(mira, 2_700, { type: 'link', title: 'How tides work', url: 'https://example.org/tides' })
  const harbour = await upload(origin, mira.token, 'harbour.jpg', 'image/jpeg', await picture(640, 640, 205))
  await push(mira, 95, { type: 'file', ...harbour })
  const parcel = await push(mira, 94, { type: 'note', title: 'Parcel', body: 'Locker 14, code on the fridge' })
  await call(origin, `/v2/pushes/${parcel.iden}`, { tags: ['errands'] }, mira.token)
  const list = await push(mira, 60, { type: 'list', title: 'For the crossing #boat', body: 'Tickets\nBinoculars\nRain coats' })
  await call(origin, `/v2/pushes/${list.iden}`, { ticks: [{ index: 0, text: 'Tickets', checked: true }] }, mira.token)

  await call(
    origin,
    '/v2/channels',
    { tag: 'port-ellery', name: 'Port Ellery Notes', description: 'What happens at the harbour, once a week.' },
    mira.token,
  )
  await push(mira, 300, {
    type: 'note',
    title: 'Low water on Sunday',
    body: 'Boats stay in until four.',
    channel_tag: 'port-ellery',
  })
  await call(
    origin,
    '/v2/channels',
    { tag: 'night-sky', name: 'Night Sky', description: 'What to look for after dark.' },
    ana.token,
  )
  await call(origin, '/v2/subscriptions', { channel_tag: 'night-sky' }, mira.token)
  await call(
    origin,
    '/v2/channels',
    { tag: 'ferry-times', name: 'Ferry times', description: 'When the ferry leaves, and when it does not.' },
    ana.token,
  )
  await push(ana, 600, {
    type: 'link',
    title: 'Saturn rises at ten',
    url: 'https://example.org/saturn',
    body: 'Low in the east, a hand above the roofs.',
    channel_tag: 'night-sky',
  })
  await arrived(origin, mira, 'Saturn rises at ten')
  return { mira, ana, devices, agos }
}

async function fillAlbum(origin: string, token: string, send: (fields: Answer, at: number) => Promise<unknown>): Promise<void> {
  const album = crypto.randomUUID()
  const shapes = [
    [900, 1_200],
    [1_200, 800],
    [1_200, 800],
    [1_000, 1_000],
  ] as const
  for (const [at, [width, height]] of shapes.entries()) {
    const photo = await upload(origin, token, `quay-${at + 1}.jpg`, 'image/jpeg', await picture(width, height, 20 + at * 55))
    const first = at === 0 && { body: 'The hall, from all sides' }
    await send({ type: 'file', ...photo, ...first, album, guid: at === 0 ? album : crypto.randomUUID() }, at)
  }
}

/** A post reaches the followers after the response. */
async function arrived(origin: string, { token }: Person, title: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/v2/pushes`, { headers: { 'access-token': token } })
    if (((await answer.json()) as Answer).pushes.some((push: Answer) => push.title === title)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Changes the times of the pushes in the database of a stopped server. */
export function age(database: string, agos: Map<string, number>): void {
  const db = new DatabaseSync(database)
  const now = Date.now() * 1_000
  const move = db.prepare('UPDATE push SET created = $1, modified = $1 WHERE $2 IN (body, title, file_name)')
  for (const [words, ago] of agos) move.run({ 1: Math.round(now - ago * 60_000_000), 2: words })
  db.close()
}
