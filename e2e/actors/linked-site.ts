import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestServer } from '@waypost/server/test-server'
import sharp from 'sharp'
import { test as base } from './actors.ts'

interface LinkedSite {
  readonly url: string
  readonly asked: readonly string[]
  /** Holds all pages from now on, until the returned function is called. */
  hold(): () => void
}

/** Drawn, as a substitute for a photo. */
const drawing = (width: number, height: number, colour: string) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .composite([
      {
        input: Buffer.from(
          `<svg width="${width}" height="${height}"><circle cx="50%" cy="60%" r="25%" fill="#fff" opacity=".6"/></svg>`,
        ),
      },
    ])
    .png()
    .toBuffer()

const pages: Record<string, string> = {
  '/lighthouses': `<title>Lighthouses</title><meta property="og:title" content="How lighthouses were lit before electricity">
    <meta property="og:description" content="Coal, oil and gas, and the people who carried them up every evening.">
    <meta property="og:image" content="/wide.png"><link rel="icon" href="/icon.png">`,
  '/square': `<title>A record shop</title><meta name="description" content="New and old, every day but Monday.">
    <meta property="og:image" content="/square.png"><link rel="icon" href="/icon.png">`,
  '/plain': '<title>A page with nothing but a title</title>',
}

/** A server that fetches previews, and a site for them. */
export const test = base.extend<{ site: LinkedSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  server: async ({}, use) => {
    const server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow', WAYPOST_PREVIEWS: 'on' })
    await use(server)
    await server.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  site: async ({}, use) => {
    const pictures: Record<string, Buffer> = {
      '/wide.png': await drawing(1200, 630, '#2b6f8a'),
      '/square.png': await drawing(400, 400, '#8a4f2b'),
      '/icon.png': await drawing(32, 32, '#2b8a5e'),
    }
    const asked: string[] = []
    let held: (() => void)[] | undefined
    const site = createServer((request, response: ServerResponse) => {
      const path = request.url ?? ''
      const page = pages[path]
      if (page !== undefined) asked.push(path)
      const answer = () => {
        if (pictures[path]) response.setHeader('content-type', 'image/png').end(pictures[path])
        else if (page !== undefined) response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
        else response.writeHead(404).end()
      }
      if (held && page !== undefined) held.push(answer)
      else answer()
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    await use({
      url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
      asked,
      hold() {
        const waiting: (() => void)[] = []
        held = waiting
        return () => {
          held = undefined
          for (const answer of waiting) answer()
        }
      },
    })
    site.closeAllConnections()
    site.close()
  },
})

export { expect } from './actors.ts'
