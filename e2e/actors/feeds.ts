// Gives a story a server that reads feeds, a site with a feed, and a channel directory.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '@waypost/server/test-server'
import { test as base } from './embedding-page.ts'

interface Chosen {
  name: string
  image?: string
  tags: string[]
}

interface FeedSite {
  readonly url: string
  publish(title: string): void
}

interface ChannelStage {
  folder: string
  /** Sets the content of the directory, as the operator does. */
  choose(categories: Chosen[]): void
  feed: FeedSite
  /** Advances the clock until every feed is read again. */
  readFeeds(): Promise<void>
}

const minute = 60_000_000

/** A server that reads feeds from this machine, with a directory set by the story. */
export const test = base.extend<ChannelStage>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-channels-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
  server: async ({ folder }, use) => {
    const server = await startTestServer({ WAYPOST_DATA: folder, WAYPOST_FETCH_PRIVATE: 'allow' })
    await use(server)
    await server.close()
  },
  choose: async ({ folder }, use) => {
    await use((categories) => writeFileSync(join(folder, 'channels.json'), JSON.stringify(categories)))
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  feed: async ({}, use) => {
    const items = ['Older than the channel']
    const site = createServer((_request, response) => {
      const written = items.map(
        (title) => `<item><guid>${title}</guid><title>${title}</title><link>/${items.length}</link></item>`,
      )
      response.end(`<?xml version="1.0"?><rss version="2.0"><channel><title>Site</title>${written.join('')}</channel></rss>`)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    await use({
      url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/feed.xml`,
      publish: (title) => void items.unshift(title),
    })
    site.closeAllConnections()
    site.close()
  },
  readFeeds: async ({ server }, use) => {
    let ahead = 0
    await use(async () => {
      ahead += 7 * minute
      await server.app.jobs.processAll(Date.now() * 1_000 + ahead)
    })
  },
})

export { expect } from './actors.ts'
