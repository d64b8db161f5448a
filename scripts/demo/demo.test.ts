import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { root } from '../prepare.mjs'

test('GAP-068 the demonstration has content everywhere, and leaves nothing behind', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'waypost-demo-test-'))
  const demo = spawn(process.execPath, [join(root, 'scripts/demo/demo.ts')], {
    env: { ...process.env, WAYPOST_PORT: '0', TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => demo.once('close', resolve))
  try {
    let said = ''
    for (const stream of [demo.stdout, demo.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text
      })
    }
    await vi.waitFor(() => expect(said).toContain('Ctrl+C ends it'), { timeout: 150_000, interval: 100 })
    const [, origin, email, password] = /Open {2}(\S+)\n {2}with {2}(\S+)\n {2}and {3}(\S+)/.exec(said) ?? []
    expect([email, password]).toEqual(['demo@example.org', 'waypost-demo'])
    // biome-ignore lint/suspicious/noExplicitAny: answers differ for each call
    const call = async (path: string, token?: string, body?: object): Promise<any> => {
      const answer = await fetch(origin + path, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'Content-Type': 'application/json', ...(token && { 'Access-Token': token }) },
      })
      return answer.json()
    }
    const { access_token } = await call('/provider/local/sign-in', undefined, { email, password })
    const { api_key } = await call('/v2/authenticate', undefined, { type: 'local', access_token })
    const all = await call('/v2/everything', api_key)
    const named = (type: string) => all[type].map(({ nickname, name }: { nickname?: string; name?: string }) => nickname ?? name)
    expect(named('devices').sort()).toEqual(['Desktop', 'Phone'])
    expect(named('channels')).toEqual(['Allotment 12'])
    expect(all.chats).toHaveLength(2)
    expect(all.subscriptions).toHaveLength(1)
    expect(all.pushes.map(({ type }: { type: string }) => type)).toEqual(expect.arrayContaining(['note', 'link', 'file']))
    const device = (name: string) => all.devices.find(({ nickname }: { nickname: string }) => nickname === name)
    expect(device('Desktop')).toMatchObject({ remote_files: 'enabled' })
    expect(device('Phone')).toMatchObject({ type: 'android', icon: 'phone', has_sms: true })
    await vi.waitFor(async () => {
      const { threads } = await call(`/v2/permanents/${device('Phone').iden}_threads`, api_key)
      expect(threads.length).toBeGreaterThan(2)
    })
    demo.kill('SIGINT')
    expect(await ended).toBe(0)
    await expect(fetch(origin ?? '')).rejects.toThrow()
    expect(readdirSync(temporary).filter((name) => name.startsWith('waypost'))).toEqual([])
  } finally {
    demo.kill('SIGTERM')
    await ended
    rmSync(temporary, { recursive: true, force: true })
  }
})
