import type { Platform } from '@waypost/client'
import type { ReadableAtom } from 'nanostores'
import { observed, on } from './observed.ts'

/** False only if the browser knows that it is offline. */
export const isOnline = (): boolean => navigator.onLine

/** `isOnline`, kept up to date. */
export const $networkUp: ReadableAtom<boolean> = observed(isOnline, (again) => on(window, ['online', 'offline'], again))

/** Whether this browser has WebSockets. */
export function socketsWork(): boolean {
  return typeof globalThis.WebSocket === 'function'
}

/** POSTs bytes and reports progress, which `fetch` cannot do. */
export const sendBytes: NonNullable<Platform['send']> = (url, bytes, onSent) => {
  const request = new XMLHttpRequest()
  const answer = new Promise<{ status: number; text(): Promise<string> }>((resolve, reject) => {
    const fail = () => reject(new TypeError('The network did not let the bytes through.'))
    request.onload = () => resolve({ status: request.status, text: async () => request.responseText })
    request.onerror = fail
    request.onabort = fail
    request.ontimeout = fail
  })
  request.upload.onprogress = ({ loaded }) => onSent(loaded)
  request.open('POST', url)
  request.setRequestHeader('Content-Type', 'application/octet-stream')
  request.send(bytes as XMLHttpRequestBodyInit)
  return { answer, stop: () => request.abort() }
}

type MarkdownAnswer = 'missing' | 'failed' | { text: string }

/** Fetches JSON from this server. Rejects on any unsuccessful status. */
export async function fetchJson(path: string): Promise<unknown> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`)
  return answer.json()
}

/** Fetches `/pages/<name>.md`. */
export async function fetchMarkdown(name: string): Promise<MarkdownAnswer> {
  const answer = await fetch(`/pages/${name}.md`)
  if (answer.status === 404) return 'missing'
  // Some proxies answer with a page of their own.
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('text/markdown')) return 'failed'
  return { text: await answer.text() }
}

/** POSTs JSON without cookies, even while the page is being closed. The result is ignored. */
export function sendAside(address: string, body: object, headers: Record<string, string> = {}): void {
  void fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).catch(() => {})
}
