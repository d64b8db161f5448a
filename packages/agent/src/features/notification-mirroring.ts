import { readFile, stat } from 'node:fs/promises'
import { limits, Refusal } from '@waypost/protocol'
import { type Monitor, openMonitor, type SeenNotification } from '../desktop/monitor.ts'
import { appName } from '../desktop/notifier.ts'
import type { Feature, FeatureDeps } from './feature.ts'
import { readMirrored } from './mirrored-notifications.ts'

interface Deps extends FeatureDeps {
  /** The server's origin. */
  server: string
}

/** Bytes of a picture that goes along, and the kinds that the other devices can show. */
const iconBytes = 40_000
const iconKinds = /\.(jpe?g|png)$/i
/** The most that is told of a notification, in characters. */
const longest = Math.floor(limits.ephemeralBytes / 20)
/** Notifications that can be closed from elsewhere. */
const most = 500

/**
 * Mirrors the notifications of this machine's programs to the other devices: they see what is shown here, and closing one anywhere closes it
 * everywhere. Actions stay here, as a Linux desktop has no way to press a button of another program's notification.
 */
export function notificationMirroringFeature({ session, device, server, log }: Deps): Feature {
  /** The packages under which the notifications went out, by the desktop's numbers. */
  const mirrored = new Map<number, string>()
  const stops: (() => void)[] = []
  let monitor: Monitor | undefined
  // One after the other: a dismissal must not overtake its notification.
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
    // What came from another device, here or in a browser, is there already.
    if (seen.app === appName || seen.body.includes(new URL(server).host)) return
    const { id, app, title, body, icon } = seen
    const package_name = packageOf(app)
    mirrored.delete(id)
    mirrored.set(id, package_name)
    for (const eldest of mirrored.keys()) {
      if (mirrored.size <= most) break
      mirrored.delete(eldest)
    }
    send(async () => ({
      type: 'mirror',
      ...common(package_name, id),
      source_device_iden: device,
      application_name: app,
      title: title.slice(0, longest),
      body: body.slice(0, longest),
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
    // First of all: its end must not be told to those who told of it.
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

  /** Names the program as the wire does, unlike the same program of another machine. */
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
