import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isTold, type Push } from '@waypost/protocol'
import { NotSaved, saveFile } from '../../download/save.ts'
import type { Connection } from '../../phone/kdeconnect/connection.ts'
import type { Link } from '../../phone/kdeconnect/link.ts'
import { pushesAfter } from '../downloads.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { webAddress } from '../notifications.ts'
import { PushPosition } from '../push-position.ts'

interface Deps extends FeatureDeps {
  connection: Connection
  /** Where the position among the pushes is stored. */
  folder: string
}

/** How often a push is attempted, and the pause between attempts, in milliseconds. */
const attempts = { most: 5, pause: 2_000 }

/**
 * Pushes to the phone's device: a link is opened there, a file is saved, and anything else is shown as a notification. Those sent while it
 * was away arrive once it is back.
 */
export function pushesToPhoneFeature({ session, device, log, connection, folder }: Deps): Feature {
  const stops: (() => void)[] = []
  const ended = new AbortController()
  const pushes = new Map<string, Push>()
  const position = new PushPosition(join(folder, 'pushes.json'), log)
  let delivering: Promise<void> | undefined

  function take(push: Push): void {
    const isForPhone = push.target_device_iden === device && push.source_device_iden !== device
    if (push.created <= position.latest || !isForPhone || !isTold(push, { kind: 'device', device })) return
    pushes.set(push.iden, push)
    deliver()
  }

  function deliver(): void {
    delivering ??= deliverAll()
      .catch(({ message }: Error) => log(`Pushes to the phone wait: ${message}`))
      .finally(() => {
        delivering = undefined
      })
  }

  /** Oldest first, while the phone is connected. */
  async function deliverAll(): Promise<void> {
    // Wait until all pushes of the same update are queued.
    await Promise.resolve()
    for (let tries = 1; pushes.size > 0 && !ended.signal.aborted; ) {
      const [push] = [...pushes.values()].sort((a, b) => a.created - b.created)
      const { link } = connection
      if (!push || !link) return
      try {
        await handOver(push, link)
      } catch (error) {
        if (ended.signal.aborted || !connection.link) return
        if (!(error instanceof NotSaved) && tries++ < attempts.most) {
          await wait(attempts.pause, undefined, { signal: ended.signal }).catch(() => {})
          continue
        }
        log(`A push could not be sent to the phone: ${(error as Error).message}`)
      }
      tries = 1
      pushes.delete(push.iden)
      position.advance(push.created)
    }
  }

  async function handOver(push: Push, link: Link): Promise<void> {
    const { type, url, title, body, items } = push
    if (type === 'file') await handOverFile(push, link)
    else if (type === 'link' && webAddress(url) !== undefined) link.send('share.request', { url })
    else {
      const list = items?.map((item) => item.text).join('\n')
      link.send('ping', { message: [title, list, body, url].filter(Boolean).join('\n') || 'Waypost' })
    }
  }

  async function handOverFile({ iden, file_url, file_name = 'file' }: Push, link: Link): Promise<void> {
    const address = webAddress(file_url)
    if (address === undefined) throw new NotSaved('Its address is not valid.')
    const temporary = mkdtempSync(join(tmpdir(), 'waypost-'))
    try {
      const path = await saveFile({ address, folder: temporary, name: 'file', key: iden, signal: ended.signal })
      const handle = await open(path)
      const { size } = await handle.stat().finally(() => handle.close())
      const packet = { filename: file_name, numberOfFiles: 1, totalPayloadSize: size }
      if (size === 0) link.send('share.request', packet)
      else await link.sendPayload('share.request', packet, size, () => createReadStream(path))
    } finally {
      rmSync(temporary, { recursive: true, force: true })
    }
  }

  return {
    async start() {
      position.open(session.mirror.$baseline.get())
      stops.push(
        session.onPush(take),
        connection.changes.on((link) => link && deliver()),
      )
      for (const push of await pushesAfter({ session, log }, position.latest)) take(push)
    },
    async close() {
      ended.abort()
      for (const stop of stops.splice(0)) stop()
      await delivering
    },
  }
}
