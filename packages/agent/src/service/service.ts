import { realpathSync } from 'node:fs'
import { machineType } from '../machine/machine.ts'
import { UserError } from '../user-error.ts'
import { launchd } from './launchd.ts'
import type { ServiceCommand } from './manager.ts'
import { scheduledTask } from './scheduled-task.ts'
import { systemd } from './systemd.ts'
import { termuxBoot } from './termux-boot.ts'

const managers = { linux: systemd, mac: launchd, windows: scheduledTask, android: termuxBoot }

interface InstallOptions {
  /** A server other than the one signed in to last. */
  server?: string | undefined
  log(line: string): void
}

/** Installs the companion as a service that runs whenever this user is signed in. @throws UserError */
export async function installService({ server, log }: InstallOptions): Promise<void> {
  const command = serviceCommand(server)
  await managers[machineType()].install(command, log)
  log('The companion is running, and starts whenever you sign in to this machine.')
}

/** @throws UserError */
export async function uninstallService(log: (line: string) => void): Promise<void> {
  const was = await managers[machineType()].uninstall(log)
  log(was ? 'The companion no longer starts automatically.' : 'The companion was not set to start automatically.')
}

/** The command that runs this program as a service, with the settings folder of this run. */
export function serviceCommand(server: string | undefined, env = process.env): ServiceCommand {
  // The real path: the typed name may be a link that another installation changes.
  const program = realpathSync(process.argv[1] ?? '')
  const { WAYPOST_SETTINGS: settings, WAYPOST_BROWSER: browser, PATH: path } = env
  const args: ServiceCommand['args'] = [process.execPath, program, 'run', ...(server === undefined ? [] : ['--server', server])]
  const named = { WAYPOST_SETTINGS: settings, WAYPOST_BROWSER: browser, PATH: path }
  const given = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined)
  for (const text of [...args, ...given.map(([, value]) => value)]) {
    if (/[\r\n\0]/.test(text))
      throw new UserError('The path of the program or of its settings contains a line break, which a service cannot have.')
  }
  return { args, env: Object.fromEntries(given) }
}
