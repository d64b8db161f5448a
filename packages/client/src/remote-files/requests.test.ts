import { createDevice, createPush } from '@waypost/protocol'
import { afterEach, expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { manualClock } from '../ground/test-clock.ts'
import { until } from '../ground/until.ts'
import type { Ephemeral } from '../session/ephemeral.ts'
import type { Session } from '../session/session.ts'
import { server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { type Person, watched } from '../session/test-sessions.ts'
import { type FileRequest, openRemoteFiles, type RemoteFiles } from './remote-files.ts'

const opened: RemoteFiles[] = []

setUpPeople()
afterEach(() => {
  for (const files of opened.splice(0)) files.close()
})

const pdf = { name: 'b.pdf', path: '~/b.pdf', size: 2_048, mime_type: 'application/pdf' }

async function deviceOf(person: Person) {
  const session = await started(person)
  const { iden } = await session.call(createDevice, { nickname: 'Laptop', remote_files: 'enabled' })
  const heard = (take: (question: Ephemeral) => void) =>
    session.onEphemeral((ephemeral) => {
      if (ephemeral.target_device_iden === iden) take(ephemeral)
    })
  const questions: Ephemeral[] = []
  heard((question) => questions.push(question))
  return {
    iden,
    questions,
    asked: () =>
      new Promise<Ephemeral>((resolve) => {
        const stop = heard((question) => {
          stop()
          resolve(question)
        })
      }),
    back: () => session.sendEphemeral({ type: 'pong', device_iden: iden }),
    confirm: ({ guid, path }: Ephemeral, more: object = {}) =>
      session.sendEphemeral({ type: 'remote_file_request_confirmed', source_device_iden: iden, guid, path, ...more }),
    push: (fields: object) =>
      session.call(createPush, {
        type: 'file',
        file_name: 'b.pdf',
        file_url: `${server.origin}/b.pdf`,
        source_device_iden: iden,
        ...fields,
      }),
  }
}

function remote(session: Session, saved = inMemoryStore(), clock = manualClock()) {
  const files = openRemoteFiles(session, { saved, platform: clock })
  opened.push(files)
  return { files, requests: files.requests, saved, clock }
}

/** Waits until the session receives an ephemeral of the wanted type. */
async function heard(session: Session, wanted: string, cause: () => unknown): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = session.onEphemeral(({ type }) => type === wanted && resolve())
  await Promise.all([cause(), promise]).finally(stop)
}
const states = (requests: RemoteFiles['requests']) => requests.$all.get().map(({ state }) => state)
const reaches = (requests: RemoteFiles['requests'], state: FileRequest['state']) =>
  until(requests.$all, (all) => all.at(-1)?.state === state).then((all) => all.at(-1) as FileRequest)

test('FILES-018 FILES-019 FILES-021 FILES-022 API-050 GAP-043 a file is requested, confirmed, and done when the push with its guid arrives', async () => {
  const ann = await signUp()
  const [device, other] = [await deviceOf(ann), await deviceOf(ann)]
  const session = await started(ann)
  const { requests, clock } = remote(session)
  const question = device.asked()
  const guid = requests.request(device.iden, pdf)
  expect(requests.$all.get()).toMatchObject([{ guid, device: device.iden, name: 'b.pdf', size: 2_048, state: 'queued' }])
  expect(await question).toEqual({
    type: 'remote_file_request',
    source_user_iden: ann.account.iden,
    target_device_iden: device.iden,
    path: '~/b.pdf',
    guid,
  })
  const asked = await question
  await heard(session, 'remote_file_request_confirmed', () => other.confirm(asked))
  expect(states(requests)).toEqual(['queued'])
  await device.confirm(await question)
  await reaches(requests, 'confirmed')
  expect(clock.timers()).toEqual([])
  // A file with another name from the same device is not the requested one.
  await device.push({ file_name: 'c.pdf', file_url: `${server.origin}/c.pdf` })
  await device.push({ guid, file_name: 'b (1).pdf' })
  expect((await reaches(requests, 'done')).url).toBe(`${server.origin}/b.pdf`)
  // A file that has arrived stays done, even if the device refuses later.
  await heard(session, 'remote_file_request_confirmed', () => device.confirm(asked, { error: 'It was changed.' }))
  expect(states(requests)).toEqual(['done'])
})

test('FILES-022 GAP-043 a push without the guid matches by file name and device, but not if it is older or from others', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [device, other, foreign] = [await deviceOf(ann), await deviceOf(ann), await started(bob)]
  await device.push({})
  const session = await started(ann)
  await session.mirror.catchUp()
  const { requests } = remote(session)
  requests.request(device.iden, pdf)
  requests.load()
  const theirs = { type: 'file' as const, file_name: 'b.pdf', file_url: `${server.origin}/evil`, email: ann.account.email }
  await foreign.call(createPush, { ...theirs, guid: requests.$all.get()[0]?.guid ?? '' })
  await other.push({})
  const last = await other.push({ file_name: 'last' })
  await until(session.mirror.of('pushes'), ({ entries }) => entries.has(last.iden))
  expect(states(requests)).toEqual(['queued'])
  await device.push({ file_url: `${server.origin}/right` })
  expect((await reaches(requests, 'done')).url).toBe(`${server.origin}/right`)
})

test('FILES-019 FILES-020 a request fails if the device refuses or does not respond; a retry uses the same guid, and a late response counts', async () => {
  const ann = await signUp()
  const device = await deviceOf(ann)
  const { requests, clock } = remote(await started(ann))
  const first = device.asked()
  const guid = requests.request(device.iden, pdf)
  await first
  clock.advance(29_999)
  expect(states(requests)).toEqual(['queued'])
  clock.advance(1)
  expect(requests.$all.get()).toMatchObject([{ state: 'failed', error: 'The device did not answer.' }])
  const second = device.asked()
  requests.retry(guid)
  expect((await second).guid).toBe(guid)
  expect(requests.$all.get()[0]).not.toHaveProperty('error')
  await device.confirm(await second, { error: 'There is no such file or folder here.' })
  expect((await reaches(requests, 'failed')).error).toBe('There is no such file or folder here.')
  await device.confirm(await second)
  await reaches(requests, 'confirmed')
  await device.confirm(await second, { error: 'The file was changed while it was sent.' })
  expect((await reaches(requests, 'failed')).error).toBe('The file was changed while it was sent.')
})

test('FILES-018 FILES-022 requests survive a reload: arrived files are done, overdue requests fail, and removed ones are gone', async () => {
  const ann = await signUp()
  const device = await deviceOf(ann)
  const { calls, platform } = watched()
  const session = await started(ann, { platform })
  const saved = inMemoryStore()
  const before = remote(session, saved)
  const question = device.asked()
  const came = before.requests.request(device.iden, pdf)
  const waits = before.requests.request(device.iden, { ...pdf, name: 'waits' })
  before.requests.remove(before.requests.request(device.iden, { ...pdf, name: 'removed' }))
  expect(before.requests.$all.get().map(({ guid }) => guid)).toEqual([came, waits])
  await question
  before.files.close()
  await device.push({ guid: came })
  await until(session.mirror.of('pushes'), ({ entries }) => entries.size === 1)
  const clock = manualClock()
  clock.advance(10_000)
  const { requests } = remote(session, saved, clock)
  expect(requests.$all.get().map(({ guid, state }) => [guid, state])).toEqual([
    [came, 'done'],
    [waits, 'queued'],
  ])
  await session.mirror.catchUp()
  clock.advance(19_999)
  expect(states(requests)).toEqual(['done', 'queued'])
  clock.advance(1)
  expect(states(requests)).toEqual(['done', 'failed'])
  const again = remote(session, saved)
  expect(states(again.requests)).toEqual(['done', 'failed'])
  // The reload sent no request; only the retry does.
  const retried = device.asked()
  again.requests.retry(waits)
  expect((await retried).guid).toBe(waits)
  expect(calls.filter((call) => call === 'POST /v2/ephemerals')).toHaveLength(3)
})

test('FILES-018 the oldest requests come first, and at most a hundred files are remembered', async () => {
  const ann = await signUp()
  const device = await deviceOf(ann)
  const saved = inMemoryStore()
  const done = {
    device: device.iden,
    path: '~/a',
    name: 'a',
    state: 'done',
    url: `${server.origin}/a`,
    account: ann.account.iden,
  }
  for (let at = 100; at > 0; at--)
    saved.write(`remote_file.${at}`, JSON.stringify({ ...done, guid: `${at}`, asked: at % 10, since: Math.floor(at / 10) }))
  const { requests } = remote(await started(ann), saved)
  const guids = () => requests.$all.get().map(({ guid }) => guid)
  const oldestFirst = Array.from({ length: 100 }, (_, at) => `${at + 1}`)
  expect(guids()).toEqual(oldestFirst)
  const guid = requests.request(device.iden, pdf)
  await device.push({ guid })
  await reaches(requests, 'done')
  expect(guids()).toEqual([...oldestFirst.slice(1), guid])
})

test('FILES-018 two windows show the same requests, and requests of another account or malformed ones are erased', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const device = await deviceOf(ann)
  const saved = inMemoryStore()
  saved.write('remote_file.x', 'no request')
  const whole = { guid: 'x', device: 'd', path: '~/x', name: 'x', state: 'done', url: '/x', asked: 1, since: 1 }
  for (const [name, wrong] of Object.entries({ path: {}, since: '1', state: 'lost', url: undefined }))
    saved.write(`remote_file.${name}`, JSON.stringify({ ...whole, account: ann.account.iden, guid: name, [name]: wrong }))
  const [here, there] = [remote(await started(ann), saved), remote(await started(ann), saved)]
  expect(saved.keys('remote_file.')).toEqual([])
  const question = device.asked()
  const guid = here.requests.request(device.iden, pdf)
  there.requests.load()
  expect(states(there.requests)).toEqual(['queued'])
  await device.confirm(await question)
  await Promise.all([reaches(here.requests, 'confirmed'), reaches(there.requests, 'confirmed')])
  there.requests.remove(guid)
  here.requests.load()
  expect(here.requests.$all.get()).toEqual([])
  here.requests.request(device.iden, pdf)
  expect(states(remote(await started(bob), saved).requests)).toEqual([])
  expect(saved.keys('remote_file.')).toEqual([])
})

test('FILES-018 a request that cannot be sent says why, and one that cannot be saved is still sent', async () => {
  const ann = await signUp()
  const device = await deviceOf(ann)
  const session = await started(ann)
  const { requests } = remote(session, inMemoryStore(10))
  const question = device.asked()
  requests.request(device.iden, pdf)
  await question
  requests.load()
  expect(states(requests)).toEqual(['queued'])
  const { platform } = watched((call, send) =>
    call === 'POST /v2/ephemerals' ? Promise.reject(new TypeError('no network')) : send(),
  )
  const refused = remote(await started(ann, { platform })).requests
  refused.request(device.iden, pdf)
  const { error, silent } = await reaches(refused, 'failed')
  expect([error, silent]).toEqual(['Could not connect to server', undefined])
})

test('FILES-019 a request that the device did not answer is repeated with the same guid when the device is back', async () => {
  const ann = await signUp()
  const device = await deviceOf(ann)
  const session = await started(ann)
  const { requests, clock } = remote(session)
  const question = device.asked()
  const guid = requests.request(device.iden, pdf)
  await question
  clock.advance(30_000)
  expect(await reaches(requests, 'failed')).toMatchObject({ error: 'The device did not answer.', silent: true })
  const again = device.asked()
  await device.back()
  expect(await again).toMatchObject({ type: 'remote_file_request', path: '~/b.pdf', guid })
  await device.confirm(await again)
  expect(await reaches(requests, 'confirmed')).not.toHaveProperty('silent')
  const refused = device.asked()
  const other = requests.request(device.iden, { ...pdf, path: '~/gone' })
  await device.confirm(await refused, { error: 'There is no such file or folder here.' })
  await until(requests.$all, (all) => all.some((request) => request.guid === other && request.state === 'failed'))
  expect(requests.$all.get().find((request) => request.guid === other)).not.toHaveProperty('silent')
  await heard(session, 'pong', device.back)
  expect(states(requests)).toEqual(['confirmed', 'failed'])
})

test('FILES-019 a confirmed request is repeated once when its device comes back, but not when another one does', async () => {
  const ann = await signUp()
  const [device, other] = [await deviceOf(ann), await deviceOf(ann)]
  const session = await started(ann)
  const { requests } = remote(session)
  const next = async (cause: () => unknown) => {
    const question = device.asked()
    await cause()
    return question
  }
  await device.confirm(await next(() => requests.request(device.iden, { ...pdf, path: '~/gone' })), { error: 'It is gone.' })
  await reaches(requests, 'failed')
  await device.confirm(await next(() => requests.request(device.iden, pdf)))
  await reaches(requests, 'confirmed')
  await heard(session, 'pong', other.back)
  await next(device.back)
  await heard(session, 'pong', device.back)
  await next(() => requests.request(device.iden, { ...pdf, path: '~/next' }))
  expect(device.questions.map(({ path }) => path)).toEqual(['~/gone', '~/b.pdf', '~/b.pdf', '~/next'])
})
