import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { openProgramNotifier } from './program-notifier.ts'
import { standIns } from './test-desktop.ts'

let programs: ReturnType<typeof standIns>
afterEach(() => programs.close())

/** Writes its name, its arguments and its input to a file, one per line. */
const noted = '{ basename "$0"; printf "%s\\n" "$@"; cat; echo .; } >> "$(dirname "$0")/ran.log"'
const ran = () => readFileSync(join(programs.folder, 'ran.log'), 'utf8')
const hostile = { key: 'push-1', title: `"; touch /tmp/x; '`, body: '-e $(id) <b>', address: `https://example.org/'$(id)` }

function only(scripts: Record<string, string>): void {
  programs = standIns(scripts)
  vi.stubEnv('PATH', `${programs.folder}:/usr/bin:/bin`)
}

test('GAP-068 on a Mac notifications use osascript, or terminal-notifier, which can close them', async () => {
  only({ osascript: noted })
  const plain = await openProgramNotifier('mac')
  await plain.show(hostile)
  expect(ran()).toMatch(/^osascript\n-e\non run argv\n/)
  expect(ran().endsWith(`--\n${hostile.title}\n${hostile.body}\n.\n`)).toBe(true)
  await plain.close(hostile.key)
  programs.close()

  only({ osascript: noted, 'terminal-notifier': noted })
  const better = await openProgramNotifier('mac')
  await better.show(hostile)
  await better.close(hostile.key)
  const words = ['-group', 'push-1', '-title', hostile.title, '-message', `\\${hostile.body}`, '-open', hostile.address]
  expect(ran()).toBe(`terminal-notifier\n${words.join('\n')}\n.\nterminal-notifier\n-remove\npush-1\n.\n`)
})

test('GAP-068 on Windows no text becomes part of the script', async () => {
  only({ 'powershell.exe': `${noted}; env | grep ^WAYPOST_NOTE | sort >> "$(dirname "$0")/ran.log"` })
  const notifier = await openProgramNotifier('windows')
  await notifier.show({ ...hostile, body: '</text><evil/>\0' })
  await notifier.close(hostile.key)
  const lines = ran().split('\n')
  const scripts = lines
    .filter((line) => /^[\w+/]{100,}=*$/.test(line))
    .map((line) => Buffer.from(line, 'base64').toString('utf16le'))
  expect(scripts).toHaveLength(2)
  for (const script of scripts) expect(script).not.toMatch(/evil|touch|example/)
  expect(lines).toContain(`WAYPOST_NOTE_TITLE=${hostile.title}`)
  expect(lines).toContain('WAYPOST_NOTE_BODY=</text><evil/>')
  expect(scripts[1]).toContain('History.Remove($env:WAYPOST_NOTE_KEY')
})

test('GAP-068 in Termux the address is quoted as one word of the shell command', async () => {
  only({ 'termux-notification': noted, 'termux-notification-remove': noted })
  const notifier = await openProgramNotifier('android')
  await notifier.show(hostile)
  await notifier.close(hostile.key)
  expect(ran()).toBe(
    `termux-notification\n--id\npush-1\n--title\n${hostile.title}\n--action\n` +
      `termux-open-url 'https://example.org/'\\''$(id)'\n${hostile.body}.\ntermux-notification-remove\npush-1\n.\n`,
  )
})

test('a phone without Termux:API says what to install', async () => {
  only({})
  await expect(openProgramNotifier('android')).rejects.toThrow('pkg install termux-api')
})
