import { inMemoryStore, openSession, platform, type Session } from '@waypost/client'
import { type Uploaded, uploadFile } from '@waypost/client/queue/upload'
import { authenticate, createPush, updateMe } from '@waypost/protocol'
import { drawFace, type FaceOptions } from './faces.ts'

/** The account that signs in to the demonstration. All accounts in it have the same password. */
export const demo = { email: 'demo@example.org', password: 'waypost-demo', name: 'Dana Reyes', face: { seed: 48, long: true } }

export interface Account {
  email: string
  token: string
  session: Session
  /** The iden of the push with the picture of the account. */
  faceIden: string
}

/** Creates an account with a drawn face, which it keeps as a push to itself. The first account of a server is its administrator. */
export async function createAccount(
  origin: string,
  { email, name, face }: { email: string; name: string; face: FaceOptions },
): Promise<Account> {
  const answer = await fetch(`${origin}/provider/local/sign-up`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: demo.password, name }),
  })
  const granted = (await answer.json()) as { access_token?: string }
  if (granted.access_token === undefined) throw new Error(`${email} could not sign up: ${JSON.stringify(granted)}`)
  const unknown = openAccount(origin, '')
  const { api_key } = await unknown.call(authenticate, { type: 'local', access_token: granted.access_token })
  unknown.close()
  if (api_key === undefined) throw new Error(`${email} got no key.`)
  const session = openAccount(origin, api_key)
  const file = await upload(session, { name: 'My face.png', type: 'image/png', bytes: await drawFace(face) })
  // Files live as long as a push refers to them.
  const { iden: faceIden } = await session.call(createPush, { type: 'file', ...file })
  await session.call(updateMe, { image_url: file.file_url })
  return { email, token: api_key, session, faceIden }
}

export function openAccount(origin: string, token: string): Session {
  return openSession({ origin, token, saved: inMemoryStore(), agent: 'waypost-demo' })
}

/** Uploads a file. @returns the fields for a push with it */
export function upload(
  session: Session,
  { name, type, bytes }: { name: string; type: string; bytes: Buffer },
): Promise<Uploaded> {
  const file = { name, type, size: bytes.length, slice: (start: number, end: number) => bytes.subarray(start, end) }
  return uploadFile(file, { call: session.call, platform, id: undefined, onBegun() {}, onProgress() {} }).done
}
