import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { platform } from '@waypost/client'
import { UploadError, uploadFile } from '@waypost/client/queue/upload'
import { addressLength, bodyLength, createPush, getMe, isPassing, Refusal, retryIn, type Takes } from '@waypost/protocol'
import { safeName } from '../../download/file-name.ts'
import type { Connection } from '../../phone/kdeconnect/connection.ts'
import type { Link } from '../../phone/kdeconnect/link.ts'
import type { Packet } from '../../phone/kdeconnect/packet.ts'
import { PayloadFailed } from '../../phone/kdeconnect/payload.ts'
import { readBytes } from '../../remote-files/file-bytes.ts'
import { mediaTypeOf } from '../../remote-files/media-type.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { webAddress } from '../notifications.ts'

const maxWaiting = 200

/** Texts, links and files shared by the phone become pushes of its device, in order. */
export function sharesFeature({ session, device, log, connection }: FeatureDeps & { connection: Connection }): Feature {
  const ended = new AbortController()
  let shares: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let stop = () => {}

  function onShare(packet: Packet): void {
    const { link } = connection
    if (packet.type !== 'share.request' || !link) return
    if (waiting >= maxWaiting) {
      log('Something that the phone shared was left out: too much is waiting.')
      return
    }
    waiting++
    shares = shares
      .then(() => share(packet, link))
      .catch((error: Error) => {
        const isExpected = [Refusal, PayloadFailed, UploadError].some((kind) => error instanceof kind)
        // A full disk, for example, has a code.
        if (!isExpected && !('code' in error)) throw error
        log(`Something that the phone shared could not be sent: ${error.message}`)
      })
      .finally(() => waiting--)
  }

  async function share(packet: Packet, link: Link): Promise<void> {
    const { text, url, filename } = packet.body
    if (typeof filename === 'string') await shareFile(packet, link, safeName(filename))
    else if (typeof url === 'string' && url.length <= addressLength && webAddress(url) !== undefined)
      await push({ type: 'link', url })
    else {
      const words = typeof url === 'string' ? url : text
      if (typeof words === 'string' && words.trim() !== '')
        await push({ type: 'note', body: words.replaceAll('\0', '').slice(0, bodyLength) })
    }
  }

  /** Retries while the server can't be reached. @throws Refusal */
  async function push(content: Takes<typeof createPush>): Promise<void> {
    const guid = platform.unique()
    for (let pause = 1_000; ; pause = Math.min(30_000, pause * 2)) {
      try {
        await session.call(createPush, { ...content, guid, source_device_iden: device })
        return
      } catch (error) {
        if (!(error instanceof Refusal) || !isPassing(error) || ended.signal.aborted) throw error
        await wait(retryIn(error, pause), undefined, { signal: ended.signal }).catch(() => {})
      }
    }
  }

  async function shareFile(packet: Packet, link: Link, name: string): Promise<void> {
    const { max_upload_size: most } = await session.call(getMe, {})
    const temporary = mkdtempSync(join(tmpdir(), 'waypost-'))
    try {
      const handle = await open(join(temporary, 'file'), 'wx+', 0o600)
      try {
        // An empty file has no payload.
        if (packet.payloadPort !== undefined)
          for await (const piece of link.fetchPayload(packet, most)) await handle.writeFile(piece)
        const { size } = await handle.stat()
        let cancel = () => {}
        const bytes = readBytes(handle, platform, () => cancel())
        const upload = uploadFile(
          { name, type: mediaTypeOf(name) ?? '', size, slice: bytes.slice },
          {
            call: session.call,
            platform: { ...platform, send: bytes.send },
            id: undefined,
            onBegun: () => {},
            onProgress: () => {},
          },
        )
        cancel = () => upload.cancel({ forGood: true })
        ended.signal.addEventListener('abort', cancel)
        try {
          await push({ type: 'file', ...(await upload.done) })
        } finally {
          ended.signal.removeEventListener('abort', cancel)
        }
      } finally {
        await handle.close()
      }
    } finally {
      rmSync(temporary, { recursive: true, force: true })
    }
  }

  return {
    async start() {
      stop = connection.packets.on(onShare)
    },
    async close() {
      ended.abort()
      stop()
      await shares
    },
  }
}
