// Makes the calls of one upload and sends its pieces: again after failures that may pass, until it is canceled.

import { isPassing, Refusal, type RefusalCode, readRefusal } from '@waypost/protocol'
import { openBackoff } from '../ground/backoff.ts'
import type { Platform, Sending } from '../ground/platform.ts'
import type { Turns } from '../ground/turns.ts'

/** An upload failed; the message is the specification's. */
export class UploadError extends Error {}

export const canceled = 'File upload canceled'

export class UploadCanceled extends UploadError {
  constructor() {
    super(canceled)
  }
}

interface Deps {
  platform: Platform
  turns?: Turns | undefined
  /** Called when it starts or stops waiting for a busy server, but not while offline. */
  onWaiting?: ((waits: boolean) => void) | undefined
}

/** A piece of a file, and whether the server has it by now. */
interface Piece {
  url: string
  index: number
  bytes: unknown
  onSent(bytes: number): void
  /** @throws Refusal */
  hasArrived(): Promise<boolean>
}

/** `broken`: no response, or one from a proxy whose server is down. */
type Outcome = 'taken' | 'refused' | 'broken'

/** How often a refused piece is tried, and the milliseconds between tries. */
const pieceTries = 2
const pieceWait = 1_000
/** How often a piece may be interrupted although the server is reachable. */
const maxBreaks = 6
const maxDelay = 30_000

/** The requests of one upload, one at a time. */
export function openTries({ platform, turns, onWaiting }: Deps) {
  let isCanceled = false
  let sending: Sending | undefined
  let pausing: { limited: boolean; end(): void } | undefined

  /** @throws UploadCanceled */
  function check(): void {
    if (isCanceled) throw new UploadCanceled()
  }

  async function sendNow({ url, bytes, onSent }: Piece): Promise<Outcome> {
    // It was canceled before its turn.
    if (isCanceled) return 'broken'
    try {
      sending = platform.send?.(url, bytes, onSent) ?? plainly(platform, url, bytes)
      const { status } = await sending.answer
      if (status >= 200 && status <= 299) return 'taken'
      return isPassing(readRefusal(status, undefined)) ? 'broken' : 'refused'
    } catch {
      return 'broken'
    } finally {
      sending = undefined
    }
  }

  function pause(wait: number, code: RefusalCode = 'network'): Promise<void> {
    const isServers = code !== 'network'
    if (isServers) onWaiting?.(true)
    return new Promise((resolve) => {
      const end = () => {
        stop()
        pausing = undefined
        if (isServers) onWaiting?.(false)
        resolve()
      }
      const stop = platform.after(wait, end)
      pausing = { limited: code === 'ratelimited', end }
    })
  }

  return {
    check,
    /** Makes a call, again after temporary failures. @throws Refusal, UploadCanceled */
    async insist<T>(work: () => Promise<T>): Promise<T> {
      const backoff = openBackoff({ longest: maxDelay })
      for (;;) {
        check()
        try {
          return await work()
        } catch (error) {
          const wait = error instanceof Refusal ? backoff.refused(error) : undefined
          if (wait === undefined) throw error
          await pause(wait, (error as Refusal).code)
        }
      }
    },
    /** Sends a piece until the server has it. @throws Refusal, UploadError */
    async send(piece: Piece): Promise<void> {
      let [refused, breaks] = [0, 0]
      const send = () => sendNow(piece)
      for (;;) {
        check()
        const outcome = await (turns ? turns.run('piece', send) : send())
        if (outcome === 'taken') return
        check()
        if (outcome === 'refused' ? ++refused === pieceTries : ++breaks === maxBreaks)
          throw new UploadError(`Uplading chunk ${piece.index + 1} failed.`)
        piece.onSent(0)
        await pause(pieceWait)
        // This waits until the server is reachable. It may have the piece although its response was lost.
        if (outcome === 'broken' && (await piece.hasArrived())) return
      }
    },
    cancel(): void {
      isCanceled = true
      sending?.stop()
      pausing?.end()
    },
    /** The network may be back: retries at once, unless a rate limit forbids it. */
    retryNow(): void {
      if (!pausing?.limited) pausing?.end()
    },
  }
}

function plainly(platform: Platform, url: string, bytes: unknown): Sending {
  const request = { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: bytes as string }
  return { answer: platform.fetch(url, request), stop() {} }
}
