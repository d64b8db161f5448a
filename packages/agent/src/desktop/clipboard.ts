import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { machineType } from '../machine/machine.ts'
import { UserError } from '../user-error.ts'
import { powershell } from './powershell.ts'
import { findProgram, run } from './program.ts'

/** The text clipboard of this machine. */
export interface Clipboard {
  /** Calls `onText` for each text copied from now on. Returns a function that stops it. */
  watch(onText: (text: string) => void): () => void
  write(text: string): Promise<void>
}

/** How often to poll a clipboard that does not report changes, in milliseconds. */
const pollInterval = 1_000
/** The format that password managers add to a text that must not be recorded. */
const secretHint = 'x-kde-passwordManagerHint'

/** Opens the clipboard through the programs that are installed. @throws UserError with what to install */
export function openClipboard(env = process.env, type = machineType(), every = pollInterval): Clipboard {
  if (type === 'windows') return windowsClipboard()
  if (type === 'mac') return polled({ read: ['pbpaste'], write: ['pbcopy'], every })
  if (type === 'android') {
    if (findProgram('termux-clipboard-get'))
      return polled({ read: ['termux-clipboard-get'], write: ['termux-clipboard-set'], every })
    throw new UserError('termux-clipboard-get is missing; install the app Termux:API and then run: pkg install termux-api')
  }
  // GNOME only gives the clipboard to the focused window, and wl-paste would steal the focus every second. GNOME syncs the X clipboard, so
  // use that.
  const isGnome = /gnome/i.test(env.XDG_CURRENT_DESKTOP ?? '')
  if (env.WAYLAND_DISPLAY && !isGnome && findProgram('wl-paste')) {
    return polled({
      read: ['wl-paste', '--no-newline', '--type', 'text'],
      listFormats: ['wl-paste', '--list-types'],
      write: ['wl-copy', '--type', 'text/plain;charset=utf-8'],
      every,
    })
  }
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) throw new UserError('there is no desktop session here')
  const selection = ['-selection', 'clipboard']
  if (env.DISPLAY && findProgram('xclip')) {
    return polled({
      read: ['xclip', '-o', ...selection, '-t', 'UTF8_STRING'],
      listFormats: ['xclip', '-o', ...selection, '-t', 'TARGETS'],
      write: ['xclip', '-i', ...selection],
      every,
    })
  }
  if (env.DISPLAY && findProgram('xsel')) {
    return polled({ read: ['xsel', '--clipboard', '--output'], write: ['xsel', '--clipboard', '--input'], every })
  }
  throw new UserError(
    env.WAYLAND_DISPLAY && !isGnome
      ? 'wl-paste is missing; install the package wl-clipboard'
      : 'xclip is missing; install the package xclip',
  )
}

type CommandLine = readonly [string, ...string[]]

/** `listFormats` is a command that lists the formats of the copied data. */
function polled({
  read,
  listFormats,
  write,
  every,
}: {
  read: CommandLine
  listFormats?: CommandLine
  write: CommandLine
  every: number
}): Clipboard {
  let latest: string | undefined

  async function poll(): Promise<string | undefined> {
    const [program, ...args] = read
    const { code, output } = await run(program, args)
    // The clipboard is empty, or doesn't hold text.
    if (code !== 0 || output === '' || output === latest) return undefined
    latest = output
    return (await isSecret()) ? undefined : output
  }

  async function isSecret(): Promise<boolean> {
    if (!listFormats) return false
    const [program, ...args] = listFormats
    return (await run(program, args)).output.includes(secretHint)
  }

  return {
    watch(onText) {
      const ended = new AbortController()
      const watching = async () => {
        // Text copied before the start is not shared.
        await poll()
        while (!ended.signal.aborted) {
          await wait(every, undefined, { signal: ended.signal }).catch(() => {})
          const text = ended.signal.aborted ? undefined : await poll()
          if (text !== undefined && !ended.signal.aborted) onText(text)
        }
      }
      void watching()
      return () => ended.abort()
    },
    async write(text) {
      const [program, ...args] = write
      const { code } = await run(program, args, { input: text })
      if (code !== 0) throw new UserError(`${program} did not accept the text`)
    },
  }
}

/** A single PowerShell process that prints a line of base64 for each change. Starting one every second would use half a processor. */
const watchScript = `
Add-Type -Namespace Waypost -Name Clipboard -MemberDefinition '[DllImport("user32.dll")] public static extern uint GetClipboardSequenceNumber();'
$last = [Waypost.Clipboard]::GetClipboardSequenceNumber()
while ($true) {
  $now = [Waypost.Clipboard]::GetClipboardSequenceNumber()
  if ($now -ne $last) {
    $last = $now
    $text = Get-Clipboard -Raw
    if ($text) { [Console]::Out.WriteLine([Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($text))) }
  }
  Start-Sleep -Milliseconds ${pollInterval}
}
`
const writeScript = `
$bytes = [Convert]::FromBase64String([Console]::In.ReadToEnd())
Set-Clipboard -Value ([Text.Encoding]::UTF8.GetString($bytes))
`

function windowsClipboard(): Clipboard {
  return {
    watch(onText) {
      const child = spawn('powershell.exe', powershell(watchScript), { stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true })
      child.on('error', () => {})
      createInterface({ input: child.stdout }).on('line', (line) => {
        const text = Buffer.from(line, 'base64').toString()
        if (text !== '') onText(text)
      })
      return () => void child.kill()
    },
    async write(text) {
      const input = Buffer.from(text).toString('base64')
      const { code } = await run('powershell.exe', powershell(writeScript), { input })
      if (code !== 0) throw new UserError('PowerShell did not accept the text')
    },
  }
}
