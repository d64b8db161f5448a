// Measures the size of the scripts that the signed-in page loads first.

import type { Figure } from './figure.ts'
import { openWeb } from './web.ts'

const budget = 150

/** The size of the scripts that a browser loads before the signed-in page is shown, compressed. */
export async function webLoad(): Promise<Figure> {
  const web = await openWeb()
  try {
    const session = await web.context.newCDPSession(web.page)
    const scripts = new Map<string, number>()
    const files: string[] = []
    await session.send('Network.enable')
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type !== 'Script') return
      scripts.set(requestId, 0)
      files.push(new URL(response.url).pathname)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength)
    })
    await web.page.goto(`${web.server.origin}/#people/me`)
    await web.page.getByText('Share something with').waitFor()
    await web.page.waitForLoadState('networkidle')
    const bytes = [...scripts.values()].reduce((sum, each) => sum + each, 0) / 1_024
    return {
      what: 'script of the first load of the signed-in page, compressed',
      measured: `${files.length} files`,
      figure: `${bytes.toFixed(1)} KB`,
      budget: `at most ${budget} KB`,
      met: bytes <= budget,
      values: { KB: bytes },
    }
  } finally {
    await web.close()
  }
}
