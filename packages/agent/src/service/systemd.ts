import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { findProgram, type RunResult, run } from '../desktop/program.ts'
import { UserError } from '../user-error.ts'
import { because, type ServiceCommand, type ServiceManager } from './manager.ts'

const unit = 'waypost.service'

/** A user unit of systemd. */
export const systemd: ServiceManager = {
  async install(command, log) {
    await needManager()
    const file = unitFile()
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, unitText(command), { mode: 0o644 })
    log(`Wrote ${file}`)
    await control(['daemon-reload'], log)
    await control(['enable', unit], log)
    // Restart, because an older unit may be running.
    await control(['restart', unit], log)
    log(`See its log with: journalctl --user -u ${unit}`)
    log(`It stops when you sign out. To keep it running: loginctl enable-linger ${userInfo().username}`)
  },
  async uninstall(log) {
    const file = unitFile()
    if (!existsSync(file)) return false
    await needManager()
    await control(['disable', '--now', unit], log)
    rmSync(file, { force: true })
    log(`Removed ${file}`)
    await control(['daemon-reload'], log)
    return true
  },
}

function unitFile(env = process.env): string {
  const { XDG_CONFIG_HOME: config } = env
  return join(config && isAbsolute(config) ? config : join(homedir(), '.config'), 'systemd', 'user', unit)
}

/** A unit as systemd.service(5) and systemd.exec(5) describe it. */
export function unitText({ args, env }: ServiceCommand): string {
  const variables = Object.entries(env).map(([name, value]) => `Environment=${quoted(`${name}=${value}`, false)}`)
  return `[Unit]
Description=Waypost companion
After=graphical-session.target
# One that is signed out cannot run, however often it is started.
StartLimitIntervalSec=600
StartLimitBurst=20

[Service]
ExecStart=${args.map((word) => quoted(word, true)).join(' ')}
${variables.map((line) => `${line}\n`).join('')}Restart=on-failure
RestartSec=10

[Install]
WantedBy=default.target
`
}

/** A percent sign begins a specifier and, in a command, a dollar sign a variable. */
function quoted(word: string, isCommand: boolean): string {
  const escaped = word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')
  return `"${isCommand ? escaped.replaceAll('$', '$$$$') : escaped}"`
}

async function needManager(): Promise<void> {
  const nothing = 'Without it, have your system start: waypost run'
  if (!findProgram('systemctl')) throw new UserError(`This machine has no systemd. ${nothing}`)
  const { code, errorOutput } = await run('systemctl', ['--user', 'show', '--property=Version'])
  if (code !== 0) throw new UserError(`The systemd of your session does not answer${because(errorOutput)}. ${nothing}`)
}

async function control(args: readonly string[], log: (line: string) => void): Promise<RunResult> {
  const ran = await run('systemctl', ['--user', ...args], { timeout: 60_000 })
  if (ran.code !== 0) throw new UserError(`systemctl --user ${args.join(' ')} failed${because(ran.errorOutput)}.`)
  log(`Ran systemctl --user ${args.join(' ')}`)
  return ran
}
