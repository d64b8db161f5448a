import type { Box, Boxes } from '../boxes.ts'

const password = 'correct horse battery'

/** Creates an empty account. */
export async function signUp(origin: string, email: string): Promise<Box> {
  const ask = async (path: string, body: object) => {
    const response = await fetch(origin + path, { method: 'POST', body: JSON.stringify(body) })
    const answer = (await response.json()) as Record<string, string>
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const { access_token } = await ask('/provider/local/sign-up', { email, password, name: 'Ana' })
  const { api_key = '', iden = '' } = await ask('/v2/authenticate', { type: 'local', access_token })
  return { email, password, token: api_key, idens: { people: iden }, values: { email } }
}

/** Empty accounts, for servers that don't let anyone create much at once. */
export async function emptyBoxes(origin: string): Promise<Boxes> {
  const admin = await signUp(origin, 'first@example.org')
  const full = await signUp(origin, 'full@example.org')
  const friend = await signUp(origin, 'friend@example.org')
  return {
    admin,
    full,
    friend,
    source: { ntfy_token: 'none', gotify_token: 'none' },
    gateway: { path: '/none', token: 'none', hook: '/none', key: 'none' },
    spare: async () => friend,
    signInAgain: async () => {},
  }
}
