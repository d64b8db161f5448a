import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { standIns } from '../desktop/test-desktop.ts'
import { keepSignIn } from '../settings/settings.ts'
import { openTestMachine } from '../test-cli.ts'
import { agentText, launchd } from './launchd.ts'
import { scheduledTask, taskArguments } from './scheduled-task.ts'
import { serviceCommand } from './service.ts'
import { systemd, unitText } from './systemd.ts'
import { bootText, termuxBoot } from './termux-boot.ts'

let home: string
let programs: ReturnType<typeof standIns>
const noted = 'echo "$(basename "$0") $*" >> "$(dirname "$0")/ran.log"'
const ran = () => readFileSync(join(programs.folder, 'ran.log'), 'utf8').trimEnd().split('\n')

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'waypost-home-'))
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
  programs?.close()
})

const odd = { args: ['/opt/my node', '/a%b/$HOME "x"', "it's"], env: { WAYPOST_SETTINGS: '/a & b/%h' } } as const

describe('on Linux', () => {
  test('GAP-068 it is installed as a user unit, and logs its steps', async () => {
    programs = standIns({ systemctl: noted })
    const machine = openTestMachine()
    const env = { ...programs.env, XDG_CONFIG_HOME: home }
    const run = (...args: string[]) => machine.start(args, { env: env }).ended
    try {
      vi.stubEnv('WAYPOST_SETTINGS', machine.settings)
      keepSignIn({ server: 'http://localhost:1', token: 'o.x', account: { iden: 'a', email: 'ana@example.org' } })
      const file = join(home, 'systemd', 'user', 'waypost.service')
      const { code, stdout } = await run('run', '--install', '--server', 'localhost:1')
      expect(code).toBe(0)
      for (const part of [`Wrote ${file}\n`, 'Ran systemctl --user enable waypost.service\n', 'The companion is running']) {
        expect(stdout).toContain(part)
      }
      const unit = readFileSync(file, 'utf8')
      expect(unit).toMatch(/^ExecStart="\S+" "\S+waypost\.mjs" "run" "--server" "http:\/\/localhost:1"$/m)
      expect(unit).toContain(`Environment="WAYPOST_SETTINGS=${machine.settings}"\n`)
      expect(unit).not.toContain('o.x')
      expect(ran()).toEqual([
        'systemctl --user show --property=Version',
        'systemctl --user daemon-reload',
        'systemctl --user enable waypost.service',
        'systemctl --user restart waypost.service',
      ])
      vi.stubEnv('PATH', env.PATH)
      vi.stubEnv('XDG_CONFIG_HOME', home)
      const lines: string[] = []
      expect(await systemd.uninstall((line) => lines.push(line))).toBe(true)
      expect(lines).toEqual([
        'Ran systemctl --user disable --now waypost.service',
        `Removed ${file}`,
        'Ran systemctl --user daemon-reload',
      ])
      expect(existsSync(file)).toBe(false)
      expect(await systemd.uninstall(() => {})).toBe(false)
    } finally {
      await machine.close()
    }
  })

  test.each(['daemon-reload', 'enable', 'restart'])(
    'a systemd that fails to %s ends the installation with its message',
    async (step) => {
      const failing = `${noted}; for word in "$@"; do [ "$word" = ${step} ] && { echo "Unit is masked" >&2; exit 1; }; done; exit 0`
      programs = standIns({ systemctl: failing })
      vi.stubEnv('PATH', `${programs.env.PATH}`)
      vi.stubEnv('XDG_CONFIG_HOME', home)
      const lines: string[] = []
      const words = step === 'daemon-reload' ? step : `${step} waypost.service`
      await expect(systemd.install(serviceCommand(undefined), (line) => lines.push(line))).rejects.toThrow(
        `systemctl --user ${words} failed (Unit is masked).`,
      )
      expect(ran().at(-1)).toBe(`systemctl --user ${words}`)
      expect(lines.join()).not.toContain(`Ran systemctl --user ${step}`)
      expect(lines.join()).not.toContain('journalctl')
    },
  )

  test('a system without it is reported, and nothing is written', async () => {
    programs = standIns({ systemctl: 'echo "Failed to connect to bus: No medium found" >&2; exit 1' })
    vi.stubEnv('PATH', programs.env.PATH)
    vi.stubEnv('XDG_CONFIG_HOME', home)
    await expect(systemd.install(serviceCommand(undefined), () => {})).rejects.toThrow(
      'The systemd of your session does not answer (Failed to connect to bus: No medium found). Without it, have your system start: waypost run',
    )
    vi.stubEnv('PATH', '')
    await expect(systemd.install(serviceCommand(undefined), () => {})).rejects.toThrow('This machine has no systemd.')
    expect(readdirSync(home)).toEqual([])
  })

  test('a unit quotes every argument', () => {
    const unit = unitText(odd)
    expect(unit).toContain(String.raw`ExecStart="/opt/my node" "/a%%b/$$HOME \"x\"" "it's"`)
    expect(unit).toContain('Environment="WAYPOST_SETTINGS=/a & b/%%h"\n')
  })
})

test('GAP-068 on a Mac it is a launch agent', async () => {
  programs = standIns({ launchctl: noted })
  vi.stubEnv('PATH', programs.env.PATH)
  vi.stubEnv('HOME', home)
  const file = join(home, 'Library', 'LaunchAgents', 'org.waypost.companion.plist')
  const lines: string[] = []
  await launchd.install(odd, (line) => lines.push(line))
  expect(lines[0]).toBe(`Wrote ${file}`)
  await launchd.install(odd, () => {})
  const domain = `gui/${process.getuid?.()}`
  const load = `launchctl bootstrap ${domain} ${file}`
  expect(ran()).toEqual([load, `launchctl bootout ${domain}/org.waypost.companion`, load])
  expect(readFileSync(file, 'utf8')).toBe(agentText(odd, join(home, 'Library', 'Logs', 'Waypost.log')))
  expect(readFileSync(file, 'utf8')).toContain('<key>WAYPOST_SETTINGS</key><string>/a &amp; b/%h</string>')
  expect(await launchd.uninstall(() => {})).toBe(true)
  expect(await launchd.uninstall(() => {})).toBe(false)
})

test('GAP-068 on Windows it is a scheduled task, created with PowerShell', async () => {
  // The script is UTF-16 in base64, and its arguments are in the environment.
  programs = standIns({
    'powershell.exe': `for last in "$@"; do :; done; echo "$last" | base64 -d | tr -d '\\000' >> "$(dirname "$0")/ran.log"
echo "$WAYPOST_TASK_WORDS" > "$(dirname "$0")/words.log"`,
  })
  vi.stubEnv('PATH', programs.env.PATH)
  await scheduledTask.install(odd, () => {})
  expect(ran().join('\n')).toContain("Register-ScheduledTask -TaskName 'Waypost'")
  const words = readFileSync(join(programs.folder, 'words.log'), 'utf8').trim()
  expect(words).toBe(taskArguments(odd))
  const line = Buffer.from(words.split(' ').at(-1) ?? '', 'base64').toString('utf16le')
  expect(line).toBe(`$env:WAYPOST_SETTINGS = '/a & b/%h'; & '/opt/my node' '/a%b/$HOME "x"' 'it''s'; exit $LASTEXITCODE`)
  expect(await scheduledTask.uninstall(() => {})).toBe(true)
  programs.close()
  programs = standIns({ 'powershell.exe': 'exit 3' })
  vi.stubEnv('PATH', programs.env.PATH)
  expect(await scheduledTask.uninstall(() => {})).toBe(false)
})

test('on a Mac or Windows a failure ends the installation with its message and without a success message', async () => {
  const refuses = 'echo "Not allowed." >&2; exit 5'
  programs = standIns({ launchctl: refuses, 'powershell.exe': refuses })
  vi.stubEnv('PATH', programs.env.PATH)
  vi.stubEnv('HOME', home)
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  await expect(launchd.install(odd, log)).rejects.toThrow('launchctl bootstrap failed (Not allowed).')
  await expect(scheduledTask.install(odd, log)).rejects.toThrow('The task could not be created (Not allowed).')
  await expect(scheduledTask.uninstall(log)).rejects.toThrow('The task could not be removed (Not allowed).')
  const file = join(home, 'Library', 'LaunchAgents', 'org.waypost.companion.plist')
  expect(lines).toEqual([`Wrote ${file}`])
  // A service that isn't running is removed anyway.
  expect(await launchd.uninstall(log)).toBe(true)
  expect(lines).toEqual([`Wrote ${file}`, `Removed ${file}`])
  expect(existsSync(file)).toBe(false)
})

test('GAP-068 in Termux it is a script that runs when the phone starts, and says when it cannot run at once', async () => {
  vi.stubEnv('HOME', home)
  const lines: string[] = []
  const file = join(home, '.termux', 'boot', 'waypost')
  await termuxBoot.install(odd, (line) => lines.push(line))
  expect(lines[0]).toBe(`Wrote ${file}`)
  expect(readFileSync(file, 'utf8')).toBe(bootText(odd))
  expect(statSync(file).mode & 0o777).toBe(0o700)
  // The script's shell is that of Termux, which is missing here.
  await expect.poll(() => lines.at(-1)).toBe('It could not be started.')
  expect(await termuxBoot.uninstall(() => {})).toBe(true)
  expect(existsSync(file)).toBe(false)
  expect(await termuxBoot.uninstall(() => {})).toBe(false)
})

test('in Termux the script quotes every argument', () => {
  expect(bootText(odd)).toContain(`export WAYPOST_SETTINGS='/a & b/%h'\nexec '/opt/my node' '/a%b/$HOME "x"' 'it'\\''s'\n`)
})

test('a path with a line break is refused', () => {
  expect(() => serviceCommand('x', { WAYPOST_SETTINGS: '/a\nExecStart=evil' })).toThrow('contains a line break')
})
