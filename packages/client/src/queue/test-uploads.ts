import { type FileSource, type Platform, platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import type { HistoryItem } from '../history/history-item.ts'
import type { Session } from '../session/session.ts'
import { itemsOf } from '../session/test-sessions.ts'

/** A file with different bytes in each piece. */
export function file(name: string, size = 1_000, type = 'text/plain', preview?: unknown): FileSource {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 1_000) bytes[at] = (at / 1_000) % 251
  return { name, type, size, slice: (start, end) => bytes.slice(start, end), ...(preview !== undefined && { preview }) }
}

/** A network that passes each piece, by its number from 1, to `handle` before it is sent. */
export function withPieces(
  handle: (piece: number, send: () => Promise<{ status: number }>) => Promise<{ status: number }>,
): Platform {
  const send: Platform['send'] = (url, bytes, onSent) => {
    let stop = () => {}
    const stopped = new Promise<never>((_, reject) => {
      stop = () => reject(new Error('stopped'))
    })
    stopped.catch(() => {})
    const go = async () => {
      onSent((bytes as Uint8Array).length / 2)
      return (platform.send as NonNullable<Platform['send']>)(url, bytes, () => {}).answer
    }
    const answer = Promise.race([handle(Number(/\d+$/.exec(url)) + 1, go), stopped])
    return { answer: answer.then(({ status }) => ({ status, text: async () => '' })), stop }
  }
  return { ...platform, send }
}

export const itemOf = (session: Session, guid: string | undefined) => itemsOf(session).find(({ key }) => key === guid)
export const untilItem = (session: Session, guid: string | undefined, holds: (item: HistoryItem | undefined) => boolean) =>
  until(session.push.history(session.target.me), () => holds(itemOf(session, guid)))
