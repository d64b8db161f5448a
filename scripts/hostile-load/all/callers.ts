// Callers other than an account's owner with a session: programs and apps with their own tokens, and strangers.

import type { Target } from '../attack.ts'
import type { Boxes } from '../boxes.ts'
import { targetsOfCaller } from '../targets.ts'

/** Each of these callers sends every nth input of a call, starting at a different one. */
const everyNth = 8

interface Caller {
  name: string
  token: string | undefined
}

/** Creates the tokens. They belong to `friend`, not to the full account, because their calls may delete its data. */
export async function otherCallers(origin: string, { friend }: Boxes): Promise<Caller[]> {
  const ask = async (path: string, body: object) => {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { 'access-token': friend.token },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Record<string, string>
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const writer = await ask('/v3/create-access-token', { name: 'writer', scope: 'push:write' })
  const whole = await ask('/v3/create-access-token', { name: 'whole' })
  const client = await ask('/v2/clients', { name: 'Lamp', redirect_uri: 'https://lamp.example.org/' })
  const { redirect_uri = '' } = await ask('/oauth2/authorize', {
    client_id: client.client_id,
    redirect_uri: 'https://lamp.example.org/',
    response_type: 'token',
  })
  const app = new URLSearchParams(new URL(redirect_uri).hash.slice(1)).get('access_token') ?? undefined
  if (app === undefined) throw new Error(`An app got no token: ${redirect_uri}`)
  return [
    { name: 'a stranger', token: undefined },
    { name: 'nobody known', token: `o.${'x'.repeat(32)}` },
    { name: 'a program that writes', token: writer.access_token },
    { name: 'a program', token: whole.access_token },
    { name: 'an app', token: app },
  ]
}

/** The calls as these callers make them. */
export async function targetsOfCallers(origin: string, boxes: Boxes, callers: readonly Caller[]): Promise<Target[]> {
  const all: Target[] = []
  for (const [index, { name, token }] of callers.entries())
    all.push(...(await targetsOfCaller(origin, boxes, name, token)).map((target) => sparse(target, everyNth, index)))
  return all
}

/** A target reduced to every nth input and its good request. */
export function sparse(target: Target, nth: number, offset = 0): Target {
  return {
    ...target,
    *attacks() {
      let index = offset + target.name.length
      for (const attack of target.attacks()) if (index++ % nth === 0 || attack.what === 'a good request') yield attack
    },
  }
}
