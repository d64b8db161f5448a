import type { Call } from '@waypost/protocol'
import { expect, test } from 'vitest'
import type { Json } from '../../test-server.ts'
import { appToken, ask, calls, changedBy, fill, kindsOf, person, server, setUpServer, sound } from './test-hostile.ts'

// Every served call, by callers who may not make it. The list of calls is the server's own, so new calls are covered automatically.

setUpServer()

const gated = () => calls.filter(({ who }) => who !== 'anyone')

test('there are calls, all of which have a name of their own', () => {
  const names = calls.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(60)
  expect(new Set(names).size).toBe(names.length)
})

test('API-005 GAP-091 GAP-019 without a token every call that needs an account does nothing; the others do not ask for one', async () => {
  const wrong: unknown[] = []
  const changed = await changedBy(server, async () => {
    for (const call of gated()) {
      const { status, body } = await ask(server, call, sound(call))
      if (status !== 401 || body.error.code !== 'invalid_access_token') wrong.push([call.name, status, body])
    }
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
  for (const call of calls.filter(({ who }) => who === 'anyone')) {
    const { status, body } = await ask(server, call, sound(call))
    if (body.error?.code === 'invalid_access_token' || status >= 500) wrong.push([call.name, status])
  }
  expect(wrong).toEqual([])
})

test('API-001 API-005 a token that was ended, one that never was, and half a token open nothing', async () => {
  const { token } = await person()
  await server.request('/v3/delete-all-access-tokens', { token, method: 'POST' })
  const alive = await person()
  const wrong: unknown[] = []
  const changed = await changedBy(server, async () => {
    for (const call of gated()) {
      for (const bad of [
        token,
        `o.${'x'.repeat(32)}`,
        alive.token.slice(0, -1),
        alive.token.toUpperCase(),
        alive.iden,
        "' OR 1=1 --",
      ]) {
        const { status, body } = await ask(server, call, sound(call), { token: bad })
        const expected = status === 401 && body.error.message === 'Access token is missing or invalid.'
        if (!expected) wrong.push([call.name, bad, status, body])
      }
    }
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
})

test('API-006 (deviates) GAP-003 a token given to an app makes every call but those that are for the person alone', async () => {
  const [owner, developer] = [await person(), await person()]
  const token = await appToken(server, owner, developer)
  const wrong: unknown[] = []
  const changed = await changedBy(server, async () => {
    for (const call of calls.filter(({ who }) => who === 'owner')) {
      const { status, body } = await ask(server, call, sound(call), { token })
      if (status !== 403 || body.error.code !== 'forbidden') wrong.push([call.name, status, body])
    }
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
  // Signing out ends the token, so it comes last.
  const last = (call: Call) => (call.name === 'signOut' ? 1 : 0)
  const ofAccount = calls.filter(({ who }) => who === 'account').sort((one, other) => last(one) - last(other))
  for (const call of ofAccount) {
    const { status, body } = await ask(server, call, sound(call), { token })
    if (status === 401 || status === 403 || status >= 500) wrong.push([call.name, status, body])
  }
  expect(wrong).toEqual([])
})

test('API-006 (deviates) an access token of the person makes every call of the account', async () => {
  const wrong: unknown[] = []
  for (const call of gated()) {
    const { token } = await person()
    const { status, body } = await ask(server, call, sound(call), { token })
    const admins = call.scope === 'admin'
    if (status === 401 || (status === 403) !== admins || status >= 500) wrong.push([call.name, status, body])
  }
  expect(wrong).toEqual([])
})

test("GAP-003 GAP-001 API-024 API-025 another person's objects are not found, not changed and not shown, whichever field names them", async () => {
  const [victim, mallory] = [await person(), await person()]
  const objects = await fill(server, victim, 'x7secret')
  const idens: string[] = Object.values(objects as Record<string, Json>).map(({ iden }) => iden)
  expect(idens.filter((iden) => typeof iden === 'string')).toHaveLength(11)
  const wrong: unknown[] = []
  const changed = await changedBy(
    server,
    async () => {
      // Administrators' calls are refused before the lookup: see below.
      for (const call of calls.filter(({ scope }) => scope !== 'admin')) {
        const token = call.who === 'anyone' ? undefined : mallory.token
        for (const { name, inPath } of kindsOf(call).filter(({ name }) => /(^|_)(iden|id)$/.test(name))) {
          for (const iden of idens) {
            const { status, body } = await ask(server, call, { ...sound(call), [name]: iden }, { token })
            const refused = status >= 400 && status < 500
            // The existence of a channel is no secret.
            const channel = iden === objects.channel.iden && call.path.startsWith('/v2/channels/:iden')
            const expected = channel || call.scope === 'admin' ? 403 : 404
            if (inPath ? status !== expected : !(refused || status === 200)) wrong.push([call.name, name, status, body])
            if (JSON.stringify(body).includes('x7secret')) wrong.push([call.name, name, 'shows', body])
          }
        }
        for (const { name } of kindsOf(call).filter(({ name }) => name === 'key')) {
          const { status, body } = await ask(server, call, { ...sound(call), [name]: 'key-x7secret' }, { token })
          if (status >= 500 || JSON.stringify(body).includes('x7secret"')) wrong.push([call.name, name, status, body])
        }
      }
    },
    victim,
  )
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
})

test('API-023 API-025 what names objects of a person that are not there is refused, and writes nothing', async () => {
  const { token } = await person()
  const wrong: unknown[] = []
  const changed = await changedBy(server, async () => {
    for (const call of gated().filter(({ path, scope }) => path.includes('/:') && scope !== 'admin')) {
      const { status, body } = await ask(server, call, sound(call), { token })
      if (status !== 404 || body.error.code !== 'not_found') wrong.push([call.name, status, body])
    }
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
})

test('GAP-003 calls of the administrator are refused to all others, and change no account', async () => {
  const [victim, mallory] = [await person(), await person()]
  const wrong: unknown[] = []
  const changed = await changedBy(server, async () => {
    for (const call of calls.filter(({ scope }) => scope === 'admin')) {
      const input = { ...sound(call), email: victim.email }
      const { status, body } = await ask(server, call, input, { token: mallory.token })
      if (status !== 403 || body.error.code !== 'forbidden') wrong.push([call.name, status, body])
    }
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
})

test('API-002 API-003 API-004 the version and the name of a program may come with a call, be anything, or be left out', async () => {
  const { token } = await person()
  const wrong: unknown[] = []
  const versions = [{ 'api-version': '2014-05-07' }, { 'api-version': '1999-01-01' }, { 'api-version': 'x'.repeat(1_000) }, {}]
  for (const headers of versions as Record<string, string>[]) {
    for (const agent of ['Waypost/1.0', 'x'.repeat(4_000), '']) {
      const all = { ...headers, 'user-agent': agent, 'x-user-agent': agent }
      const { status } = await server.request('/v2/users/me', { token, headers: all })
      if (status !== 200) wrong.push([all, status])
    }
  }
  expect(wrong).toEqual([])
})

test('API-001 the token comes as the user of Basic authorization, as Bearer or as Access-Token, and no other way', async () => {
  const { token, email } = await person()
  const basic = (user: string, password = '') => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  })
  const good: Record<string, string>[] = [basic(token), { authorization: `Bearer ${token}` }, { 'access-token': token }]
  for (const headers of good) {
    const { status, body } = await server.request('/v2/users/me', { headers })
    expect([status, body.email]).toEqual([200, email])
  }
  const bad: Record<string, string>[] = [
    basic('', token),
    { authorization: token },
    { authorization: `Token ${token}` },
    { cookie: `token=${token}` },
  ]
  for (const headers of bad) expect((await server.request('/v2/users/me', { headers })).status).toBe(401)
  expect((await server.request(`/v2/users/me?access_token=${token}`)).status).toBe(401)
})
