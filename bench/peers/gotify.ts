// Speaks the API of Gotify: https://gotify.net/api-docs

import { randomBytes } from 'node:crypto'
import { addressOf, ask, type Needed, type Peer, type Place } from './peer.ts'

/**
 * A Gotify server that is already running. Each place is a separate user, since all streams of a user receive all its messages; the users
 * are deleted afterwards.
 * @param given its address with the name and password of an administrator
 * @throws Error if it doesn't answer like Gotify
 */
export async function gotifyAt(given: string, { places }: Needed): Promise<Peer> {
  const { origin, headers } = addressOf(given)
  const run = `bench-${randomBytes(6).toString('hex')}`
  const users: number[] = []
  const deleteUsers = async () => {
    for (const id of users) await ask(`${origin}/user/${id}`, 'DELETE', headers)
  }
  const user = async (index: number): Promise<Place> => {
    const name = `${run}-${index}`
    const pass = randomBytes(12).toString('hex')
    const { id } = await ask<{ id: number }>(`${origin}/user`, 'POST', headers, { name, pass, admin: false })
    users.push(id)
    const own = { authorization: `Basic ${btoa(`${name}:${pass}`)}` }
    const sender = await ask<{ token: string }>(`${origin}/application`, 'POST', own, { name: 'bench' })
    const reader = await ask<{ token: string }>(`${origin}/client`, 'POST', own, { name: 'bench' })
    return {
      post: (text) => ({
        method: 'POST',
        url: `${origin}/message`,
        headers: { 'x-gotify-key': sender.token, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'bench', message: text }),
      }),
      streams: (count) =>
        Array.from({ length: count }, () => ({ url: `${origin}/stream`, headers: { 'x-gotify-key': reader.token } })),
    }
  }
  try {
    const made: Place[] = []
    for (let index = 0; index <= places; index++) made.push(await user(index))
    const [crowded, ...others] = made as [Place, ...Place[]]
    return {
      name: 'Gotify',
      promise: 'One row for all streams of a user, kept until it is deleted. There are no other readers.',
      origin,
      places: others,
      crowded,
      [Symbol.asyncDispose]: deleteUsers,
    }
  } catch (error) {
    await deleteUsers()
    throw error
  }
}
