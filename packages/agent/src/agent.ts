import { setTimeout as wait } from 'node:timers/promises'
import type { Session } from '@waypost/client'
import { openClipboard } from './desktop/clipboard.ts'
import { openDbusNotifier } from './desktop/dbus-notifier.ts'
import { openProgramNotifier } from './desktop/program-notifier.ts'
import { adoptSession } from './desktop/session.ts'
import { clipboardFeature } from './features/clipboard.ts'
import { downloadsFeature, forgetDownloads } from './features/downloads.ts'
import type { Feature, FeatureDeps } from './features/feature.ts'
import { mirroredNotificationsFeature } from './features/mirrored-notifications.ts'
import { canMirror, notificationMirroringFeature } from './features/notification-mirroring.ts'
import { notificationsFeature } from './features/notifications.ts'
import { type PhonesOptions, phonesFeature } from './features/phones/phones.ts'
import { phonesOfServer } from './features/phones/phones-of-server.ts'
import { pingFeature } from './features/ping.ts'
import { remoteFilesFeature } from './features/remote-files.ts'
import { smsFeature } from './features/sms/sms.ts'
import { machineType } from './machine/machine.ts'
import type { Phone } from './phone/phone.ts'
import type { CompanionSettings } from './settings/companion-settings.ts'
import { UserError } from './user-error.ts'

interface AgentDeps {
  session: Session
  /** The iden of this device. */
  device: string
  server: string
  settings: CompanionSettings
  /** Closed by the caller. */
  phone: Phone | undefined
  /** Android phones on the local network; without this there are none. */
  phones?: PhonesOptions
  /** Whether a server runs this just for its phones. */
  isServer?: boolean
  /** Pushes up to this stamp are not news, in seconds. */
  since: number
  /** How often to look for a desktop session while there is none, in milliseconds. */
  lookEvery?: number
  log(line: string, isNews?: boolean): void
  onEvent(name: string, fields: object): void
}

/**
 * Starts every feature that this device's settings switch on. If this machine can't run a feature, that is logged, and the others start
 * without it. Features that need a desktop session start as soon as there is one, because a service starts before anyone signs in.
 * @returns a function that stops all features; the session stays open
 */
export async function openAgent(agent: AgentDeps): Promise<() => Promise<void>> {
  const { session, device, server, settings, phone, phones, since, lookEvery = 30_000, log, onEvent, isServer = false } = agent
  const parts: FeatureDeps = { session, device, log }
  const begun: Feature[] = []
  const ended = new AbortController()
  const trying: Promise<void>[] = []

  /** `what` is the first half of the log line for a failure. @returns whether it started */
  async function begin(what: string, open: () => Feature | Promise<Feature>, isSilent = false): Promise<boolean> {
    try {
      const answer = await open()
      await answer.start()
      if (ended.signal.aborted) await answer.close()
      else begun.push(answer)
      return true
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      if (!isSilent) log(`${what}: ${error.message}.`)
      return false
    }
  }

  async function beginOnDesktop(what: string, open: () => Feature | Promise<Feature>): Promise<void> {
    const attempt = (isSilent: boolean) => {
      adoptSession()
      return begin(what, open, isSilent)
    }
    if (await attempt(false)) return
    const keepTrying = async () => {
      do await wait(lookEvery, undefined, { signal: ended.signal }).catch(() => {})
      while (!ended.signal.aborted && !(await attempt(true)))
    }
    trying.push(keepTrying())
  }

  const { downloads: folder, folders } = settings
  if (folder === undefined) forgetDownloads(device)
  else await begin('Files cannot be saved', () => downloadsFeature({ ...parts, folder, onEvent }))
  if (phone) await begin('Texts cannot be sent', () => smsFeature({ ...parts, phone }))
  if (folders.length > 0) await begin('Files cannot be shared', () => remoteFilesFeature({ ...parts, folders }))
  // Other devices send requests as soon as they see this one, so it announces itself after everything else is ready to answer.
  await begin('Pings cannot be answered', () => pingFeature(parts))
  if (phones) {
    const open = () =>
      phonesFeature({ ...parts, ...phones, clipboard: settings.clipboard, name: isServer ? 'Waypost' : undefined })
    await begin('Phones cannot be reached', () => (isServer ? phonesOfServer({ ...parts, onEvent }, open) : open()))
  }
  if (settings.notifications) {
    await beginOnDesktop('Notifications cannot be shown', async () => {
      const type = machineType()
      const notifier = await (type === 'linux' ? openDbusNotifier() : openProgramNotifier(type))
      const answers = [
        notificationsFeature({ ...parts, notifier, server, since }),
        mirroredNotificationsFeature({ ...parts, notifier }),
      ]
      return together(answers, notifier.end)
    })
  }
  if (settings.mirror) {
    const what = 'Notifications cannot be sent to your other devices'
    if (canMirror()) await beginOnDesktop(what, () => notificationMirroringFeature({ ...parts, server }))
    else log(`${what}: only a Linux desktop allows that.`)
  }
  if (settings.clipboard && !isServer) {
    await beginOnDesktop('Copy and paste cannot be shared', () => clipboardFeature({ ...parts, clipboard: openClipboard() }))
  }

  onEvent('ready', { device })
  return async () => {
    ended.abort()
    await Promise.all([...trying, ...begun.map((answer) => answer.close())])
  }
}

/** `end` releases their shared state. */
function together(answers: readonly Feature[], end: () => Promise<void>): Feature {
  return {
    async start() {
      for (const answer of answers) await answer.start()
    },
    async close() {
      await Promise.all(answers.map((answer) => answer.close()))
      await end()
    },
  }
}
