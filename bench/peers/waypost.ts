import { people } from '../accounts.ts'
import { sqlite } from '../stores.ts'
import type { Needed, Peer, Place } from './peer.ts'

/** Starts Waypost the way users do, on its embedded store. */
export async function startWaypost({ places, readers }: Needed): Promise<Peer> {
  const crowd = people(readers + 1)
  const server = await sqlite.start(crowd.prepareChannel)
  const { origin } = server
  const [owner, ...followers] = crowd.people as [Person, ...Person[]]
  const note = (token: string, rest: object = {}): Place['post'] => {
    return (text) => ({
      method: 'POST',
      url: `${origin}/v2/pushes`,
      headers: { 'access-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'note', body: text, ...rest }),
    })
  }
  const stream = ({ token }: Person) => ({ url: `${origin}/websocket/${token}?delta=1`, headers: {} })
  return {
    name: 'Waypost',
    promise: 'On disk when it answers. Each reader has a copy, whether connected or not, until it is deleted.',
    origin,
    places: followers.slice(0, places).map((person) => ({
      post: note(person.token),
      streams: (count) => Array.from({ length: count }, () => stream(person)),
    })),
    crowded: {
      post: note(owner.token, { channel_tag: 'bench' }),
      streams: (count) => followers.slice(0, count).map(stream),
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

type Person = ReturnType<typeof people>['people'][number]
