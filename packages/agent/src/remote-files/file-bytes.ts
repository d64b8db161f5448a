import type { FileHandle } from 'node:fs/promises'
import type { Platform, Sending } from '@waypost/client'

/** The bytes of an open file for an upload: one piece at a time is in memory, and only while it is on its way. */
export interface FileBytes {
  /** What went wrong with the file itself. */
  readonly fault: 'short' | 'unreadable' | undefined
  /** For `FileSource`: says which bytes, and reads none. */
  slice(start: number, end: number): Range
  /** For `Platform`: reads what a slice says, and sends it. */
  send(url: string, range: unknown, onSent: (bytes: number) => void): Sending
}

interface Range {
  start: number
  end: number
}

/** @param onFault is told at once when the file does not have what it had when it was opened */
export function readBytes(handle: FileHandle, platform: Platform, onFault: () => void): FileBytes {
  let fault: FileBytes['fault']

  function fail(kind: 'short' | 'unreadable', cause?: unknown): Error {
    fault = kind
    onFault()
    return new Error(kind, { cause })
  }

  async function read({ start, end }: Range): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafe(end - start)
    let filled = 0
    while (filled < bytes.length) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled).catch((cause: unknown) => {
        throw fail('unreadable', cause)
      })
      if (bytesRead === 0) throw fail('short')
      filled += bytesRead
    }
    return bytes
  }

  return {
    get fault() {
      return fault
    },
    slice: (start, end) => ({ start, end }),
    send(url, range, onSent) {
      let sending: Sending | undefined
      let stopped = false
      async function send() {
        const bytes = await read(range as Range)
        if (stopped || !platform.send) throw new Error('The upload was stopped.')
        sending = platform.send(url, bytes, onSent)
        return sending.answer
      }
      return {
        answer: send(),
        stop() {
          stopped = true
          sending?.stop()
        },
      }
    },
  }
}
