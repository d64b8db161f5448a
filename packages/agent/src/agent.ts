import { setTimeout as wait } from 'node:timers/promises'
import type { Session } from '@waypost/client'
import { openClipboard } from './desktop/clipboard.ts'
import { openNotifier } from './desktop/open-notifier.ts'
import { adoptSession } from './desktop/session.ts'
import { clipboardFeature } from './features/clipboard.ts'
import { downloadsFeature, forgetDownloads } from './features/downloads.ts'
import type { Feature, FeatureDeps } from './features/feature.ts'
import { mirroredNotificationsFeature } from './features/mirrored-notifications.ts'
import { notificationMirroringFeature } from './features/notification-mirroring.ts'
import { notificationsFeature } from './features/notifications.ts'
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
  /** The server's origin. */
  server: string
  settings: CompanionSettings
  /** What texts go through, open; whoever opened it closes it. */
  phone: Phone | undefined
  /** Up to which stamp pushes are no news, in seconds. */
  since: number
  /** How often what needs a desktop session is tried again where there is none yet, in milliseconds. */
  lookEvery?: number
  log(line: string): void
  /** Tells programs what happens, by a name and fields. */
  onEvent(name: string, fields: object): void
}

/**
 * Begins all that the companion does for its device, as its settings say. What this machine cannot do is told in a line, and the rest goes on
 * without it; what needs a desktop session begins when there is one, as a service starts before anybody has signed in. The answer ends it
 * all; the client is left open.
 */
export async function openAgent(agent: AgentDeps): Promise<() => Promise<void>> {
  const { session, device, server, settings, phone, since, lookEvery = 30_000, log, onEvent } = agent
  const parts: FeatureDeps = { session, device, log }
  const begun: Feature[] = []
  const ended = new AbortController()
  const trying: Promise<void>[] = []

  /** @returns whether it begun; `what` is the beginning of the sentence that says why not */
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
  else await begin('Files are not saved', () => downloadsFeature({ ...parts, folder, onEvent }))
  if (phone) await begin('Texts cannot be sent', () => smsFeature({ ...parts, phone }))
  if (folders.length > 0) await begin('Files are not shared', () => remoteFilesFeature({ ...parts, folders }))
  // Others ask as soon as they hear of it, so it says that it is there once it can answer.
  await begin('It cannot be asked for', () => pingFeature(parts))
  if (settings.notifications) {
    await beginOnDesktop('Notifications are not shown', async () => {
      const notifier = await openNotifier()
      const answers = [
        notificationsFeature({ ...parts, notifier, server, since }),
        mirroredNotificationsFeature({ ...parts, notifier }),
      ]
      return together(answers, notifier.end)
    })
  }
  if (settings.mirror) {
    const what = 'Notifications are not sent to your other devices'
    if (machineType() === 'linux') await beginOnDesktop(what, () => notificationMirroringFeature({ ...parts, server }))
    else log(`${what}: only a Linux desktop lets a program see those of others.`)
  }
  if (settings.clipboard) {
    await beginOnDesktop('Copy and paste does not reach your other devices', () =>
      clipboardFeature({ ...parts, clipboard: openClipboard() }),
    )
  }

  onEvent('ready', { device })
  return async () => {
    ended.abort()
    await Promise.all([...trying, ...begun.map((answer) => answer.close())])
  }
}

/** Several answers as one; `end` gives back what they stand on. */
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
