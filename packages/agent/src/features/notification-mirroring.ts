import { readFile, stat } from 'node:fs/promises'
import { forgetEldest } from '@waypost/client/ground/eldest'
import { ephemeralBytes, Refusal } from '@waypost/protocol'
import { type Monitor, openMonitor, type SeenNotification } from '../desktop/monitor.ts'
import { appName } from '../desktop/notifier.ts'
import { machineType } from '../machine/machine.ts'
import type { Feature, FeatureDeps } from './feature.ts'
import { readMirrored } from './mirrored-notifications.ts'

interface Deps extends FeatureDeps {
  server: string
}

/** The largest icon sent, in bytes, and the formats that other devices can show. */
const iconBytes = 40_000
const iconKinds = /\.(jpe?g|png)$/i
/** In characters. */
const maxTextLength = Math.floor(ephemeralBytes / 20)
/** How many notifications are remembered, so other devices can close them. */
const maxRemembered = 500

/** Whether this machine can show its notifications on other devices: only a Linux desktop exposes those of all programs. */
export const canMirror = (): boolean => machineType() === 'linux'

/**
 * Mirrors the notifications of this machine's programs to the other devices. Closing one anywhere closes it everywhere. Actions aren't
 * mirrored, because a Linux desktop can't trigger those of another program.
 */
export function notificationMirroringFeature({ session, device, server, log }: Deps): Feature {
  /** The package name of each mirrored notification, by the desktop's id. */
  const mirrored = new Map<number, string>()
  const stops: (() => void)[] = []
  let monitor: Monitor | undefined
  // Sent in sequence: a dismissal must not overtake its notification.
  let last: Promise<unknown> = Promise.resolve()

  function send(push: () => Promise<{ type: string }>): void {
    last = last.then(async () => {
      try {
        await session.sendEphemeral(await push())
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        log(`A notification did not reach the other devices: ${error.message}`)
      }
    })
  }

  function show(seen: SeenNotification): void {
    // It came from another device, here or in a browser.
    if (seen.app === appName || seen.body.includes(new URL(server).host)) return
    const { id, app, title, body, icon } = seen
    const package_name = packageOf(app)
    mirrored.delete(id)
    mirrored.set(id, package_name)
    forgetEldest(mirrored, maxRemembered)
    send(async () => ({
      type: 'mirror',
      ...common(package_name, id),
      source_device_iden: device,
      application_name: app,
      title: title.slice(0, maxTextLength),
      body: body.slice(0, maxTextLength),
      dismissable: true,
      ...(await iconOf(icon)),
    }))
  }

  function common(package_name: string, id: number) {
    const source_user_iden = session.$account.get()?.iden ?? ''
    return { source_user_iden, package_name, notification_id: String(id), notification_tag: null }
  }

  function closed(id: number): void {
    const package_name = mirrored.get(id)
    if (package_name === undefined) return
    mirrored.delete(id)
    send(async () => ({ type: 'dismissal', ...common(package_name, id) }))
  }

  function dismiss(ephemeral: Record<string, unknown>): void {
    const dismissed = readMirrored(ephemeral)
    const id = Number(dismissed?.notification_id)
    if (!dismissed || mirrored.get(id) !== dismissed.package_name) return
    // Removed first, so its closing isn't reported back.
    mirrored.delete(id)
    void monitor?.close(id)
  }

  return {
    async start() {
      monitor = await openMonitor({ onShown: show, onClosed: closed })
      stops.push(
        session.onEphemeral((ephemeral) => {
          if (ephemeral.type === 'dismissal') dismiss(ephemeral)
        }),
      )
    },
    async close() {
      for (const stop of stops.splice(0)) stop()
      await monitor?.end()
      await last
    },
  }

  /** The package name on the wire, distinct from that of the same program on another machine. */
  function packageOf(app: string): string {
    return `desktop.${device}.${app.replace(/\s+/g, '-').toLowerCase()}`
  }
}

async function iconOf(path: string | undefined): Promise<{ icon?: string }> {
  if (path === undefined || !iconKinds.test(path)) return {}
  try {
    const { size } = await stat(path)
    return size > iconBytes ? {} : { icon: (await readFile(path)).toString('base64') }
  } catch {
    return {}
  }
}
