import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { run } from '../desktop/program.ts'
import { UserError } from '../user-error.ts'
import { because, type ServiceCommand, type ServiceManager } from './manager.ts'

const label = 'org.waypost.companion'

/** A launch agent of macOS. */
export const launchd: ServiceManager = {
  async install(command, log) {
    const file = agentFile()
    mkdirSync(join(file, '..'), { recursive: true })
    const isThere = existsSync(file)
    writeFileSync(file, agentText(command, join(homedir(), 'Library', 'Logs', 'Waypost.log')), { mode: 0o644 })
    log(`Wrote ${file}`)
    // `bootstrap` fails if the agent is loaded, and `bootout` if it is not.
    if (isThere) await run('launchctl', ['bootout', `${domain()}/${label}`])
    const { code, errorOutput } = await run('launchctl', ['bootstrap', domain(), file])
    if (code !== 0) throw new UserError(`launchctl bootstrap failed${because(errorOutput)}.`)
    log(`Ran launchctl bootstrap ${domain()} ${file}`)
    log(`See its log in ${join(homedir(), 'Library', 'Logs', 'Waypost.log')}`)
  },
  async uninstall(log) {
    const file = agentFile()
    if (!existsSync(file)) return false
    const { code } = await run('launchctl', ['bootout', `${domain()}/${label}`])
    if (code === 0) log(`Ran launchctl bootout ${domain()}/${label}`)
    rmSync(file, { force: true })
    log(`Removed ${file}`)
    return true
  },
}

const agentFile = () => join(homedir(), 'Library', 'LaunchAgents', `${label}.plist`)
const domain = () => `gui/${process.getuid?.() ?? 0}`

/** A property list as launchd.plist(5) describes it. */
export function agentText({ args, env }: ServiceCommand, output: string): string {
  const text = (value: string) => `<string>${escaped(value)}</string>`
  const variables = Object.entries(env).map(([name, value]) => `<key>${escaped(name)}</key>${text(value)}`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>${text(label)}
  <key>ProgramArguments</key><array>${args.map(text).join('')}</array>
  <key>EnvironmentVariables</key><dict>${variables.join('')}</dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
  <key>StandardOutPath</key>${text(output)}
  <key>StandardErrorPath</key>${text(output)}
</dict>
</plist>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
