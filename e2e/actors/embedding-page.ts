// Serves pages that embed the widget, from another site or another port of the same site.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import { test as base } from './actors.ts'

/** Where the page is served: on another site, or on another port (another origin) of the same site. */
type Where = 'other site' | 'same site'

interface Hosts {
  /** @returns the address of a page with this body */
  host(body: string, where?: Where): Promise<string>
}

export const test = base.extend<Hosts>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  host: async ({}, use) => {
    const servers: Server[] = []
    await use(async (body, where = 'other site') => {
      const server = createServer((_request, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(`<!doctype html><html lang="en"><title>Somebody else</title>${body}</html>`)
      })
      servers.push(server)
      const name = where === 'other site' ? '127.0.0.1' : 'localhost'
      await new Promise<void>((resolve) => server.listen(0, name, resolve))
      return `http://${name}:${(server.address() as AddressInfo).port}/`
    })
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  },
})

/** The snippet of docs/widget.md, and a list of the messages that the page receives. */
export function snippet(origin: string, hash: string, style = ''): string {
  return `<iframe src="${origin}/widget.html#${hash}" title="Garden notes" width="240" height="52" style="border:0;max-width:100%;color-scheme:light;${style}"></iframe>
<script>
  const told = []
  addEventListener('message', ({ origin, source, data }) => {
    told.push({ origin, ...data })
    if (origin !== '${origin}' || data.type !== 'waypost-widget-size') return
    for (const frame of document.querySelectorAll('iframe')) {
      if (frame.contentWindow !== source) continue
      frame.width = data.width
      frame.height = data.height
    }
  })
</script>`
}

/** The messages of one type that the page received. */
export async function told(page: Page, type: string): Promise<Record<string, unknown>[]> {
  const all = await page.evaluate<Record<string, unknown>[]>('told')
  return all.filter((message) => message.type === type)
}

export const widget = (page: Page): FrameLocator => page.frameLocator('iframe')
