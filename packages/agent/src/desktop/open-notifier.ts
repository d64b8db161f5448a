// Opens the notifier of this platform, which shows desktop notifications.

import { machineType } from '../machine/machine.ts'
import { openDbusNotifier } from './dbus-notifier.ts'
import type { Notifier } from './notifier.ts'
import { openProgramNotifier } from './program-notifier.ts'

/** Opens the notifier of this platform. @throws UserError when there is none */
export function openNotifier(): Promise<Notifier> {
  const type = machineType()
  return type === 'linux' ? openDbusNotifier() : openProgramNotifier(type)
}
