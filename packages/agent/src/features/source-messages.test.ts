import { startPushService } from '@waypost/server/test-server'
import { describe, expect, test, vi } from 'vitest'
import { isLinux } from '../desktop/test-desktop.ts'
import { ana, desktop, running, server, sessions, setUpDesktop, setUpServer, shown } from './test-notifications.ts'

setUpServer({ WAYPOST_FETCH_PRIVATE: 'allow' })

describe.runIf(isLinux)('three devices of an account: a window, a companion and a closed browser', () => {
  setUpDesktop()

  test('each shows a message of a source, its update, its clear and its withdrawal', async () => {
    const service = await startPushService()
    const browser = await service.subscribe(server, ana.token)
    const window = await sessions.started(ana)
    await running()
    const source = (await server.request('/v2/sources', { token: ana.token, body: { name: 'Backup', topic: 'three-devices' } }))
      .body
    const publish = async (path: string, method: string, body?: string) => {
      const headers = { authorization: `Bearer ${source.ntfy_token}` }
      const { status } = await fetch(`${server.origin}/${path}`, { method, headers, ...(body && { body }) })
      expect(status).toBe(200)
    }
    const inWindow = () => {
      const pushes = [...window.mirror.of('pushes').get().entries.values()].filter(({ active }) => active)
      return pushes.map(({ body, dismissed }) => ({ body, dismissed }))
    }
    const onDesktop = () => desktop.notes.map(({ body }) => body)
    const reaches = async (work: () => Promise<unknown>, ...outcomes: (() => Promise<unknown>)[]) => {
      await work()
      await Promise.all(outcomes.map((outcome) => outcome()))
    }
    const see = (list: () => unknown, expected: unknown) => () =>
      vi.waitFor(() => expect(list()).toEqual(expected), { interval: 10 })

    await reaches(
      () => publish('three-devices/job', 'PUT', '40 %'),
      see(inWindow, [{ body: '40 %', dismissed: false }]),
      see(onDesktop, ['40 %']),
      async () => expect((await browser.next()).message).toMatchObject({ kind: 'push', push: { body: '40 %' } }),
    )
    await reaches(
      () => publish('three-devices/job', 'PUT', '80 %'),
      see(inWindow, [{ body: '80 %', dismissed: false }]),
      see(onDesktop, ['80 %']),
      async () =>
        expect((await browser.next()).message).toMatchObject({
          kind: 'push',
          push: { body: '80 %' },
          closes: [expect.any(String)],
        }),
    )
    await reaches(
      () => publish('three-devices/job/clear', 'PUT'),
      see(inWindow, [{ body: '80 %', dismissed: true }]),
      see(onDesktop, []),
      async () => expect((await browser.next()).message).toMatchObject({ kind: 'close' }),
    )
    await publish('three-devices/job', 'PUT', 'once more')
    await shown('once more')
    await browser.next()
    await reaches(
      () => publish('three-devices/job', 'DELETE'),
      see(inWindow, []),
      see(onDesktop, []),
      async () => expect((await browser.next()).message).toMatchObject({ kind: 'close' }),
    )
    await service.close()
  })
})
