import { expect, test } from 'vitest'
import { until } from '../ground/until.ts'
import { server, setUpPeople, started } from '../session/test-people.ts'
import { gate, watched } from '../session/test-sessions.ts'
import { invitesOf } from './invite.ts'

setUpPeople()

const invitations = (calls: readonly string[]) => calls.filter((call) => call === 'POST /v3/send-invite').length

test('INVITE-003 INVITE-006 each address is invited once, one after the other, however often it is sent', async () => {
  const held = gate()
  const { calls, platform } = watched(async (call, send) => {
    if (call === 'POST /v3/send-invite') await held.passed
    return send()
  })
  const session = await started(await server.signUp('ann@example.org'), { platform })
  const invites = invitesOf(session)
  expect(invitesOf(session)).toBe(invites)
  const sent = invites.send(['one@example.org', 'two@example.org', ' ONE@example.org'])
  const again = invites.send(['two@example.org', 'three@example.org'])
  await until(invites.$all, (all) => all['one@example.org'] === 'sending')
  expect(invites.$all.get()).toEqual({
    'one@example.org': 'sending',
    'two@example.org': 'waiting',
    'three@example.org': 'waiting',
  })
  held.open()
  await Promise.all([sent, again])
  await invites.send(['one@example.org'])
  expect(Object.values(invites.$all.get())).toEqual(['linked', 'linked', 'linked'])
  expect(invitations(calls)).toBe(3)
})

test('INVITE-006 a refusal shows its reason and does not stop the others, and only failed ones are retried', async () => {
  const { calls, platform } = watched()
  const session = await started(await server.signUp('bea@example.org'), { platform })
  const invites = invitesOf(session)
  await invites.send(['one@example.org', 'a@b,c@d', 'two@example.org'])
  expect(invites.$all.get()).toEqual({
    'one@example.org': 'linked',
    'a@b,c@d': { failed: "The param 'email' has an invalid value." },
    'two@example.org': 'linked',
  })
  await invites.send(['one@example.org', 'a@b,c@d', 'two@example.org'])
  expect(invitations(calls)).toBe(4)
})

test('INVITE-006 without a network the remaining invitations fail without a try', async () => {
  const { calls, platform } = watched((call, send) => {
    if (call === 'POST /v3/send-invite') return Promise.reject(new TypeError('no network'))
    return send()
  })
  const session = await started(await server.signUp('cas@example.org'), { platform })
  await invitesOf(session).send(['one@example.org', 'two@example.org'])
  const failed = { failed: 'Could not connect to server' }
  expect(invitesOf(session).$all.get()).toEqual({ 'one@example.org': failed, 'two@example.org': failed })
  expect(invitations(calls)).toBe(1)
})

test('a link is made without an email, and an email can follow it', async () => {
  const { calls, platform } = watched()
  const session = await started(await server.signUp('cy@example.org'), { platform })
  const invites = invitesOf(session)
  await invites.makeLink('Guest@example.org')
  const first = invites.$links.get()['guest@example.org']
  expect(first).toContain(`${server.origin}/signin#invite=`)
  await invites.makeLink('guest@example.org')
  expect(invitations(calls)).toBe(1)
  await invites.send(['guest@example.org'])
  expect(invitations(calls)).toBe(2)
  expect(invites.$links.get()['guest@example.org']).not.toBe(first)
  await invites.send(['guest@example.org'])
  expect(invitations(calls)).toBe(2)
})
