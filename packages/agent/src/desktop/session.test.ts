import { afterEach, expect, test, vi } from 'vitest'
import { adoptSession } from './session.ts'
import { standIns } from './test-desktop.ts'

let programs: ReturnType<typeof standIns>
afterEach(() => programs.close())

test('a service takes only the variables of the desktop session from systemd', () => {
  programs = standIns({
    systemctl: `printf '%s\\n' 'DISPLAY=:7' "XAUTHORITY=\\$'/run/my auth'" 'LD_PRELOAD=/x' 'nonsense' 'PATH=/y'`,
  })
  vi.stubEnv('PATH', programs.env.PATH)
  const env: Record<string, string> = { PATH: '/bin' }
  adoptSession(env)
  expect(env).toEqual({ PATH: '/bin', DISPLAY: ':7', XAUTHORITY: '/run/my auth' })

  const own = { WAYLAND_DISPLAY: 'wayland-0' }
  adoptSession(own)
  expect(own).toEqual({ WAYLAND_DISPLAY: 'wayland-0' })
})

test('without a systemd that answers, the environment stays unchanged', () => {
  programs = standIns({ systemctl: 'exit 1' })
  vi.stubEnv('PATH', programs.env.PATH)
  const environment = {}
  adoptSession(environment)
  vi.stubEnv('PATH', '')
  adoptSession(environment)
  expect(environment).toEqual({})
})
