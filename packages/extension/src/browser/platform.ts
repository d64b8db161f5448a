// The platform of a session in an extension. Its live stream keeps the background alive, and a server that sends too much is cut off.

import { type HttpAnswer, platform as own, type Platform, type Socket } from '@waypost/client'
import { stayAlive } from './runtime.ts'

/**
 * In milliseconds. Browsers stop a background that has been idle for 30 s, and the server's frames come every 28 s, which is cutting it
 * close.
 */
const nopEvery = 20_000

/** Bytes of one response: servers send pages of 2 MB. */
const answerBytes = 16 * 2 ** 20
/** Bytes of all responses within a minute: more than the first start of an ordinary account needs. */
const bytesPerMinute = 64 * 2 ** 20
/** How long a whole response may take, in milliseconds. The client gives up earlier. */
const answerWithin = 180_000

/** Frames within ten seconds, and UTF-16 units in them. Anything beyond that is fetched later. */
const frames = { count: 2_000, units: 8_000_000, per: 10_000 }
/** How long to ignore a server that sent too many frames, in milliseconds. */
const restMilliseconds = 60_000

function allowance(most: number, milliseconds: number) {
  let since = 0
  let used = 0
  return (amount: number): boolean => {
    const now = Date.now()
    if (now - since >= milliseconds || now < since) {
      since = now
      used = 0
    }
    used += amount
    return used <= most
  }
}

/** A different server starts afresh. */
const startWith = (host: string) => ({ host, mayRead: allowance(bytesPerMinute, 60_000), restsUntil: 0 })
let bounds = startWith('')

function boundsOf(url: string) {
  const { host } = new URL(url)
  if (host !== bounds.host) bounds = startWith(host)
  return bounds
}

export const platform: Platform = {
  ...own,
  async fetch(url, request) {
    const stopping = new AbortController()
    const timer = setTimeout(() => stopping.abort(), answerWithin)
    try {
      // The API never redirects, and the token is for this server only.
      const fixed = { redirect: 'error', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' } as const
      const answer = await fetch(url, { ...request, ...fixed, signal: stopping.signal })
      return boundedAnswer(answer, boundsOf(url).mayRead, () => {
        clearTimeout(timer)
        stopping.abort()
      })
    } catch (error) {
      clearTimeout(timer)
      throw error
    }
  },
  openSocket(url) {
    const own = boundsOf(url)
    if (Date.now() < own.restsUntil) throw new Error('This server sent too much.')
    const socket = new WebSocket(url)
    const timer = setInterval(() => {
      // In Chromium a frame in either direction counts as activity. The server ignores this one.
      if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"nop"}')
      stayAlive()
    }, nopEvery)
    socket.addEventListener('close', () => clearInterval(timer))
    const [mayCount, mayHold] = [allowance(frames.count, frames.per), allowance(frames.units, frames.per)]
    socket.addEventListener('message', (event) => {
      if (mayCount(1) && mayHold(String(event.data).length)) return
      event.stopImmediatePropagation()
      own.restsUntil = Date.now() + restMilliseconds
      socket.close()
    })
    return socket as unknown as Socket
  },
}

function boundedAnswer(answer: Response, mayRead: (bytes: number) => boolean, stop: () => void): HttpAnswer {
  return {
    status: answer.status,
    headers: answer.headers,
    async text() {
      try {
        return await readText(answer, mayRead)
      } finally {
        stop()
      }
    },
  }
}

async function readText({ body }: Response, mayRead: (bytes: number) => boolean): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > answerBytes || !mayRead(value.byteLength)) throw new Error('This server sends too much.')
    text += decoder.decode(value, { stream: true })
  }
}
