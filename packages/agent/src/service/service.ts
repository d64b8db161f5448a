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
  /** A server, where it is not the one signed in to last. */
  server?: string | undefined
  log(line: string): void
}

/** Has the companion run from now on whenever this person is signed in. @throws UserError */
export async function installService({ server, log }: InstallOptions): Promise<void> {
  const command = serviceCommand(server)
  await managers[machineType()].install(command, log)
  log('The companion runs now, and from now on whenever you are signed in to this machine.')
}

/** @throws UserError */
export async function uninstallService(log: (line: string) => void): Promise<void> {
  const was = await managers[machineType()].uninstall(log)
  log(was ? 'The companion does not run by itself any more.' : 'The companion did not run by itself.')
}

/** This program, started by itself. A folder of settings that was named for this run is named for all. */
export function serviceCommand(server: string | undefined, env = process.env): ServiceCommand {
  // Where it really is: the name that was typed may be a link that another installation changes.
  const program = realpathSync(process.argv[1] ?? '')
  const { WAYPOST_SETTINGS: settings, WAYPOST_BROWSER: browser, PATH: path } = env
  const args: ServiceCommand['args'] = [process.execPath, program, 'run', ...(server === undefined ? [] : ['--server', server])]
  const named = { WAYPOST_SETTINGS: settings, WAYPOST_BROWSER: browser, PATH: path }
  const given = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined)
  for (const text of [...args, ...given.map(([, value]) => value)]) {
    if (/[\r\n\0]/.test(text))
      throw new UserError('The path of the program or of its settings has a line break in it, which no service can have.')
  }
  return { args, env: Object.fromEntries(given) }
}
