import type { Push } from '@waypost/protocol'

/** What a session needs from its environment. Browsers and Node.js provide all of it; tests pass their own clock. */
export interface Platform {
  fetch(url: string, request: HttpRequest): Promise<HttpAnswer>
  /**
   * POSTs bytes as they are, reporting how many were sent. Bytes are what a `FileSource` slices: a Blob or a typed array. Without it,
   * pieces are sent by `fetch`, and no progress is reported within a piece.
   */
  send?(url: string, bytes: unknown, onSent: (bytes: number) => void): Sending
  openSocket(url: string): Socket
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `work` once after `milliseconds`; the returned function cancels it. */
  after(milliseconds: number, work: () => void): () => void
  /** Never repeated. */
  unique(): string
}

export interface HttpRequest {
  method: string
  headers: Record<string, string>
  body?: string
  /** Outlives the page that sent it. */
  keepalive?: boolean
}

/** A file to send: a browser's `File`, or something like it. */
export interface FileSource {
  name: string
  /** A media type, e.g. `image/png`; empty if unknown. */
  type: string
  /** Bytes. */
  size: number
  /** A range of its bytes, in the form that `Platform.send` accepts. */
  slice(start: number, end: number): unknown
  preview?: unknown
  /** Facts for clients that don't have the file yet. They are determined during the upload. */
  facts?(): Promise<FileFacts>
  /** For a voice message: the facts in its push. */
  recording?: RecordingFacts
}

/** The length of a recording in seconds, and its loudness as the protocol describes it for a push. */
export interface RecordingFacts {
  duration: number
  peaks: string
}

/** Facts about a file that its push carries. */
export type FileFacts = Pick<Push, 'image_colors'>

/** Bytes in flight. */
export interface Sending {
  answer: Promise<HttpAnswer>
  /** Then `answer` is rejected. */
  stop(): void
}

export interface HttpAnswer {
  status: number
  text(): Promise<string>
  headers?: { get(name: string): string | null }
}

/** The part of WebSocket that the stream uses. */
export interface Socket {
  onmessage: ((event: { data: unknown }) => void) | null
  onerror: ((event: unknown) => void) | null
  onclose: ((event: unknown) => void) | null
  close(): void
}

interface Surroundings {
  fetch(url: string, request: Omit<HttpRequest, 'body'> & { body?: unknown; signal?: unknown }): Promise<HttpAnswer>
  AbortController: new () => { signal: unknown; abort(): void }
  WebSocket: new (url: string) => Socket
  setTimeout(work: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
  crypto: { getRandomValues<T extends Uint8Array>(bytes: T): T }
}

/** The platform that this program runs on, by the names that browsers and Node share. */
export const platform: Platform = {
  fetch: (url, request) => surroundings().fetch(url, request),
  send(url, bytes) {
    const { AbortController } = surroundings()
    const aborting = new AbortController()
    const headers = { 'Content-Type': 'application/octet-stream' }
    const answer = surroundings().fetch(url, { method: 'POST', headers, body: bytes, signal: aborting.signal })
    return { answer, stop: () => aborting.abort() }
  },
  openSocket: (url) => new (surroundings().WebSocket)(url),
  now: () => Date.now(),
  after(milliseconds, work) {
    const { setTimeout, clearTimeout } = surroundings()
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
  unique() {
    // Not randomUUID: browsers have it only over https, which is rare in home networks.
    const bytes = surroundings().crypto.getRandomValues(new Uint8Array(16))
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  },
}

function surroundings(): Surroundings {
  return globalThis as unknown as Surroundings
}
