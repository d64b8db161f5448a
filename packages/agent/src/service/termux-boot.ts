import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ServiceCommand, ServiceManager } from './manager.ts'

/** A script that Termux:Boot runs when the phone starts: https://wiki.termux.com/wiki/Termux:Boot */
export const termuxBoot: ServiceManager = {
  async install(command, log) {
    const file = bootFile()
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, bootText(command))
    chmodSync(file, 0o700)
    log(`Wrote ${file}`)
    log('Install the app Termux:Boot and open it once: it runs this whenever the phone starts.')
    const child = spawn(file, [], { detached: true, stdio: 'ignore' })
    child.on('error', () => log('It could not be started.'))
    child.unref()
  },
  async uninstall(log) {
    const file = bootFile()
    if (!existsSync(file)) return false
    rmSync(file, { force: true })
    log(`Removed ${file}`)
    log('The running companion continues until you stop it.')
    return true
  },
}

const bootFile = () => join(homedir(), '.termux', 'boot', 'waypost')

/** The wake lock keeps Android from suspending it. */
export function bootText({ args, env }: ServiceCommand): string {
  const variables = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}`)
  return [
    '#!/data/data/com.termux/files/usr/bin/sh',
    'termux-wake-lock',
    ...variables,
    `exec ${args.map(quoted).join(' ')}`,
    '',
  ].join('\n')
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
