import { deviceName } from '@waypost/client/conversations/targets'
import type { Command } from 'commander'
import { devicesOf } from '../device.ts'
import { withSignedInSession } from '../sign-in/session.ts'
import { formatTable } from '../terminal/format.ts'
import { print, printJson, printStatus } from '../terminal/terminal.ts'
import { addCommand, type Options } from './command.ts'

/** Adds `waypost devices`. */
export function addDevices(program: Command): void {
  addCommand(program, 'devices', 'Shows your devices.', ['waypost devices', 'waypost devices --json']).action(devices)
}

async function devices({ server, json }: Options): Promise<void> {
  await withSignedInSession(server, async ({ session, signIn }) => {
    const all = await devicesOf(session)
    if (json) {
      for (const device of all) printJson(device)
      return
    }
    const rows = all.map((device) => [
      deviceName(device),
      device.type ?? '',
      [device.manufacturer, device.model].filter(Boolean).join(' '),
      device.iden,
      device.iden === signIn.device ? 'this machine' : '',
    ])
    if (rows.length === 0) printStatus('You have no devices yet.')
    else for (const line of formatTable(['name', 'type', 'model', 'iden', ''], rows)) print(line)
  })
}
