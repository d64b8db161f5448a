import type { FileHandle } from 'node:fs/promises'
import type { Platform, Sending } from '@waypost/client'

/** Reads an open file for an upload. Only the piece that is being sent is in memory. */
export interface FileBytes {
  readonly fault: 'short' | 'unreadable' | undefined
  /** For `FileSource`: returns the range without reading it. */
  slice(start: number, end: number): Range
  /** For `Platform`: reads the range and sends it. */
  send(url: string, range: unknown, onSent: (bytes: number) => void): Sending
}

interface Range {
  start: number
  end: number
}

/** @param onFault called at once when the file has become shorter or cannot be read */
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
