import { startPushService } from '@waypost/server/test-server'
import { describe, expect, test, vi } from 'vitest'
import { isLinux } from '../desktop/test-desktop.ts'
import { ana, desktop, running, server, sessions, setUpDesktop, setUpServer, shown } from './test-notifications.ts'

setUpServer({ WAYPOST_FETCH_PRIVATE: 'allow' })

describe.runIf(isLinux)('three devices of an account: a window, a companion and a closed browser', () => {
  setUpDesktop()

  test('each shows a message of a source, its update, its clear and its withdrawal within a second', async () => {
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
    /** Milliseconds from a request until all three devices have its outcome. */
    const within = async (work: () => Promise<unknown>, ...outcomes: (() => Promise<unknown>)[]) => {
      await work()
      const answered = performance.now()
      await Promise.all(outcomes.map((outcome) => outcome()))
      return performance.now() - answered
    }
    const see = (list: () => unknown, expected: unknown) => () =>
      vi.waitFor(() => expect(list()).toEqual(expected), { timeout: 5_000, interval: 10 })

    const sent = await within(
      () => publish('three-devices/job', 'PUT', '40 %'),
      see(inWindow, [{ body: '40 %', dismissed: false }]),
      see(onDesktop, ['40 %']),
      async () => expect((await browser.next()).message).toMatchObject({ kind: 'push', push: { body: '40 %' } }),
    )
    const updated = await within(
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
    const cleared = await within(
      () => publish('three-devices/job/clear', 'PUT'),
      see(inWindow, [{ body: '80 %', dismissed: true }]),
      see(onDesktop, []),
      async () => expect((await browser.next()).message).toMatchObject({ kind: 'close' }),
    )
    await publish('three-devices/job', 'PUT', 'once more')
    await shown('once more')
    await browser.next()
    const withdrawn = await within(
      () => publish('three-devices/job', 'DELETE'),
      see(inWindow, []),
      see(onDesktop, []),
      async () => expect((await browser.next()).message).toMatchObject({ kind: 'close' }),
    )
    console.log('Milliseconds until all three had it:', { sent, updated, cleared, withdrawn })
    for (const took of [sent, updated, cleared, withdrawn]) expect(took).toBeLessThan(1_000)
    await service.close()
  })
})
